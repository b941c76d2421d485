/**
 * The time that a robot waits before it acts, varied like a person's pauses.
 *
 * It depends on public facts and on a random number. The types admit nothing else: no hand, no legal actions, no
 * search. The twin for terminals is `canastra.cli.ui.pace`.
 */
import type { PlayState } from '../net/types';

/**
 * All facts on which a pause may depend: the kind of the next action, the cards of the pile, the melds of both sides.
 */
export interface PublicFacts {
  readonly kind: string;
  readonly pile: number;
  readonly melds: number;
}

/** The average in milliseconds, the addition for each card of the pile or each meld, and the most that count. */
const AVERAGE: Record<string, readonly [base: number, each: number, most: number]> = {
  draw: [220, 10, 12],
  take: [400, 25, 16],
  meld: [260, 0, 0],
  lay: [180, 0, 0],
  discard: [260, 20, 8],
};
const OTHER = [220, 0, 0] as const;
/** The shortest and the longest pause, relative to the average. */
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
