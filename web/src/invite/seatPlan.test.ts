import { expect, test } from 'vitest';
import type { SeatState } from '../net/types';
import { missing, sides } from './seatPlan';

const seat = (kind: SeatState['kind'], name = '', ready = kind === 'bot'): SeatState =>
  ({ kind, name, ready }) as SeatState;

const four = [seat('person', 'Ana'), seat('bot'), seat('person', 'Bia', true), seat('empty')];

test('your side comes first', () => {
  const numbers = (you: number | null) => sides(four, you).map((side) => side.map(({ number }) => number));
  expect(numbers(null)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(numbers(2)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(numbers(1)).toEqual([
    [1, 3],
    [0, 2],
  ]);
});

test('people are waited for first, then oneself, then the others', () => {
  expect(missing({ seats: four, you: 0 })).toEqual({ kind: 'people', n: 1 });
  const full = [...four.slice(0, 3), seat('person', 'Caio')];
  expect(missing({ seats: full, you: 0 })).toEqual({ kind: 'you' });
  expect(missing({ seats: full, you: 2 })).toEqual({ kind: 'others', names: ['Ana', 'Caio'] });
  expect(missing({ seats: full, you: null })).toEqual({ kind: 'others', names: ['Ana', 'Caio'] });
  expect(missing({ seats: [seat('bot'), seat('bot')], you: null })).toEqual({ kind: 'nothing' });
});
