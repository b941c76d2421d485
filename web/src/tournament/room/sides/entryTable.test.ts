import { describe, expect, test } from 'vitest';
import type { EntriesRead, EntryLineCard, SideCard, TournamentView } from '../../state/types';
import { besideName, chosenSides, columnLetters, headLine, playerNumber, samplesOf, usesFor } from './entryTable';
import { elsewhere, entryOf, mayRemove } from './sideEntry';

const NOWHERE = { delegation: '', category: '' };

const line = (number: number, ...cells: string[]): EntryLineCard => ({
  line: number,
  cells,
  side: cells[1] ? { name: cells[0]!, players: cells.slice(1) } : null,
  fault: null,
  warnings: [],
});
const side = (number: number, ...players: string[]): SideCard => ({
  number,
  name: players.join(' e '),
  players,
  delegation: '',
  category: '',
  checked_in: false,
  withdrawn: false,
});

describe('a table of entries', () => {
  const lines = [line(2, 'A', 'Ana', 'Rui'), line(3, 'B'), line(5, 'C', 'Bia', 'Leo')];

  test('has columns that are called as in a spreadsheet', () => {
    expect([0, 1, 25, 26, 29].map(columnLetters)).toEqual(['A', 'B', 'Z', 'AA', 'AD']);
    expect(samplesOf(lines, 1)).toEqual(['Ana', 'Bia']);
    expect(samplesOf(lines, 7)).toEqual([]);
    expect(usesFor('players')).not.toContain('players');
    expect([1, 2, 4].map((at) => playerNumber(['name', 'player', 'player', 'ignored', 'player'], at))).toEqual([
      1, 2, 3,
    ]);
  });

  test('has its headings in a line, or could have them in the first', () => {
    expect(headLine({ headings: 3, lines } as unknown as EntriesRead)).toBe(3);
    expect(headLine({ headings: 0, lines } as unknown as EntriesRead)).toBe(2);
  });

  test('shows of an entry what its name does not say', () => {
    expect(besideName({ name: 'Ana', players: ['Ana'], delegation: 'AABB' })).toBe('AABB');
    expect(besideName({ name: 'A', players: ['Ana', 'Rui'] })).toBe('Ana, Rui');
  });

  test('enters the lines that are ticked', () => {
    expect(chosenSides(lines, new Set([2])).map(({ name }) => name)).toEqual(['C']);
  });
});

describe('an entry', () => {
  test('that is called by long names has the first and the last of each, or the first', () => {
    const [ana, rui] = ['Ana Maria Aparecida dos Santos Figueiredo', 'Rui Augusto de Vasconcelos e Albuquerque Neto'];
    expect(entryOf('pairs', '', [ana, rui], NOWHERE)?.name).toBe('Ana Figueiredo / Rui Neto');
    const many = Array.from({ length: 6 }, () => 'Wanderlei Albuquerque');
    expect(entryOf('teams', '', many, NOWHERE)?.name).toBe(
      'Wanderlei / Wanderlei / Wanderlei / Wanderlei / Wanderlei / Wanderlei',
    );
    expect(entryOf('pairs', '', ['N'.repeat(60), 'M'.repeat(60)], NOWHERE)?.name).toHaveLength(80);
  });

  test('notices a player who plays in another one, whatever the accents', () => {
    const sides = [side(1, 'José Lima', 'Ana'), { ...side(2, 'Bia', 'Leo'), withdrawn: true }];
    expect(elsewhere(sides, ['jose  lima', 'Bia', '', 'ANA '])).toEqual([
      ['jose lima', 1],
      ['ANA', 1],
    ]);
  });

  test('may be removed until it is in a phase', () => {
    const view = { phases: [{ groups: [{ sides: [1] }] }, { groups: [] }] } as unknown as TournamentView;
    expect([side(1), side(2), { ...side(3), withdrawn: true }].map((each) => mayRemove(view, each))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
