/**
 * How long a robot waits before it acts, varied as a person's pauses are.
 *
 * A pause depends on what everybody at the table sees and on a random number. The types let nothing else in: no hand, no
 * legal actions, no search. Its twin for terminals is `canastra.cli.ui.pace`.
 */
import type { PlayState } from '../net/types';

/** All that a pause may depend on: what kind of action comes next, cards of the pile, melds of both sides. */
export interface PublicFacts {
  readonly kind: string;
  readonly pile: number;
  readonly melds: number;
}

/** Milliseconds on average, and how many more for each card of the pile or each meld, of so many at most. */
const AVERAGE: Record<string, readonly [base: number, each: number, most: number]> = {
  draw: [220, 10, 12],
  take: [400, 25, 16],
  meld: [260, 0, 0],
  lay: [180, 0, 0],
  discard: [260, 20, 8],
};
const OTHER = [220, 0, 0] as const;
/** The shortest and the longest pause, in parts of the average. */
const SHORTEST = 0.7;
const LONGEST = 1.6;

/** The facts before an action in notation. */
export function publicFacts(entry: string, { pile_size, melds }: Pick<PlayState, 'pile_size' | 'melds'>): PublicFacts {
  return { kind: entry.split(' ')[0]!, pile: pile_size, melds: melds.flat().length };
}

/** Milliseconds at the normal pace; `random` is from 0 to 1. Most pauses are short, a few are long. */
export function robotPause({ kind, pile, melds }: PublicFacts, random: number): number {
  const [base, each, most] = AVERAGE[kind] ?? OTHER;
  const seen = Math.min(kind === 'discard' ? melds : pile, most);
  return Math.round((base + each * seen) * (SHORTEST + (LONGEST - SHORTEST) * random ** 2));
}
