/** A player's own finished matches and statistics. */
import { personName } from '../i18n';
import type { MatchCard, RulebookFigures } from '../net/types';

/** The outcome of a match for the card's seat. */
export function outcome({ winner, seat }: Pick<MatchCard, 'winner' | 'seat'>): 'won' | 'lost' | 'drawn' {
  if (winner === null) return 'drawn';
  return winner === seat % 2 ? 'won' : 'lost';
}

/** Points of your side and of the other. */
export function score({ points, seat }: Pick<MatchCard, 'points' | 'seat'>): { us: number; them: number } {
  return { us: points[seat % 2]!, them: points[1 - (seat % 2)]! };
}

/** Names of the others at the table, the partner first. */
export function others({ players, seat }: Pick<MatchCard, 'players' | 'seat'>): string[] {
  const n = players.length;
  const order = n === 4 ? [2, 1, 3] : Array.from({ length: n - 1 }, (_, each) => each + 1);
  return order.map((each) => players[(seat + each) % n]!).map(personName);
}

/** The matches won of a hundred, and the mean lead in points. */
export function rates(figures: RulebookFigures): { share: number; mean: number } {
  const { played, won, points_for: made, points_against: lost } = figures;
  return played
    ? { share: Math.round((100 * won) / played), mean: Math.round((made - lost) / played) }
    : { share: 0, mean: 0 };
}
