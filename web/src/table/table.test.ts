import { beforeEach, describe, expect, test } from 'vitest';
import { state } from '../net/testHelpers';
import type { DealEndedEvent, SeatState } from '../net/types';
import { speak } from '../i18n';
import { filled } from '../i18n/translate.svelte';
import { formatNumber, formatSigned, formatTime } from '../i18n/numberFormat';
import { around, near, sideName, whoIs } from '../lib/tables/seatNames';
import { pointsHistory } from '../result/pointsHistory';

const [ana, bot] = state().seats as [SeatState, SeatState];
const four = state({ seats: [ana, { ...ana, name: 'Bruno' }, { ...ana, name: 'Clara' }, bot], you: 1 });

describe('people', () => {
  beforeEach(() => speak('pt'));

  test('sit as they do at a table', () => {
    const seen = (clockwise: boolean) =>
      Object.fromEntries(around(four, clockwise).map(({ seat, place }) => [place, seat]));
    expect(seen(true)).toEqual({ near: 1, left: 2, across: 3, right: 0 });
    expect(seen(false)).toEqual({ near: 1, right: 2, across: 3, left: 0 });
    expect(around(state(), true)).toEqual([
      { seat: 1, place: 'across' },
      { seat: 0, place: 'near' },
    ]);
  });

  test('are called as they call each other', () => {
    expect(whoIs(four, 1)).toBe('Você');
    expect(whoIs(four, 3)).toBe('Tio Beto');
    expect([sideName(four, 1), sideName(four, 0)]).toEqual(['Nós', 'Eles']);
    expect(sideName({ ...four, you: null }, 0)).toBe('Ana e Clara');
    expect([sideName(state(), 0), sideName(state(), 1)]).toEqual(['Você', 'Tio Beto']);
    expect(near({ ...four, you: null })).toBe(0);
  });
});

describe('figures', () => {
  test('are grouped and signed', () => {
    expect([formatNumber(980), formatNumber(1240), formatNumber(-35), formatNumber(-1500)]).toEqual([
      '980',
      '1.240',
      '\u221235',
      '\u22121.500',
    ]);
    expect(filled('{n} ponto | {n} pontos', { n: formatNumber(1000) })).toBe('1.000 pontos');
    expect(filled('{n} ponto | {n} pontos', { n: formatNumber(-1) })).toBe('\u22121 ponto');
    expect(filled('{n} ponto | {n} pontos', { n: 1 })).toBe('1 ponto');
    expect([formatSigned(20), formatSigned(0), formatSigned(-5)]).toEqual(['+20', '0', '\u22125']);
    expect([formatTime(0), formatTime(9_001), formatTime(65_000), formatTime(600_000)]).toEqual([
      '0:00',
      '0:10',
      '1:05',
      '10:00',
    ]);
  });

  test('are grouped in English as the English do', async () => {
    await speak('en');
    expect(formatNumber(-12340)).toBe('\u221212,340');
    await speak('pt');
  });
});

describe('the points of a match', () => {
  test('are told from its beginning by the end of any of its deals', () => {
    const history = [
      [0, 0],
      [50, 20],
      [200, 40],
    ];
    expect(pointsHistory({ history } as unknown as DealEndedEvent)).toEqual(history);
    expect(pointsHistory(null)).toEqual([]);
  });
});
