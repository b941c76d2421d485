/** A table of entries as read by the server: the uses and the cells of its columns. Pure. */
import type { EntriesRead, EntryLineCard, NewSide, TournamentView } from '../../state/types';

export type ColumnUse = EntriesRead['columns'][number]['use'];

/** The possible uses of a column, the likeliest first. */
export function usesFor(kind: TournamentView['kind']): readonly ColumnUse[] {
  const sides: readonly ColumnUse[] = kind === 'players' ? ['player'] : ['name', 'player', 'players'];
  return [...sides, 'delegation', 'category', 'number', 'ignored'];
}

/** The number of the player whose name is in a column, from 1. */
export const playerNumber = (uses: readonly ColumnUse[], column: number): number =>
  1 + uses.slice(0, column).filter((use) => use === 'player').length;

/** The letters of a column in spreadsheets, counted from 0. */
export const columnLetters = (column: number): string =>
  (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26));

/** The first few texts of a column. */
export const samplesOf = (lines: readonly EntryLineCard[], column: number, many = 3): string[] =>
  lines
    .map(({ cells }) => cells[column] ?? '')
    .filter(Boolean)
    .slice(0, many);

/** The line with the headings, or the line that could have them. */
export const headLine = ({ headings, lines }: EntriesRead): number => headings || (lines[0]?.line ?? 0);

/** The entries of the ticked lines. */
export const chosenSides = (lines: readonly EntryLineCard[], left: ReadonlySet<number>): NewSide[] =>
  lines.flatMap(({ line, side }) => (side && !left.has(line) ? [side] : []));

/** The details of an entry that its name doesn't contain: players, origin, category. */
export const besideName = ({ name, players, delegation, category }: NewSide): string =>
  [players.join() === name ? '' : players.join(', '), delegation, category].filter(Boolean).join(' · ');
