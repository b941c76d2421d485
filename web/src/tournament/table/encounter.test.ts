import { describe, expect, test } from 'vitest';
import { isSwapped, negated, pointsOf, read, typedOf } from './encounter';
import type { Typed } from '../../lib/phone';

const bestOf3 = {
  length: 'best_of',
  number: 3,
  target: 2000,
  at_call: 'play_on',
  each_deal: false,
  scores: { step: 10, least: -2280, most: 5930 },
} as const;
const timed = { ...bestOf3, at_call: 'finish_deal' } as const;
const two = { ...bestOf3, length: 'exactly', number: 2 } as const;
const deals = { ...bestOf3, length: 'deals', number: 4, target: 0 } as const;
const faults = (form: Parameters<typeof read>[0], ...typed: Typed[]) =>
  read(form, typed).lines.map(({ fault }) => fault);

describe('points', () => {
  test.each([
    ['1500', 1500],
    [' 1.250 ', 1250],
    ['1,250', 1250],
    ['−45', -45],
    ['-45', -45],
    ['-0', 0],
    ['', null],
    ['-', null],
  ])('%s', (text, points) => expect(pointsOf(text)).toBe(points));

  test.each(['12a', '1,5', '--3', '1-2'])('%s is no number', (text) => expect(pointsOf(text)).toBe(NaN));

  test('change their sign', () => {
    expect(negated('45')).toBe('-45');
    expect(negated('−45')).toBe('45');
    expect(pointsOf(negated(''))).toBe(null);
  });
});

describe('the best of three', () => {
  test('shows the next match when the one before is whole', () => {
    expect(read(bestOf3, []).lines).toHaveLength(1);
    expect(read(bestOf3, [['2010', '']]).lines).toHaveLength(1);
    expect(read(bestOf3, [['2010', '1500']]).lines).toHaveLength(2);
    expect(
      read(bestOf3, [
        ['2010', '1500'],
        ['900', '2000'],
      ]).lines,
    ).toHaveLength(3);
  });

  test('is over with two matches', () => {
    const found = read(bestOf3, [
      ['2010', '1500'],
      ['2000', '-40'],
    ]);
    expect(found.result).toEqual({
      kind: 'played',
      matches: [
        [2010, 1500],
        [2000, -40],
      ],
    });
    expect(found).toMatchObject({ won: [2, 0], total: [4010, 1460], winner: 0 });
    expect(found.lines).toHaveLength(2);
  });

  test('takes no third match after two', () => {
    expect(faults(bestOf3, ['2010', '1500'], ['2000', '0'], ['2000', '5'])).toEqual([null, null, 'rest']);
    expect(
      read(bestOf3, [
        ['2010', '1500'],
        ['2000', '0'],
        ['2000', '5'],
      ]).result,
    ).toBe(null);
  });

  test('has matches that are over, and whole', () => {
    expect(faults(bestOf3, ['1500', '1990'])).toEqual(['target']);
    expect(faults(bestOf3, ['2050', '2050'])).toEqual(['level']);
    expect(faults(bestOf3, ['2050', 'x'])).toEqual(['number']);
    expect(faults(bestOf3, ['2050', ''])).toEqual(['missing']);
    expect(faults(bestOf3, ['2050', '9999999'])).toEqual(['large']);
    expect(faults(bestOf3, ['', ''], ['2000', '5'])).toEqual(['gap', null]);
    expect(read(bestOf3, [['2010', '1500']]).result).toBe(null);
  });

  test('may end with time below the target, in its last match alone', () => {
    expect(
      read(timed, [
        ['2010', '1500'],
        ['900', '800'],
      ]),
    ).toMatchObject({ winner: 0, won: [2, 0] });
    expect(read(timed, [['1200', '900']]).lines[0]).toMatchObject({ fault: null, cut: true });
    expect(faults(timed, ['1200', '900'], ['2000', '5'])).toEqual(['target', null]);
    expect(read(timed, []).result).toBe(null);
  });
});

test('two matches are both shown, and each side may win one', () => {
  expect(read(two, []).lines).toHaveLength(2);
  expect(read(two, [['2010', '1500']]).result).toBe(null);
  const found = read(two, [
    ['2010', '1500'],
    ['900', '2000'],
  ]);
  expect(found.result).not.toBe(null);
  expect(found.winner).toBe(null);
});

test('deals are one sum, with any points; those that can hardly be are remarked upon', () => {
  expect(read(deals, [['-120', '845']])).toMatchObject({ winner: 1, result: { matches: [[-120, 845]] } });
  const doubtful = (...typed: Typed[]) => read(deals, typed).lines.map((line) => line.doubtful);
  expect(doubtful(['-120', '840'])).toEqual([[]]);
  expect(doubtful(['-120', '845'])).toEqual([[845]]);
  expect(doubtful(['-121', '20100'])).toEqual([[-121, 20100]]);
  expect(doubtful(['-2290', '5940'])).toEqual([[-2290, 5940]]);
  expect(read({ ...deals, scores: { ...deals.scores, step: 5 } }, [['-125', '845']]).lines[0]!.doubtful).toEqual([]);
  expect(read(deals, [['-121', '845']]).lines[0]).toMatchObject({ fault: null });
  expect(
    read(deals, [
      ['5', '5'],
      ['5', '0'],
    ]).result,
  ).toBe(null);
});

test('where deals are compared each one has its score, and with a limit of time the last ones may be missing', () => {
  const compared = { ...deals, number: 2, each_deal: true } as const;
  expect(read(compared, []).lines).toHaveLength(2);
  expect(read(compared, [['500', '300']]).result).toBe(null);
  const found = read(compared, [
    ['500', '300'],
    ['-20', '400'],
  ]);
  expect(found).toMatchObject({
    total: [480, 700],
    winner: 1,
    result: {
      kind: 'deals',
      deals: [
        [500, 300],
        [-20, 400],
      ],
    },
  });
  expect(typedOf(found.result)).toEqual([
    ['500', '300'],
    ['-20', '400'],
  ]);
  expect(
    isSwapped(found.result!, {
      kind: 'deals',
      deals: [
        [300, 500],
        [400, -20],
      ],
    }),
  ).toBe(true);
  expect(read({ ...compared, at_call: 'finish_deal' }, [['500', '300']]).result).toMatchObject({ deals: [[500, 300]] });
  expect(faults(compared, ['1', '2'], ['3', '4'], ['5', '6'])).toEqual([null, null, 'rest']);
});

test('a report goes back into the fields, and one with the sides swapped is known', () => {
  const one = { kind: 'played', matches: [[2010, -5]] } as const;
  expect(typedOf(one)).toEqual([['2010', '-5']]);
  expect(typedOf({ kind: 'default', winner: 0 })).toEqual([]);
  expect(isSwapped(one, { kind: 'played', matches: [[-5, 2010]] })).toBe(true);
  expect(isSwapped(one, one)).toBe(false);
});
