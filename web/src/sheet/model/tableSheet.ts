/** A sheet for a table of a tournament: the table, and the scores for its report. Pure. */
import type { Progress } from './progress';
import type { Points } from './sheet';

/** The table, and the form of its result: match by match, deal by deal, or one sum. */
export interface TableSheet {
  tournament: string;
  phase: number;
  round: number;
  table: number;
  by: 'matches' | 'deals' | 'sum';
  /** The number of deals; 0 if matches or time end the encounter. */
  deals: number;
}

/** The scores in the form of the table's page; empty before the first deal. */
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

/** Returns true if every deal of the encounter is entered. */
export function isWhole({ deals }: Pick<TableSheet, 'deals'>, { lines, next }: Progress): boolean {
  return !next || (deals > 0 && lines.filter(({ annulled }) => !annulled).length >= deals);
}
