/** The id under which this device stores the sheet of a table. Pure. */
import type { TableView } from '../state/types';

/** Unique for the table and its sides. */
export function sheetId({
  id,
  phase,
  round,
  table,
  one,
  two,
}: Pick<TableView, 'id' | 'phase' | 'round' | 'table' | 'one' | 'two'>): string {
  const sides = [one, two].map((half) => half.map(({ number }) => number).join('.'));
  return ['t', id, phase, round, table, ...sides].join('-');
}
