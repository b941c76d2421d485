/**
 * Who plays in this browser. The session is a cookie that scripts can't see; the name is kept beside it, so that the
 * page knows without asking whether there is somebody to ask about.
 */
import * as api from '../net/api';
import { COOKIES_BLOCKED } from '../net/faults';
import type { ChangeMe, Me, NewGuest, TableCard } from '../net/types';
import { writeItem, readItem, parseJson } from './storage';
import { language } from '../i18n';

const NAME = 'canastra.name';
const ANIMAL = 'canastra.animal';
const MATCHES = 'canastra.matches';
const ENDED = 'canastra.ended';
/** How many unfinished matches are shown before the server has answered. */
export const MOST_MATCHES = 4;

/** Whether a session that began on this page has been seen to last; one that hasn't may be lost, as the next would be. */
let session: 'kept' | 'new' | 'lost' = 'kept';

const state = $state<{ me: Me | null | undefined; name: string }>({ me: undefined, name: readItem(NAME) ?? '' });

/** The signed-in player; null if there is none, undefined until the server was asked. */
export function person(): Me | null | undefined {
  return state.me;
}

/** The player's name; '' if there is none yet. */
export function name(): string {
  return state.me?.name ?? state.name;
}

/** How the player is drawn: kept like the name. */
export function drawn(): { name: string; animal?: string | null | undefined } {
  return state.me ?? { name: state.name, animal: readItem(ANIMAL) ?? undefined };
}

/** Who was signed in on this device until the server knew the session no longer; '' if nobody was. */
export function endedFor(): string {
  return state.me ? '' : (readItem(ENDED) ?? '');
}

/** The player has signed out, or is deleted. */
export function parted(): void {
  became(null);
  writeItem(ENDED, null);
}

/** What the server said last about who it is. */
export function became(me: Me | null): void {
  if (me) writeItem(ENDED, null);
  else if (name()) writeItem(ENDED, name());
  // Of who was not asked about yet only the name is known.
  if (state.me ? me?.player !== state.me.player : (me?.name ?? '') !== state.name) keepMatches(null);
  // A new recovery code is shown until its owner has kept it, whatever else is heard of the account meanwhile.
  const former = state.me;
  const same = !!me && me.player === former?.player && me.recovery_made === former.recovery_made;
  state.me = same && !me.recovery_code ? { ...me, recovery_code: former.recovery_code } : me;
  state.name = me?.name ?? '';
  writeItem(NAME, state.name || null);
  writeItem(ANIMAL, me?.animal ?? null);
}

/** The owner has written the new recovery code down. */
export function codeKept(): void {
  if (state.me) state.me = { ...state.me, recovery_code: null };
}

/** Asks who it is. */
export async function refresh(): Promise<Me | null> {
  const me = await api.me();
  if (me) session = 'kept';
  became(me);
  return me;
}

/** Enters an account. Throws an `ApiError` where the browser doesn't keep the session. */
export async function enter(ask: () => Promise<Me>): Promise<void> {
  if (!navigator.cookieEnabled) throw blocked();
  const me = await ask();
  if (!(await api.me())) throw blocked();
  session = 'kept';
  became(me);
}

/** A new guest. Throws an `ApiError` where the browser keeps no session: each time there would be one more. */
async function newGuest(called: string, admission?: NewGuest['admission']): Promise<void> {
  if (!navigator.cookieEnabled || session !== 'kept') throw blocked();
  became(await api.guest(called, language(), admission));
  session = 'new';
}

function blocked(): api.ApiError {
  session = 'lost';
  became(null);
  return new api.ApiError(COOKIES_BLOCKED, 401);
}

/** The signed-in player, a new guest of this name if there is none. */
export async function begin(called: string, admission?: NewGuest['admission']): Promise<Me> {
  const me = state.me ?? (await refresh());
  if (me) return called && me.name !== called ? renamed(called) : me;
  await newGuest(called, admission);
  return state.me!;
}

/** Another name for the same person. */
export async function renamed(called: string): Promise<Me> {
  const me = await api.changeMe({ name: called });
  became(me);
  return me;
}

/** Another animal for the same account. */
export async function redrawn(animal: NonNullable<ChangeMe['animal']>): Promise<void> {
  became(await api.changeMe({ animal }));
}

/**
 * Does something that needs a session. Who has a name here has one, as a rule, and nothing is asked before; if it is
 * gone, the person begins again under that name. An admission to a tournament lets a hall's phones share an address.
 */
export async function asMe<T>(called: string, work: () => Promise<T>, admission?: NewGuest['admission']): Promise<T> {
  if (!name() || (called && called !== name())) await begin(called, admission);
  const known = name();
  for (;;) {
    try {
      const done = await work();
      session = 'kept';
      return done;
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.status !== 401) throw error;
      state.me = null;
      await newGuest(known, admission);
    }
  }
}

/** The unfinished matches as they were when the page was last here, to be shown before the server has answered. */
export function keptMatches(): readonly TableCard[] {
  const found = parseJson(readItem(MATCHES));
  return Array.isArray(found) ? (found as TableCard[]) : [];
}

export function keepMatches(matches: readonly TableCard[] | null): void {
  writeItem(MATCHES, matches?.length ? JSON.stringify(matches) : null);
}

/** A match is over: there is nothing to go on with. */
export function forgetMatch(table: string): void {
  const kept = keptMatches();
  const others = kept.filter((card) => card.table !== table);
  if (others.length < kept.length) keepMatches(others);
}

/** The person has sat down at another table. */
export function keepMatch(card: TableCard): void {
  keepMatches([card, ...keptMatches().filter(({ table }) => table !== card.table)].slice(0, MOST_MATCHES));
}
