/** Changing seats before the match. */
import * as api from '../net/api';
import type { TableStore } from '../live/store.svelte';

const PATIENCE = 3_000;
const LOOK = 50;

/**
 * Gets up and sits down elsewhere; back on the old seat, if somebody was quicker. Getting up ends the socket of the
 * seat, so the store comes back afterwards.
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
