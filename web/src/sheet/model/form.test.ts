/** Compared with Python by shared cases (tests/scoresheet/cases.py). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countWarnings, pointsOf, SIDES, totalOf, totalWarnings, type Both, type Form } from './form';
import { withDeal, type Sheet } from './sheet';
import { progressOf } from './progress';

interface Cases {
  forms: Record<string, Form>;
  cases: {
    form: string;
    sides: Both;
    points: Record<string, number>[];
    totals: number[];
    warnings: { code: string; side: number | null }[];
  }[];
  totals: { form: string; total: number; warnings: string[] }[];
  matches: { form: string; target: number; dealer: number; deals: [number, number][]; states: Stand[] }[];
}
interface Stand {
  points: number[];
  dealer: number;
  minimums: number[];
  finished: boolean;
  winner: number | null;
}

const { forms, cases, totals, matches } = JSON.parse(
  readFileSync(new URL('../../../../tests/scoresheet/cases.json', import.meta.url), 'utf-8'),
) as Cases;

test('there are enough cases', () => {
  expect(cases.length).toBeGreaterThan(100);
  expect(matches.length).toBeGreaterThan(20);
});

describe('a deal that was counted', () => {
  test.each(Object.keys(forms))('of %s is worth what Python says', (name) => {
    const form = forms[name]!;
    for (const each of cases.filter((one) => one.form === name)) {
      const points = SIDES.map((side) =>
        Object.fromEntries(
          form.fields.map((field) => [field.id, pointsOf(form, field, each.sides, side)]).filter(([, made]) => made),
        ),
      );
      expect(points).toEqual(each.points);
      const made = SIDES.map((side) => totalOf(form, each.sides, side));
      expect(made).toEqual(each.totals);
      const found = [
        ...countWarnings(form, each.sides),
        ...SIDES.flatMap((side) => totalWarnings(form, made[side]!, side)),
      ];
      expect(found.map(({ code, side }) => ({ code, side }))).toEqual(each.warnings);
    }
  });
});

test('a total alone is warned of as Python does', () => {
  for (const { form, total, warnings } of totals) {
    expect(totalWarnings(forms[form]!, total, 0).map(({ code }) => code)).toEqual(warnings);
  }
});

test('matches end, and deals are dealt, as Python says', () => {
  for (const { form: name, target, dealer, deals, states } of matches) {
    const form = forms[name]!;
    const players = Array<string>(form.players).fill('');
    for (const [played, state] of states.entries()) {
      const empty: Sheet = {
        rulebook: name,
        revision: 1,
        about: {},
        names: ['A', 'B'],
        players,
        score: [0, 0],
        target: target || null,
        dealer,
        nextDealer: 'next_seat',
        encounter: null,
        forfeits: [],
        deals: [],
      };
      const sheet = deals
        .slice(0, played)
        .reduce((before, [one, other]) => withDeal(before, 1, [{ total: one }, { total: other }]), empty);
      const { points, next, winner } = progressOf(sheet, form);
      expect(points).toEqual(state.points);
      expect(next === null).toBe(state.finished);
      if (winner !== undefined) expect(winner).toBe(state.winner);
      if (!next) continue;
      expect(next.dealer).toBe(state.dealer);
      expect(next.vulnerable.map((is) => (is ? form.minimums[0] : 0))).toEqual(state.minimums);
    }
  }
});
