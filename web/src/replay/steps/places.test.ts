import { describe, expect, test } from 'vitest';
import { keyOf } from './keys';
import { isSheet, lastOf, moved, readQuery, turnsOf, within, writeQuery, type Paced } from './places';

const paced = (turns: number[], ending: string | null = 'stock'): Paced => ({
  steps: turns.map((turn) => ({ turn })),
  ending,
});
/** Two deals: three turns of 2, 1 and 3 steps; one turn of an unfinished deal. */
const deals = [paced([1, 1, 2, 3, 3, 3]), paced([1, 1], null)];

describe('places', () => {
  test('end with the points of a deal that is over', () => {
    expect(lastOf(deals[0]!)).toBe(7);
    expect(isSheet(deals[0]!, 7)).toBe(true);
    expect(lastOf(deals[1]!)).toBe(2);
    expect(isSheet(deals[1]!, 2)).toBe(false);
  });

  test('going on by steps reaches every place once, and comes back the same way', () => {
    const way = [{ deal: 0, step: 0 }];
    for (;;) {
      const next = moved(deals, way.at(-1)!, 'step', 1);
      if (next.deal === way.at(-1)!.deal && next.step === way.at(-1)!.step) break;
      way.push(next);
    }
    expect(way).toHaveLength(8 + 3);
    const back = [way.at(-1)!];
    while (back.length < way.length) back.push(moved(deals, back.at(-1)!, 'step', -1));
    expect(back.reverse()).toEqual(way);
    expect(moved(deals, { deal: 0, step: 0 }, 'step', -1)).toEqual({ deal: 0, step: 0 });
  });

  test.each([
    [0, 1, { deal: 0, step: 2 }],
    [1, 1, { deal: 0, step: 2 }],
    [2, 1, { deal: 0, step: 3 }],
    [3, 1, { deal: 0, step: 6 }],
    [6, 1, { deal: 0, step: 7 }],
    [7, 1, { deal: 1, step: 0 }],
    [7, -1, { deal: 0, step: 6 }],
    [5, -1, { deal: 0, step: 3 }],
    [1, -1, { deal: 0, step: 0 }],
  ] as const)('by turns from step %i (%i)', (step, by, to) => {
    expect(moved(deals, { deal: 0, step }, 'turn', by)).toEqual(to);
  });

  test('by deals it goes to beginnings, and to the very end', () => {
    expect(moved(deals, { deal: 0, step: 3 }, 'deal', 1)).toEqual({ deal: 1, step: 0 });
    expect(moved(deals, { deal: 1, step: 1 }, 'deal', -1)).toEqual({ deal: 1, step: 0 });
    expect(moved(deals, { deal: 1, step: 0 }, 'deal', -1)).toEqual({ deal: 0, step: 0 });
    expect(moved(deals, { deal: 1, step: 0 }, 'deal', 1)).toEqual({ deal: 1, step: 2 });
  });

  test('turns know their steps', () => {
    expect(turnsOf(deals[0]!)).toEqual([
      { turn: 1, first: 1, last: 2 },
      { turn: 2, first: 3, last: 3 },
      { turn: 3, first: 4, last: 6 },
    ]);
  });
});

describe('addresses', () => {
  test('come back as the place that they were made of', () => {
    const place = { deal: 1, step: 2 };
    expect(readQuery(writeQuery(place, null), deals, 4)).toEqual({ place, seat: null });
    expect(readQuery(writeQuery(place, 3), deals, 4)).toEqual({ place, seat: 3 });
  });

  test.each(['', '?mao=0', '?mao=-1&passo=-4', '?mao=x&passo=1e3&lugar=9', '?mao=99999999&lugar=0'])(
    '%s is the beginning',
    (search) => {
      expect(readQuery(search, deals, 4)).toEqual({ place: { deal: 0, step: 0 }, seat: null });
    },
  );

  test('beyond what there is they are the nearest place', () => {
    expect(readQuery('?mao=7&passo=900', deals, 2).place).toEqual({ deal: 1, step: 2 });
    expect(within(deals, { deal: -2, step: 99 })).toEqual({ deal: 0, step: 7 });
  });
});

describe('keys', () => {
  const press = (key: string, more: object = {}) =>
    keyOf({
      key,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      shiftKey: false,
      defaultPrevented: false,
      target: null,
      ...more,
    });

  test('step, turn, deal and play', () => {
    expect(press('ArrowRight')).toEqual(['step', 1]);
    expect(press('ArrowUp')).toEqual(['turn', -1]);
    expect(press('PageDown')).toEqual(['deal', 1]);
    expect(press(' ')).toBe('play');
    expect(press('Home')).toBe('home');
    expect(press('a')).toBeNull();
    expect(press('toString')).toBeNull();
  });

  test('are left to whoever has them', () => {
    expect(press('ArrowRight', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', { defaultPrevented: true })).toBeNull();
    const within = (names: string) => ({
      target: { closest: (of: string) => (of.split(', ').some((name) => names === name) ? {} : null) },
    });
    expect(press('ArrowRight', within('input'))).toBeNull();
    expect(press(' ', within('button'))).toBeNull();
    expect(press('ArrowRight', within('button'))).toEqual(['step', 1]);
  });
});
