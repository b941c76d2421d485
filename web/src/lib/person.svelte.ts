/**
 * The player who uses this browser. The session is a cookie that scripts can't read; the name is stored beside it, so
 * that the page knows if it has a session to ask about.
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
/** The most unfinished matches shown before the server has answered. */
export const MOST_MATCHES = 4;

/**
 * `new` until a session that began on this page is known to last. A lost session may mean that the browser blocks
 * cookies.
 */
let session: 'kept' | 'new' | 'lost' = 'kept';

const state = $state<{ me: Me | null | undefined; name: string }>({ me: undefined, name: readItem(NAME) ?? '' });

/** The signed-in player; null if the user is not signed in, undefined until the server has answered. */
export function person(): Me | null | undefined {
  return state.me;
}

/** The player's name; '' for a new user. */
export function name(): string {
  return state.me?.name ?? state.name;
}

/** The player's name and avatar, stored like the name. */
export function drawn(): { name: string; animal?: string | null | undefined } {
  return state.me ?? { name: state.name, animal: readItem(ANIMAL) ?? undefined };
}

/** The name of the last player on this device whose session ended by itself; '' if no session has. */
export function endedFor(): string {
  return state.me ? '' : (readItem(ENDED) ?? '');
}

/** The player has signed out or was deleted. */
export function parted(): void {
  became(null);
  writeItem(ENDED, null);
}

/** Takes the server's latest answer about the player. */
export function became(me: Me | null): void {
  if (me) writeItem(ENDED, null);
  else if (name()) writeItem(ENDED, name());
  // If the player was not requested yet, only the name can be compared.
  if (state.me ? me?.player !== state.me.player : (me?.name ?? '') !== state.name) keepMatches(null);
  // Keeps showing a new recovery code until its owner confirms it, whatever other answers arrive.
  const former = state.me;
  const same = !!me && me.player === former?.player && me.recovery_made === former.recovery_made;
  state.me = same && !me.recovery_code ? { ...me, recovery_code: former.recovery_code } : me;
  state.name = me?.name ?? '';
  writeItem(NAME, state.name || null);
  writeItem(ANIMAL, me?.animal ?? null);
}

/** The owner has written down the new recovery code. */
export function codeKept(): void {
  if (state.me) state.me = { ...state.me, recovery_code: null };
}

/** Requests the player from the server. */
export async function refresh(): Promise<Me | null> {
  const me = await api.me();
  if (me) session = 'kept';
  became(me);
  return me;
}

/** Signs in to an account. Throws an `ApiError` if the browser doesn't store the session. */
export async function enter(ask: () => Promise<Me>): Promise<void> {
  if (!navigator.cookieEnabled) throw blocked();
  const me = await ask();
  if (!(await api.me())) throw blocked();
  session = 'kept';
  became(me);
}

/**
 * Creates a guest. Throws an `ApiError` if the browser doesn't store the session: otherwise each attempt would create a
 * guest.
 */
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

/** The signed-in player, or a new guest of this name. */
export async function begin(called: string, admission?: NewGuest['admission']): Promise<Me> {
  const me = state.me ?? (await refresh());
  if (me) return called && me.name !== called ? renamed(called) : me;
  await newGuest(called, admission);
  return state.me!;
}

/** Renames the player. */
export async function renamed(called: string): Promise<Me> {
  const me = await api.changeMe({ name: called });
  became(me);
  return me;
}

/** Changes the animal of the account. */
export async function redrawn(animal: NonNullable<ChangeMe['animal']>): Promise<void> {
  became(await api.changeMe({ animal }));
}

/**
 * Runs work that needs a session. A user with a stored name usually has a session, so it isn't checked first. If the
 * session is gone, the user becomes a new guest of that name. An admission to a tournament lets many phones in a hall
 * share one address.
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

/** The unfinished matches stored at the last visit, shown before the server has answered. */
export function keptMatches(): readonly TableCard[] {
  const found = parseJson(readItem(MATCHES));
  return Array.isArray(found) ? (found as TableCard[]) : [];
}

export function keepMatches(matches: readonly TableCard[] | null): void {
  writeItem(MATCHES, matches?.length ? JSON.stringify(matches) : null);
}

/** Forgets a finished match. */
export function forgetMatch(table: string): void {
  const kept = keptMatches();
  const others = kept.filter((card) => card.table !== table);
  if (others.length < kept.length) keepMatches(others);
}

/** Stores a match at whose table the user has sat down. */
export function keepMatch(card: TableCard): void {
  keepMatches([card, ...keptMatches().filter(({ table }) => table !== card.table)].slice(0, MOST_MATCHES));
}
