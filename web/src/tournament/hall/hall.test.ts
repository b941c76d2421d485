import { describe, expect, test } from 'vitest';
import { clockAt } from '../state/roundClock';
import { finalOrder } from '../state/sides';
import type { FixtureCard, PhaseCard, RoundCard, SideCard, StandingCard, TournamentView } from '../state/types';
import { found, meetings, standingOf } from './find';
import { KINDS, kindsOf, LINES, pageAfter, pagesOf, seatsOf, shortResult, type WallPage } from './rotation';

const side = (number: number, name: string, players: string[] = []): SideCard => ({
  number,
  name,
  players,
  delegation: '',
  category: '',
  checked_in: true,
  withdrawn: false,
});
const score = { kind: 'played', matches: [[2010, 1500]] } as const;
const fixture = (table: number, one: number[], two: number[], result: FixtureCard['result'] = null): FixtureCard => ({
  table,
  one,
  two,
  result,
  points: null,
  reports: null,
  claimed: null,
  corrected: false,
});
const place = (number: number): StandingCard => ({
  place: number,
  side: number,
  points: 3,
  encounters: 1,
  wins: 1,
  difference: 510,
  reason: '3 pontos',
  passes: false,
});

/** A tournament with this number of pairs, in a round of this stage. With an odd number, one pair has a bye. */
function hall(pairs: number, stage: RoundCard['stage'], results = 0): TournamentView {
  const sides = Array.from({ length: pairs }, (_, at) =>
    side(at + 1, `Dupla ${String.fromCharCode(65 + (at % 26))}${at}`),
  );
  const tables = Array.from({ length: Math.floor(pairs / 2) }, (_, at) =>
    fixture(at + 1, [2 * at + 1], [2 * at + 2], at < results ? score : null),
  );
  const round = {
    number: 1,
    stage,
    tables,
    byes: pairs % 2 ? [pairs] : [],
    ends: stage === 'playing' ? 9000 : null,
    warns: 5000,
    encounters: [],
  };
  const phase = {
    number: 1,
    groups: [{ sides: [], standings: sides.map(({ number }) => place(number)) }],
    rounds: [round],
  };
  return { sides, phases: [phase as unknown as PhaseCard], overall: [] } as unknown as TournamentView;
}
const lines = (page: WallPage): number => {
  if (page.kind === 'tables' || page.kind === 'results') return (page.tables.length + page.byes.length) / 2;
  if (page.kind === 'names') return page.seats.length / 2;
  if (page.kind !== 'standings') return 0;
  return Math.max(...page.columns.map((column) => column.reduce((sum, { places }) => sum + places.length, 0)));
};

test('the final order is listed where it says more than the standings of the last phase', () => {
  const view = hall(1, 'ratified');
  expect(finalOrder({ ...view, overall: [1] })).toEqual([]);
  expect(finalOrder({ ...view, overall: [1, 2, 3] })).toEqual([1, 2, 3]);
  expect(finalOrder(view)).toEqual([]);
});

describe('the wall', () => {
  test.each([2, 7, 31, 32, 33, 64])('shows all of %i pairs by table and by name, few at a time', (pairs) => {
    const view = hall(pairs, 'published');
    const pages = pagesOf(view);
    const byTable = pages.flatMap((page) =>
      page.kind === 'tables' ? [...page.tables.flatMap(({ one, two }) => [...one, ...two]), ...page.byes] : [],
    );
    const byName = pages.flatMap((page) => (page.kind === 'names' ? page.seats : []));
    expect(byTable.sort((one, other) => one - other)).toEqual(view.sides.map(({ number }) => number));
    expect(byName.map(({ name }) => name).sort()).toEqual(view.sides.map(({ name }) => name).sort());
    for (const page of pages) expect(lines(page)).toBeLessThanOrEqual(LINES);
  });

  test('shows thirty-two pairs in eight groups, seats and standings, within seven pages', () => {
    const view = hall(32, 'playing', 5);
    const all = view.phases[0]!.groups[0]!.standings;
    const groups = Array.from({ length: 8 }, (_, at) => ({ sides: [], standings: all.slice(4 * at, 4 * at + 4) }));
    const pages = pagesOf({ ...view, phases: [{ ...view.phases[0]!, groups }] });
    expect(pages.length).toBeLessThanOrEqual(7);
    const places = pages.flatMap((page) => (page.kind === 'standings' ? page.columns.flat() : []));
    expect(places.map(({ group }) => group)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(places.flatMap((each) => each.places)).toEqual(all);
  });

  test('goes through all pages and begins again', () => {
    const pages = pagesOf(hall(32, 'playing', 5));
    const seen = new Set<number>();
    for (let at = 0; !seen.has(at); at = pageAfter(at, pages.length)) seen.add(at);
    expect(seen.size).toBe(pages.length);
    expect(pageAfter(9, 3)).toBe(1);
    expect(pageAfter(4, 0)).toBe(0);
  });

  test('has what there is: the clock while it runs, results once there are some', () => {
    expect(kindsOf(hall(8, 'published'))).toEqual(['tables', 'names']);
    expect(kindsOf(hall(8, 'playing', 1))).toEqual([...KINDS]);
    expect(kindsOf(hall(8, 'closed', 4))).toEqual(['results', 'standings']);
  });

  test('shows one kind where it is asked to, all while there is none of it', () => {
    const view = hall(32, 'playing', 5);
    expect(new Set(pagesOf(view, 'standings').map(({ kind }) => kind))).toEqual(new Set(['standings']));
    expect(pagesOf(hall(8, 'published'), 'results')).toEqual(pagesOf(hall(8, 'published')));
  });

  test('begins with who entered, and ends with the final order', () => {
    const view = hall(8, 'published');
    expect(pagesOf({ ...view, phases: [] }).map(({ kind }) => kind)).toEqual(['sides']);
    expect(pagesOf({ ...view, overall: [2, 1] })).toEqual([{ kind: 'final', from: 1, sides: [2, 1] }]);
    const all = view.sides.map(({ number }) => number);
    expect(
      new Set(pagesOf({ ...hall(8, 'ratified', 4), overall: all }).map(({ kind }) => kind)),
      'with points and reasons where the last phase has all',
    ).toEqual(new Set(['standings']));
  });

  test('has names in the order of the alphabet, those who rest too', () => {
    const view = {
      ...hall(3, 'published'),
      sides: [side(1, 'Érica e Zé'), side(2, 'Davi e Eva'), side(3, 'Fábio e Lia')],
    };
    expect(seatsOf(view)).toEqual([
      { name: 'Davi e Eva', table: 1, gone: false },
      { name: 'Érica e Zé', table: 1, gone: false },
      { name: 'Fábio e Lia', table: null, gone: false },
    ]);
  });

  test('says by name, too, who left before they played', () => {
    const gone = (results: number): string[] => {
      const view = hall(4, 'playing', results);
      const sides = view.sides.map((each) => ({ ...each, withdrawn: each.number === 2 }));
      return seatsOf({ ...view, sides })
        .filter((each) => each.gone)
        .map(({ name }) => name);
    };
    expect(gone(0)).toEqual(['Dupla B1']);
    expect(gone(1)).toEqual([]);
  });
});

describe('a line of the wall', () => {
  test('has a score, matches won, or a word', () => {
    expect(shortResult(score)).toEqual({ score: [2010, 1500] });
    expect(
      shortResult({
        kind: 'played',
        matches: [
          [2010, 1500],
          [5, 2000],
          [2000, -5],
        ],
      }),
    ).toEqual({ score: [2, 1] });
    expect(
      shortResult({
        kind: 'deals',
        deals: [
          [500, 300],
          [-20, 400],
        ],
      }),
    ).toEqual({ score: [480, 700] });
    expect(shortResult({ kind: 'walkover', absent: [1] })).toEqual({ word: 'walkover' });
  });
});

describe('finding oneself', () => {
  const sides = [
    side(1, 'Ana e Rui', ['Ana Conceição', 'Rui Sá']),
    side(2, 'Bia e Leo', ['Bia', 'Leo']),
    side(3, 'Os Anjos', ['Zé']),
  ];
  const names = (typed: string) => found(sides, typed).map(({ number }) => number);

  test.each([
    ['conceicao', [1]],
    ['CONCEIÇÃO', [1]],
    ['sa', [1]],
    ['an', [1, 3]],
    ['rui ana', [1]],
    ['leo', [2]],
    ['ze', [3]],
    ['eo', []],
    ['  ', []],
  ])('%s', (typed, numbers) => expect(names(typed)).toEqual(numbers));

  test('tells where, with and against whom, and which place', () => {
    const view = {
      ...hall(5, 'playing', 1),
      phases: [
        {
          ...hall(5, 'playing').phases[0]!,
          rounds: [
            { number: 1, tables: [fixture(1, [1, 2], [3, 4], score)], byes: [5] },
            { number: 2, tables: [fixture(2, [5], [1])], byes: [] },
          ],
        } as unknown as PhaseCard,
      ],
    };
    const [latest, first] = meetings(view, 1);
    expect(latest).toMatchObject({ round: { number: 2 }, partners: [], opponents: [5] });
    expect(first).toMatchObject({ round: { number: 1 }, partners: [2], opponents: [3, 4] });
    expect(meetings(view, 5).at(-1)).toMatchObject({ fixture: null, opponents: [] });
    expect(meetings(view, 9)).toEqual([]);
    expect(standingOf(view, 4)?.place).toBe(4);
  });
});

describe('the time of a round', () => {
  const time = { ends: 9000, warns: 5000, encounters: [] };

  test.each([
    [1000, 'running', 8000],
    [5000, 'warned', 4000],
    [9000, 'called', 0],
  ] as const)('at %i', (now, stage, left) => expect(clockAt(time, now)).toEqual({ stage, left }));

  test('there is none before the start, and no warning where there is none', () => {
    expect(clockAt({ ends: null, warns: null }, 1).stage).toBe('none');
    expect(clockAt({ ends: 9000, warns: null }, 8999).stage).toBe('running');
    expect(clockAt({ ends: 9000, warns: 8000, paused: 4000 }, 99_000)).toEqual({ stage: 'paused', left: 5000 });
    expect(clockAt({ ends: 9000, warns: 8000, paused: 9500 }, 99_000)).toEqual({ stage: 'paused', left: 0 });
  });
});
