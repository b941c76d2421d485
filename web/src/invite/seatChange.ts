/** Changes a player's seat before the match. */
import * as api from '../net/api';
import type { TableStore } from '../live/store.svelte';

const PATIENCE = 3_000;
const LOOK = 50;

/**
 * Leaves the seat and takes another; takes the old seat again if another player was quicker. Leaving a seat ends its
 * socket, so the store reconnects afterwards.
 */
export async function changeSeat(
  store: TableStore,
  from: number,
  to: number,
  invitation: string | null,
): Promise<void> {
  const { table } = store.place;
  await api.leaveSeat(table);
  try {
    await api.takeSeat(table, to, invitation);
  } catch (error) {
    await api.takeSeat(table, from, invitation);
    throw error;
  } finally {
    await ended(store);
    store.again();
  }
}

async function ended(store: TableStore): Promise<void> {
  for (let waited = 0; store.stage !== 'ended' && waited < PATIENCE; waited += LOOK) {
    await new Promise((done) => setTimeout(done, LOOK));
  }
}
