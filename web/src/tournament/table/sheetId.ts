/** By which id this device keeps the sheet of a table, hand by hand. Pure. */
import type { TableView } from '../state/types';

/** No other table, and no other sides at this one, have it. */
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
