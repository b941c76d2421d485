import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EncounterResult, Half, TableView } from '../state/types';
import { freshPhone, heard, keepPhone, keptPhone } from '../../lib/phone';
import { reportOf, stateOf, unsent } from './state';

const score: EncounterResult = { kind: 'played', matches: [[2010, 1500]] };
const other: EncounterResult = { kind: 'played', matches: [[2010, 1550]] };
const view = (given: Partial<TableView> = {}): TableView =>
  ({
    phase: 1,
    round: 2,
    table: 3,
    stage: 'playing',
    half: 0,
    now: 5000,
    last: false,
    taken: [true, false],
    reports: [null, null],
    result: null,
    ...given,
  }) as TableView;

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

describe('a phone at a table', () => {
  test('keeps its code and what was typed until it is told to forget', () => {
    const phone = { ...freshPhone('abc'), typed: [['20', ''] as const] };
    keepPhone('t1', phone);
    expect(keptPhone('t1')).toEqual(phone);
    expect(keptPhone('t2')).toBe(null);
    keepPhone('t1', null);
    expect(keptPhone('t1')).toBe(null);
  });

  test('takes no nonsense for what was kept', () => {
    kept.set('canastra.tournament.t1.phone', '{"token":7}');
    expect(keptPhone('t1')).toBe(null);
  });

  test('keeps what was typed while the table is the same and has no result', () => {
    const phone = { ...freshPhone('abc'), typed: [['20', ''] as const] };
    const first = heard(phone, view());
    expect(first).toMatchObject({ half: 0, typed: [['20', '']] });
    expect(heard(first, view({ line: 9 })).typed).toHaveLength(1);
    expect(heard(first, view({ table: 4 })).typed).toEqual([]);
    expect(heard(first, view({ result: score })).typed).toEqual([]);
  });
});

describe('what a table shows', () => {
  test.each([
    [{}, 'write'],
    [{ half: null }, 'choice'],
    [{ stage: 'published' }, 'before'],
    [{ stage: 'closed' }, 'over'],
    [{ stage: 'closed', result: score }, 'stands'],
    [{ result: score }, 'stands'],
    [{ reports: [score, null] }, 'sent'],
    [{ reports: [null, score] }, 'asked'],
    [{ half: 1 as Half, reports: [null, score] }, 'sent'],
    [{ reports: [score, other] }, 'differ'],
  ] as [Partial<TableView>, string][])('%j: %s', (given, state) => expect(stateOf(view(given))).toBe(state));

  test('a report has its figures, also where the other side has said the same', () => {
    const at = { phase: 1, round: 2, table: 3, half: 0 };
    expect(reportOf(view({ reports: [null, score] }), 0, score)).toEqual({
      type: 'result_reported',
      ...at,
      result: score,
    });
  });

  test('what waits for the network is of this table alone, and the last', () => {
    const report = (table: number, result: EncounterResult) => ({ act: reportOf(view({ table }), 0, result) });
    expect(unsent([report(3, score), report(3, other), report(4, score)], view())).toMatchObject({ result: other });
    expect(unsent([report(4, score), { act: { type: 'pair' } as const }], view())).toBe(null);
  });
});
