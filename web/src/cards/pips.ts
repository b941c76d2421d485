/** Where pips are, and which drawing is whose. */
import { suitAt, type Rank, type Suit } from './faces';

/** A pip's middle, in a card of 100 × 140 whose index has the left: what lies below the middle stands on its head. */
export type Pip = readonly [x: number, y: number];
const [LEFT, MIDDLE, RIGHT] = [49, 68.5, 88];
const TOP = 21;
const CENTRE = 70;
const BOTTOM = 2 * CENTRE - TOP;
const corners = (...ys: number[]): Pip[] =>
  ys.flatMap((y): Pip[] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
const middle = (...ys: number[]): Pip[] => ys.map((y): Pip => [MIDDLE, y]);
const FOUR = corners(TOP, BOTTOM);
const SIX = corners(TOP, CENTRE, BOTTOM);
const EIGHT = corners(TOP, 53.5, 86.5, BOTTOM);

/** Where the pips of a rank are, in their classical arrangement; aces and courts have drawings of their own. */
export const PIPS: Partial<Record<Rank, readonly Pip[]>> = {
  '2': middle(TOP, BOTTOM),
  '3': middle(TOP, CENTRE, BOTTOM),
  '4': FOUR,
  '5': [...FOUR, ...middle(CENTRE)],
  '6': SIX,
  '7': [...SIX, ...middle(45.5)],
  '8': [...SIX, ...middle(45.5, 94.5)],
  '9': [...EIGHT, ...middle(CENTRE)],
  T: [...EIGHT, ...middle(37.2, 102.8)],
};

/** All pips of a card that has some, as one path. */
export function pipsOf(rank: Rank, suit: Suit): string {
  return PIPS[rank]!.map(([x, y]) => suitAt(suit, y > CENTRE ? -0.85 : 0.85, x, y)).join('');
}

/** The courts by their ids in Drawings.svelte. */
export const COURTS: Partial<Record<Rank, string>> = { K: 'king', Q: 'queen', J: 'jack' };
