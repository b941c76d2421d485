/** A sheet that is kept for a table of a tournament: whose it is, and what it comes to there. Pure. */
import type { Progress } from './progress';
import type { Points } from './sheet';

/** The table, and how its result is written: match by match, deal by deal, or as one sum. */
export interface TableSheet {
  tournament: string;
  phase: number;
  round: number;
  table: number;
  by: 'matches' | 'deals' | 'sum';
  /** The number of deals; 0 where matches or time end the encounter. */
  deals: number;
}

/** The scores as the table's page writes them; empty before the first deal. */
export function scoresFrom({ by }: Pick<TableSheet, 'by'>, { lines, points }: Progress): Points[] {
  if (!lines.length) return [];
  if (by === 'sum') return [points];
  if (by === 'deals')
    return lines
      .filter(({ annulled }) => !annulled)
      .map(({ made, rulings }) => [made[0] + rulings[0], made[1] + rulings[1]]);
  const last = new Map(lines.map((line) => [line.match, line.after]));
  return [...last.entries()].sort(([one], [other]) => one - other).map(([, after]) => after);
}

/** Whether every deal of the encounter is written. */
export function isWhole({ deals }: Pick<TableSheet, 'deals'>, { lines, next }: Progress): boolean {
  return !next || (deals > 0 && lines.filter(({ annulled }) => !annulled).length >= deals);
}
