/** A table of entries as the server read it: the uses and the cells of its columns. Pure. */
import type { EntriesRead, EntryLineCard, NewSide, TournamentView } from '../../state/types';

export type ColumnUse = EntriesRead['columns'][number]['use'];

/** What a column may be, the likeliest first. */
export function usesFor(kind: TournamentView['kind']): readonly ColumnUse[] {
  const sides: readonly ColumnUse[] = kind === 'players' ? ['player'] : ['name', 'player', 'players'];
  return [...sides, 'delegation', 'category', 'number', 'ignored'];
}

/** Which of the players a column would have, counted from 1. */
export const playerNumber = (uses: readonly ColumnUse[], column: number): number =>
  1 + uses.slice(0, column).filter((use) => use === 'player').length;

/** What spreadsheets call a column, counted from 0. */
export const columnLetters = (column: number): string =>
  (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26));

/** The first few texts that stand in a column. */
export const samplesOf = (lines: readonly EntryLineCard[], column: number, many = 3): string[] =>
  lines
    .map(({ cells }) => cells[column] ?? '')
    .filter(Boolean)
    .slice(0, many);

/** The line that has the headings, or that could have them. */
export const headLine = ({ headings, lines }: EntriesRead): number => headings || (lines[0]?.line ?? 0);

/** The entries of the lines that are ticked. */
export const chosenSides = (lines: readonly EntryLineCard[], left: ReadonlySet<number>): NewSide[] =>
  lines.flatMap(({ line, side }) => (side && !left.has(line) ? [side] : []));

/** The players of an entry, where it comes from and its category, as far as its name does not say it. */
export const besideName = ({ name, players, delegation, category }: NewSide): string =>
  [players.join() === name ? '' : players.join(', '), delegation, category].filter(Boolean).join(' · ');
