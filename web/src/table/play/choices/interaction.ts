/** Connects the hand with the table: the highlighted places, and the effect of taps and keys. */
import type { Option, TargetPlace, Targets } from '../../../board/targets.svelte';
import type { HandController } from './controller.svelte';
import type { Offer } from './offers';
import type { Deed } from './shortcuts';
import { ORDERS } from './handOrder';

/** The places to highlight now. */
export function lit(controller: HandController): Omit<Targets, 'onTarget'> {
  const { offers, own, myTurn } = controller;
  const has = (verb: Offer['verb']): boolean => offers.all.some((offer) => offer.verb === verb);
  const fresh = offers.all.find(({ verb }) => verb === 'meld');
  return {
    melds: new Map([...offers.melds].map(([number, [offer]]) => [number, option(offer!)])),
    fresh: fresh ? option(fresh) : null,
    stock: has('draw'),
    pile: has('take') ? 'take' : has('discard') ? 'discard' : null,
    due: myTurn && own.phase === 'justify',
  };
}

function option({ action, way }: Offer): Option {
  return way ? { action, canasta: way.canasta, points: way.points } : { action };
}

/** Handles a tap on a place of the table, or chosen cards dropped there. */
export function tapped(controller: HandController, place: TargetPlace, number?: number, dropped = false): void {
  const { offers } = controller;
  if (offers.waiting) return controller.whenKnown(() => tapped(controller, place, number, dropped));
  const all = (verb: Offer['verb']): Offer[] => offers.all.filter((offer) => offer.verb === verb);
  switch (place) {
    case 'stock':
      return controller.take(all('draw'));
    case 'pile':
      // A card dragged to the pile is no accident and needs no confirmation.
      return all('take').length ? controller.take(all('take')) : controller.take(all('discard'), dropped);
    case 'new':
      return controller.take(all('meld'));
    case 'meld':
      return number === undefined ? undefined : onMeld(controller, number);
  }
}

/**
 * Lays the chosen cards off to a meld, or shows why they don't fit. Waits for the server's answer if only the server
 * knows.
 */
function onMeld(controller: HandController, number: number): void {
  const found = controller.offers.melds.get(number);
  if (found) controller.take(found);
  else if (controller.answer) controller.deny(number);
  else controller.whenKnown(() => onMeld(controller, number));
}

/** Handles a key. */
export function press(controller: HandController, deed: Deed, hints: boolean): void {
  if (typeof deed === 'object') return tapped(controller, 'meld', deed.meld);
  switch (deed) {
    case 'primary':
      return controller.primary(true);
    case 'second':
      return controller.take(controller.offers.second ? [controller.offers.second] : []);
    case 'back':
      return controller.back();
    case 'stock':
      return tapped(controller, 'stock');
    case 'pile':
      return pile(controller);
    case 'fresh':
      return tapped(controller, 'new');
    case 'undo':
      return void controller.undo();
    case 'hint':
      return hints ? void controller.askHint() : undefined;
    case 'moves':
    case 'keys':
      controller.sheet = controller.sheet === deed ? null : deed;
      return;
    case 'order':
      return controller.arrange(ORDERS[(ORDERS.indexOf(controller.order) + 1) % 3]!);
  }
}

/** On other players' turns, the key chooses the discard in advance. */
function pile(controller: HandController): void {
  const [key] = controller.chosen;
  if (!controller.myTurn && controller.chosen.size === 1) return controller.preselect(key!);
  tapped(controller, 'pile');
}
