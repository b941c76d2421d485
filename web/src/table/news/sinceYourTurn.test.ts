import { expect, test } from 'vitest';
import type { LoggedEvent } from '../../net/connection/tableReducer';
import { sinceYourTurn } from './sinceYourTurn';

function played(...seats: number[]): LoggedEvent[] {
  return seats.map((seat, place) => ({
    seq: place + 1,
    event: { type: 'played', at: 0, step: place, seat, entry: 'draw ??' },
  }));
}
const numbers = (log: readonly LoggedEvent[]): number[] => log.map(({ seq }) => seq);

test('before the first own action it is all there is', () => {
  expect(numbers(sinceYourTurn(played(1, 2, 3), 0))).toEqual([1, 2, 3]);
});

test('then what came after the last own action', () => {
  expect(numbers(sinceYourTurn(played(0, 0, 1, 2, 3), 0))).toEqual([3, 4, 5]);
});

test('during the own turn what led to it, and what was done since', () => {
  expect(numbers(sinceYourTurn(played(0, 1, 2, 3, 0, 0), 0))).toEqual([2, 3, 4, 5, 6]);
});

test('a spectator sees everything', () => {
  expect(numbers(sinceYourTurn(played(0, 1), null))).toEqual([1, 2]);
});
