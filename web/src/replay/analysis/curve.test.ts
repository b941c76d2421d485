import { describe, expect, test } from 'vitest';
import type { AnalysedDecision, ReplayDeal } from '../../net/types';
import { curveOf, placeOf, pointAt, rangeOf } from './curve';

const step = (turn: number, seat: number) => ({ turn, seat, entry: 'draw 5C', changes: {} });
const deal = {
  steps: [step(1, 0), step(1, 0), step(2, 1), step(2, 1), step(3, 0)],
  ending: 'going_out',
  scores: [{ total: 300 }, { total: 100 }],
} as unknown as ReplayDeal;
const decision = (turn: number, action: number, seat: number, points: number): AnalysedDecision => ({
  deal: 1,
  turn,
  action,
  seat,
  points,
  error: 1,
});

describe('the curve of a deal', () => {
  const curve = curveOf(
    { deals: [deal] },
    [decision(1, 1, 0, 40), decision(2, 2, 1, 20), decision(3, 1, 0, 60), { ...decision(1, 1, 0, 999), deal: 2 }],
    0,
  );

  test('has a point before each decision, the mean of what both sides knew, and in the end what came of it', () => {
    expect(curve).toEqual([
      { place: { deal: 0, step: 0 }, lead: 40 },
      { place: { deal: 0, step: 3 }, lead: 10 },
      { place: { deal: 0, step: 4 }, lead: 20 },
      { place: { deal: 0, step: 6 }, lead: 200 },
    ]);
  });

  test('is read at any place', () => {
    expect([0, 2, 3, 5, 6].map((at) => pointAt(curve, at)?.lead)).toEqual([40, 40, 10, 20, 200]);
    expect(pointAt([], 3)).toBeUndefined();
  });

  test('lies between numbers that are not too close', () => {
    expect(rangeOf([{ place: { deal: 0, step: 0 }, lead: 40 }])).toEqual([-130, 170]);
    expect(rangeOf([{ place: { deal: 0, step: 0 }, lead: -500 }])).toEqual([-500, 0]);
  });

  test('a decision is at the place before its first entry', () => {
    expect(placeOf([deal], decision(2, 2, 1, 0))).toEqual({ deal: 0, step: 3 });
  });
});
