import { describe, expect, test } from 'vitest';
import type { FixtureCard, RoundCard, SideCard, TournamentView } from './types';
import { linesOf } from '../room/logLines';
import { mayRevoke, permits } from './permissions';
import {
  byUrgency,
  calledRounds,
  draftOf,
  dueRound,
  lateFor,
  matchesOf,
  newTable,
  opening,
  resultOf,
  swapped,
  tableState,
} from './round';
import { entryOf, givenName, sidesFound } from '../room/sides/sideEntry';

const NOWHERE = { delegation: '', category: '' };

const played = (...matches: [number, number][]) => ({ kind: 'played' as const, matches });
const table = (number: number, more: Partial<FixtureCard> = {}): FixtureCard => ({
  table: number,
  one: [number * 2 - 1],
  two: [number * 2],
  result: null,
  points: null,
  reports: null,
  claimed: null,
  corrected: false,
  ...more,
});

describe('a round', () => {
  const done = table(1, { result: played([2000, 10]) });
  const waiting = table(3, { reports: [played([1, 2]), null] });
  const different = table(4, { reports: [played([1, 2]), played([2, 1])] });
  const silent = table(2, { reports: [null, null] });

  test('has what is wrong first, then what is missing', () => {
    expect([done, waiting, different, silent].map(tableState)).toEqual(['done', 'waiting', 'different', 'silent']);
    expect(byUrgency([done, silent, waiting, different], false).map((each) => each.table)).toEqual([4, 3, 2, 1]);
    expect(byUrgency([done, silent, waiting, different], true).map((each) => each.table)).toEqual([4, 3, 2]);
  });

  test('that something is to be done with is the first without a signature, not one that was paired ahead', () => {
    const now = (...stages: string[]) =>
      dueRound({
        phases: [{ groups: [{}], rounds: stages.map((stage, at) => ({ number: at + 1, stage })) }],
      } as unknown as TournamentView)?.number;
    expect(now('ratified', 'closed', 'draft')).toBe(2);
    expect(now('ratified', 'ratified', 'draft')).toBe(3);
    expect(now('ratified', 'ratified')).toBe(2);
    expect(now()).toBe(undefined);
  });

  test('two sides change places, at their tables alone', () => {
    const round = { tables: [table(1), table(2), table(3)], byes: [7], encounters: [] };
    expect(swapped(round, 1, 4)).toEqual({
      fixtures: [
        { table: 1, one: [4], two: [2] },
        { table: 2, one: [3], two: [1] },
      ],
      byes: [7],
    });
    expect(swapped(round, 7, 2)).toEqual({ fixtures: [{ table: 1, one: [1], two: [7] }], byes: [2] });
    for (const [one, other] of [
      [1, 1],
      [1, 9],
      [0, 2],
    ] as const)
      expect(swapped(round, one, other)).toBeNull();
  });
});

describe('a result that is typed', () => {
  test('is understood as people write numbers', () => {
    expect(
      resultOf({
        kind: 'played',
        scores: [
          ['2.010', '1 500'],
          ['', ''],
        ],
        halves: [],
      }),
    ).toEqual(played([2010, 1500]));
    expect(resultOf({ kind: 'played', scores: [['\u221235', '-100']], halves: [] })).toEqual(played([-35, -100]));
    expect(resultOf({ kind: 'abandoned', scores: [['', '']], halves: [1] })).toEqual({
      kind: 'abandoned',
      left: 1,
      matches: [],
    });
    expect(resultOf({ kind: 'walkover', scores: [], halves: [1, 0] })).toEqual({ kind: 'walkover', absent: [0, 1] });
    expect(resultOf({ kind: 'default', scores: [['x', '']], halves: [0] })).toEqual({ kind: 'default', winner: 0 });
  });

  test.each([
    ['played', [['2010', '']], []],
    ['played', [['', '']], []],
    ['played', [['2e3', '1']], []],
    ['walkover', [], []],
    ['default', [], []],
    ['abandoned', [], []],
  ] as const)('of %s with %j and %j is none', (kind, scores, halves) => {
    expect(resultOf({ kind, scores, halves })).toBeNull();
  });

  test('fills the fields again', () => {
    for (const each of [
      played([2010, -15], [1, 2]),
      { kind: 'walkover', absent: [1] } as const,
      { kind: 'default', winner: 0 } as const,
    ]) {
      expect(resultOf(draftOf(each, 1))).toEqual(each);
    }
    expect(draftOf(null, 2).scores).toHaveLength(2);
    const deals = {
      kind: 'deals',
      deals: [
        [500, 300],
        [-20, 400],
      ],
    } as const;
    expect(resultOf(draftOf(deals, 2), true)).toEqual(deals);
  });

  test('has as many matches as the encounter', () => {
    expect([
      matchesOf('best_of', 1),
      matchesOf('best_of', 3),
      matchesOf('exactly', 2),
      matchesOf('deals', 4),
      matchesOf('deals', 4, true),
    ]).toEqual([
      [1, 1],
      [2, 3],
      [2, 2],
      [1, 1],
      [4, 4],
    ]);
  });
});

test('a roll call is for the next round, in a league for the rest of its evening', () => {
  const rounds = (...stages: RoundCard['stage'][]): RoundCard[] => stages.map((stage) => ({ stage }) as RoundCard);
  expect(calledRounds({ rounds: [], missable: 7, evening: 1 })).toEqual([1]);
  expect(calledRounds({ rounds: rounds('ratified', 'playing', 'draft'), missable: 7, evening: 1 })).toEqual([3]);
  expect(calledRounds({ rounds: rounds('ratified', 'closed'), missable: 12, evening: 4 })).toEqual([3, 4]);
  expect(calledRounds({ rounds: rounds('ratified'), missable: 0, evening: 1 })).toEqual([]);
});

describe('who came late', () => {
  const side = (number: number, withdrawn = false): SideCard => ({
    number,
    name: `S${number}`,
    players: [],
    delegation: '',
    category: '',
    checked_in: true,
    withdrawn,
  });
  const sides = [...Array.from({ length: 7 }, (_, at) => side(at + 1)), side(8, true)];
  const groups = [{ sides: [1, 2, 3, 4, 5, 6, 7, 8], standings: [] }];
  const round = {
    tables: [table(1, { one: [1], two: [2] }), table(4, { one: [3], two: [4] })],
    byes: [5],
    number: 2,
    encounters: [],
  };

  test('is neither at a table nor resting; by a schedule nobody is', () => {
    expect(lateFor({ sides }, { form: 'swiss', groups, absences: [] }, round)).toEqual([6, 7]);
    expect(
      lateFor(
        { sides },
        {
          form: 'swiss',
          groups,
          absences: [
            { side: 6, round: 2, bye: false },
            { side: 7, round: 3, bye: false },
          ],
        },
        round,
      ),
    ).toEqual([7]);
    expect(lateFor({ sides }, { form: 'knockout', groups, absences: [] }, round)).toEqual([]);
  });

  test('teams change with all tables of their encounters', () => {
    const encounters = [1, 3].map((one, at) => ({
      number: at + 1,
      tables: [2 * at + 1, 2 * at + 2],
      one,
      two: one + 1,
      score: null,
      points: null,
    }));
    const teams = { tables: [table(1), table(2), table(3), table(4)], byes: [5], encounters };
    expect(swapped(teams, 1, 4)).toEqual({
      fixtures: [
        { table: 1, one: [4], two: [2] },
        { table: 2, one: [3], two: [1] },
      ],
      byes: [5],
    });
    expect(newTable(teams, 6, 5)).toEqual({ fixtures: [{ table: 3, one: [6], two: [5] }], byes: [] });
  });

  test('plays at a new table, and a bye that is given up is none', () => {
    expect(newTable(round, 6, 5)).toEqual({ fixtures: [{ table: 5, one: [6], two: [5] }], byes: [] });
    expect(newTable(round, 6, 7)).toEqual({ fixtures: [{ table: 5, one: [6], two: [7] }], byes: [5] });
  });
});

test('a table opens what there is to be done at it', () => {
  const none = table(1),
    done = table(1, { result: { kind: 'played', matches: [[1, 0]] } }),
    claimed = table(1, { claimed: [true, false] });
  expect(opening('desk', 'playing', none)).toBe('result');
  expect(opening('desk', 'closed', done)).toBeNull();
  expect(opening('referee', 'closed', done)).toBe('correct');
  expect([opening('desk', 'published', none, true), opening('desk', 'published', claimed, true)]).toEqual([
    null,
    'phones',
  ]);
  expect(opening('desk', 'published', none)).toBe('phones');
  expect(opening('organiser', 'ratified', done)).toBeNull();
});

describe('entries', () => {
  test('are called by their players where they have no name', () => {
    expect(entryOf('pairs', ' ', [' Ana  Lúcia ', 'Rui'], NOWHERE)).toEqual({
      name: 'Ana Lúcia / Rui',
      players: ['Ana Lúcia', 'Rui'],
      ...NOWHERE,
    });
    expect(entryOf('teams', 'Ouro', ['A', 'B', 'C', ''], { delegation: 'AABB', category: 'Mista' })).toEqual({
      name: 'Ouro',
      players: ['A', 'B', 'C'],
      delegation: 'AABB',
      category: 'Mista',
    });
    expect(entryOf('players', '', ['Ana'], NOWHERE)?.name).toBe('Ana');
    const long = ['Maria Aparecida dos Santos Albuquerque Gonçalves', 'José Roberto de Vasconcelos e Silva Magalhães'];
    expect(entryOf('pairs', '', long, NOWHERE)).toMatchObject({
      name: 'Maria Gonçalves / José Magalhães',
      players: long,
    });
    expect(entryOf('pairs', 'Nós', ['Ana', ' '], NOWHERE)).toBeNull();
  });

  test('keep the name they were given, and no other, when their players are corrected', () => {
    expect(['Ana / Rui', 'Nós'].map((name) => givenName({ name, players: ['Ana', 'Rui'] }))).toEqual(['', 'Nós']);
  });

  test('are found by number, name, player, club or category, whatever the accents', () => {
    const side = (number: number, name: string, delegation: string, category = ''): SideCard => ({
      number,
      name,
      players: [name],
      delegation,
      category,
      checked_in: false,
      withdrawn: false,
    });
    const sides = [side(1, 'Conceição', 'AABB'), side(12, 'Rui', 'Apcef', 'Sênior')];
    expect(
      ['conceicao', 'aabb', '1', 'APCEF', 'senior', '', 'x'].map((text) =>
        sidesFound(sides, text).map(({ number }) => number),
      ),
    ).toEqual([[1], [1], [1], [12], [12], [1, 12], []]);
  });
});

describe('who may', () => {
  test('is as the server has it', () => {
    expect(
      ['pair', 'result_decided', 'check_in', 'result_reported'].map((each) => permits('organiser', each as 'pair')),
    ).toEqual([true, true, true, false]);
    expect(['pair', 'result_decided', 'check_in', 'enter'].map((each) => permits('referee', each as 'pair'))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['sheet_received', 'result_decided', 'release_half'].map((each) => permits('desk', each as 'pair'))).toEqual(
      [true, false, true],
    );
    expect(permits(null, 'check_in')).toBe(false);
    expect([
      mayRevoke('organiser', 'round_ratified'),
      mayRevoke('referee', 'round_ratified'),
      mayRevoke('referee', 'sheet_received'),
      mayRevoke('desk', 'sheet_received'),
    ]).toEqual([true, false, true, false]);
  });
});

test('lines of the log are read with what no longer counts', () => {
  const line = (number: number, event: object): string =>
    JSON.stringify({ line: number, at: 5, by: 'Ana', before: '', event, digest: '' });
  const text = [
    line(1, { type: 'side_registered', side: 7 }),
    line(2, { type: 'result_decided', round: 2, table: 5, reason: 'folha' }),
    line(3, { type: 'revoked', line: 2, reason: 'engano' }),
    line(4, { type: 'revoked', line: 3, reason: 'não' }),
    line(5, { type: 'revoked', line: 1, reason: 'x' }),
  ].join('\n');
  expect(linesOf(`${text}\n`).map(({ line, place, revoked }) => [line, place, revoked])).toEqual([
    [5, '1', false],
    [4, '3', false],
    [3, '2', true],
    [2, '2.5', false],
    [1, '#7', true],
  ]);
});
