/** Opens a table or takes a seat, and goes there. */
import { asMe, keepMatch } from '../lib/person.svelte';
import { go, prefetch } from '../lib/router.svelte';
import * as api from '../net/api';
import type { NewTable, TableCard } from '../net/types';
import { botSeats, type Play } from '../lib/tables/terms';

/** Opens a table under a name, with the chosen bots; with bots alone the match begins at once. */
export async function openTable(name: string, body: NewTable, play: Play): Promise<void> {
  prefetch('table'); // Loads the page while the table is being opened.
  const card = await asMe(name, () => api.openTable(body));
  keepMatch(card);
  if (play.people === 1) await begin(card);
  // Bots take their seats at once, before other people can. The user can repeat a failed request at the table.
  else for (const seat of botSeats(play)) await api.putBots(card.table, play.level, seat).catch(() => undefined);
  go(`mesa/${card.table}`);
}

async function begin({ table }: TableCard): Promise<void> {
  const id = `ready-${Math.random().toString(36).slice(2)}`;
  // If this request is lost, the waiting room has the same button.
  await api.command(table, { type: 'ready', id }).catch(() => undefined);
}

/** Takes the first empty seat of a public table. */
export async function sitDown(card: TableCard): Promise<void> {
  const address = `mesa/${card.table}`;
  if (card.seat !== null) return go(address);
  const seat = card.seats.findIndex(({ kind }) => kind === 'empty');
  await asMe('', () => api.takeSeat(card.table, Math.max(seat, 0)));
  keepMatch({ ...card, seat });
  go(address);
}
