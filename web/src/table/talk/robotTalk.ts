/**
 * The robots' remarks to a person who plays alone with them: at most three a match, and one a deal besides the
 * greeting. They depend on public events (a deal, a canasta, going out, points) and on the person's lines, never on a
 * hand.
 */
import type { TableChange } from '../../live/ports';
import type { State } from '../../net/types';
import type { CanastaMade } from './canastaMade';

export const MOST = 3;

/** Occasions have two sentences each: `robots.canasta.0` and `robots.canasta.1`. */
export type Occasion = 'hello' | 'good_game' | 'canasta' | 'own_canasta' | 'out' | 'own_out' | 'won' | 'lost';

/** A robot's seat, and the occasion of its remark. */
export interface Remark {
  readonly seat: number;
  readonly occasion: Occasion;
}

/** True if only robots could answer. */
export function isAlone({ seats, you }: State, watchers: number): boolean {
  return you !== null && !watchers && seats.every(({ kind }, seat) => kind === (seat === you ? 'person' : 'bot'));
}

/** True if robots talk at this table: not in tournaments, and not if several tables play the same packs. */
export function robotsTalk(state: State, watchers: number): boolean {
  return isAlone(state, watchers) && !state.arranged && !state.packs;
}

/** The seat that talks to the person: the partner, or the next seat if there is no partner or partners keep quiet. */
export function talker({ seats, you, stage }: State, partners: boolean): number {
  const ahead = seats.length === 4 && (partners || stage !== 'playing') ? 2 : 1;
  return ((you ?? 0) + ahead) % seats.length;
}

/** The greeting, in the first round of a match. */
export function greeting(state: State, partners: boolean): Remark | null {
  if (state.stage !== 'playing' || state.deal !== 1 || !state.play || state.play.turn > state.seats.length) return null;
  const seat = talker(state, partners);
  return { seat, occasion: seat % 2 === state.you! % 2 ? 'hello' : 'good_game' };
}

/** The remark on the latest events: a canasta, or the result of the last deal once the next deal begins. */
export function remark({ events, state }: TableChange, canasta: CanastaMade | null, partners: boolean): Remark | null {
  const you = state.you!;
  const seat = talker(state, partners);
  if (canasta?.seat === you) return { seat, occasion: 'canasta' };
  if (canasta && canasta.seat % 2 !== you % 2) return { seat: canasta.seat, occasion: 'own_canasta' };
  const { last } = state;
  if (!last || !events.some(({ event }) => event?.type === 'dealt')) return null;
  if (last.went_out === you) return { seat, occasion: 'out' };
  if (last.went_out != null) return { seat: last.went_out, occasion: 'own_out' };
  const [ours, theirs] = [you % 2, 1 - (you % 2)].map((side) => last.scores?.[side]?.total ?? 0) as [number, number];
  return seat % 2 !== you % 2 || ours === theirs ? null : { seat, occasion: ours > theirs ? 'won' : 'lost' };
}

/** One of an occasion's two sentences; reloading the page in the same match gives the same one. */
export function variant(match: string, occasion: Occasion): 0 | 1 {
  return ([...match, ...occasion].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2) as 0 | 1;
}

/** The answer to each preset line. */
export const ANSWERS = {
  hello: 'hello',
  i_am_back: 'hello',
  good_luck: 'same',
  good_game: 'same',
  good_rest: 'same',
  well_played: 'praise',
  nice_canasta: 'praise',
  congratulations: 'praise',
  thanks: 'welcome',
  sorry: 'welcome',
  one_moment: 'wait',
  back_soon: 'wait',
  bad_luck: 'luck',
  one_more: 'more',
  have_to_go: 'bye',
} as const;

type Storing = Pick<Storage, 'getItem' | 'setItem'>;
const KEY = 'canastra.robots';
/** The number of matches remembered on this device. */
const MATCHES = 20;

/** How often robots have spoken in a match, and in which deal last. */
export interface Spoken {
  readonly times: number;
  readonly deal: number;
}

/** The stored count for a match, so that a reloaded page repeats nothing. */
export function storedSpoken(match: string, storing: Storing): Spoken {
  const [times = 0, deal = 0] = read(storing)[match] ?? [];
  return { times, deal };
}

export function storeSpoken(match: string, { times, deal }: Spoken, storing: Storing): void {
  const others = Object.entries(read(storing)).filter(([each]) => each !== match);
  storing.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [match, [times, deal]]].slice(-MATCHES))));
}

function read(storing: Storing): Record<string, [number, number]> {
  try {
    return (JSON.parse(storing.getItem(KEY) ?? '{}') as Record<string, [number, number]> | null) ?? {};
  } catch {
    return {};
  }
}
