/**
 * The places of a replay and the navigation between them. Pure.
 *
 * A deal has a place for its cards as dealt (step 0), one after each of its steps, and, if it ended, one more for its
 * points.
 */
import type { ReplayDeal } from '../../net/types';

export interface ReplayPlace {
  /** The index of the deal, from 0. */
  deal: number;
  step: number;
}

/** The part of a deal that determines its places. */
export type Paced = Pick<ReplayDeal, 'ending'> & { steps: readonly { turn: number }[] };

export type Way = 'step' | 'turn' | 'deal';

/** The last place of a deal. */
export function lastOf(deal: Paced): number {
  return deal.steps.length + (deal.ending === null ? 0 : 1);
}

/** Returns true if a place shows the points of its deal. */
export function isSheet(deal: Paced, step: number): boolean {
  return step > deal.steps.length;
}

/** The nearest existing place. */
export function within(deals: readonly Paced[], { deal, step }: ReplayPlace): ReplayPlace {
  const which = clamp(deal, deals.length - 1);
  return { deal: which, step: clamp(step, lastOf(deals[which]!)) };
}

/** The place forwards (1) or back (-1) by a step, a turn or a deal; the same place at the end. */
export function moved(deals: readonly Paced[], place: ReplayPlace, way: Way, by: 1 | -1): ReplayPlace {
  const deal = deals[place.deal]!;
  const step = TO[way](deal, place.step, by);
  if (step !== null) return { ...place, step };
  const next = deals[place.deal + by];
  if (!next) return by > 0 ? { ...place, step: lastOf(deal) } : { ...place, step: 0 };
  // Going back by deals leads to the beginning of a deal, by steps and turns to the end of the deal before.
  return { deal: place.deal + by, step: by > 0 || way === 'deal' ? 0 : lastOf(next) };
}

/** The step within the deal; null if it would be in another deal. */
const TO: Record<Way, (deal: Paced, step: number, by: 1 | -1) => number | null> = {
  step: (deal, step, by) => (step + by >= 0 && step + by <= lastOf(deal) ? step + by : null),
  turn: (deal, step, by) => {
    const marks = ends(deal);
    return (by > 0 ? marks.find((mark) => mark > step) : marks.findLast((mark) => mark < step)) ?? null;
  },
  deal: (_, step, by) => (by < 0 && step > 0 ? 0 : null),
};

/** The places where turns end: the cards as dealt, the last step of each turn, the points. */
function ends(deal: Paced): number[] {
  const { steps } = deal;
  const marks = steps.flatMap(({ turn }, index) => (steps[index + 1]?.turn === turn ? [] : [index + 1]));
  return [...new Set([0, ...marks, lastOf(deal)])];
}

/** A turn in the list of turns: its steps, from `first` to `last`. */
export interface Turn {
  turn: number;
  first: number;
  last: number;
}

export function turnsOf(deal: Paced): Turn[] {
  const found: Turn[] = [];
  deal.steps.forEach(({ turn }, index) => {
    const open = found.at(-1);
    if (open?.turn === turn) open.last = index + 1;
    else found.push({ turn, first: index + 1, last: index + 1 });
  });
  return found;
}

/** Reads an address: the place and the seat. In the address, deals and seats count from 1. */
export function readQuery(
  search: string,
  deals: readonly Paced[],
  seats: number,
): { place: ReplayPlace; seat: number | null } {
  const query = new URLSearchParams(search);
  const number = (key: string): number | null => {
    const text = query.get(key);
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  const seat = number('lugar');
  return {
    place: within(deals, { deal: (number('mao') ?? 1) - 1, step: number('passo') ?? 0 }),
    seat: seat !== null && seat >= 1 && seat <= seats ? seat - 1 : null,
  };
}

export function writeQuery({ deal, step }: ReplayPlace, seat: number | null): string {
  return `?mao=${deal + 1}&passo=${step}${seat === null ? '' : `&lugar=${seat + 1}`}`;
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
