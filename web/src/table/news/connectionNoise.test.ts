import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../../net/connection/tableReducer';
import type { TableEvent } from '../../net/types';
import { withoutNoise } from './connectionNoise';

const lost = (seat: number): TableEvent => ({ type: 'disconnected', at: 1, seat });
const back = (seat: number): TableEvent => ({ type: 'reconnected', at: 1, seat });
const draws: TableEvent = { type: 'played', at: 1, step: 1, seat: 1, entry: 'draw ??' };

function left(you: number | null, ...events: TableEvent[]): number[] {
  const log: LoggedEvent[] = events.map((event, seq) => ({ seq, event }));
  return withoutNoise(log, you).map(({ seq }) => seq);
}

describe('the log says nothing', () => {
  test('of the own connection, nor of the server that was away', () => {
    expect(left(0, lost(0), { type: 'resumed', at: 1 }, draws, back(0))).toEqual([2]);
    expect(left(null, { type: 'resumed', at: 1 }, draws)).toEqual([1]);
  });

  test('of somebody who was soon back', () => {
    expect(left(0, draws, lost(1), lost(2), back(1), lost(1), back(1), back(2))).toEqual([0]);
  });
});

describe('the log says', () => {
  test('who is away', () => {
    expect(left(0, lost(1), back(1), lost(1))).toEqual([2]);
    expect(left(0, lost(2), draws, lost(1))).toEqual([0, 1, 2]);
  });

  test('that somebody is back after something has happened', () => {
    expect(left(0, lost(1), draws, back(1))).toEqual([0, 1, 2]);
    expect(left(0, lost(1), draws, back(1), lost(1))).toEqual([0, 1, 3]);
  });
});
