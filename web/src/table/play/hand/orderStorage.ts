/** The order of the hand, stored on the device. */
import { ORDERS, type Order } from '../choices/handOrder';

const KEY = 'canastra.order';

/** The last order; the player's own arrangement lasts as long as the page. */
export function storedOrder(): Order {
  try {
    const kept = localStorage.getItem(KEY);
    return ORDERS.find((order) => order === kept) ?? 'suit';
  } catch {
    return 'suit'; // forbidden by the browser
  }
}

export function storeOrder(order: Order): void {
  try {
    if (order !== 'own') localStorage.setItem(KEY, order);
  } catch {
    // forbidden or full: it lasts as long as the page
  }
}
