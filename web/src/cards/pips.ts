/** The positions of pips, and the drawings of courts. */
import { suitAt, type Rank, type Suit } from './faces';

/**
 * The middle of a pip in a card of 100 × 140 with the index at the left. Pips below the card's middle are upside down.
 */
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

/** The pips of each rank in the classical arrangement; aces and courts have other drawings. */
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

/** All pips of a card as one path. */
export function pipsOf(rank: Rank, suit: Suit): string {
  return PIPS[rank]!.map(([x, y]) => suitAt(suit, y > CENTRE ? -0.85 : 0.85, x, y)).join('');
}

/** The courts by their ids in Drawings.svelte. */
export const COURTS: Partial<Record<Rank, string>> = { K: 'king', Q: 'queen', J: 'jack' };
