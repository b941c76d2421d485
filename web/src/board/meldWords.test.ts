import { beforeEach, describe, expect, test } from 'vitest';
import type { MeldState } from '../net/types';
import { speak } from '../i18n';
import { canastaOf, meldName, standsFor } from './meldWords';

const meld = (cards: string, low: number, wild: number | null = null): MeldState => ({ cards, low, wild });
const CLEAN = meld('4H 5H 6H 7H 8H 9H TH', 4);
const DIRTY = meld('4H 5H 6H 2C 8H 9H TH', 4, 3);
const THIRTEEN = meld('AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS', 1);
const ROYAL = meld('AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS', 1);

const NO_SPECIAL = { thirteen: false, royal: false };
const ROYAL_ONLY = { thirteen: false, royal: true };
const BOTH = { thirteen: true, royal: true };

describe('a meld', () => {
  beforeEach(() => speak('pt'));

  test('is a canasta from seven cards on, dirty with a wild', () => {
    expect(canastaOf(meld('4H 5H 6H', 4), ROYAL_ONLY)).toBe('none');
    expect(canastaOf(CLEAN, ROYAL_ONLY)).toBe('clean');
    expect(canastaOf(DIRTY, ROYAL_ONLY)).toBe('dirty');
    expect(canastaOf(ROYAL, ROYAL_ONLY)).toBe('royal');
    expect(canastaOf(ROYAL, NO_SPECIAL)).toBe('clean');
    expect(canastaOf(THIRTEEN, ROYAL_ONLY)).toBe('clean');
    expect(canastaOf(THIRTEEN, BOTH)).toBe('thirteen');
    expect(canastaOf(ROYAL, BOTH)).toBe('royal');
    expect(canastaOf(ROYAL, { thirteen: true, royal: false })).toBe('thirteen');
    expect(canastaOf({ ...THIRTEEN, wild: 6 }, BOTH)).toBe('dirty');
    expect(meldName(THIRTEEN, BOTH)).toBe('sequência de espadas, do ás ao rei, canastra real de treze');
  });

  test('shows what its wild stands for, where that is one card', () => {
    expect(standsFor(DIRTY, 3)).toBe('7H');
    expect(standsFor(DIRTY, 2)).toBeNull();
    expect(standsFor(meld('2C QS KS', 11, 0), 0)).toBe('JS');
    expect(standsFor(meld('QS KS 2C', 12, 2), 2)).toBe('AS');
    expect(standsFor(meld('2H 2S 3S', 1, 0), 0)).toBe('AS');
    expect(standsFor(meld('KH KD 2S', 0, 2), 2)).toBeNull();
  });

  test.each([
    [meld('4H 5H 6H 7H 8H', 4), 'sequência de copas, do quatro ao oito'],
    [CLEAN, 'sequência de copas, do quatro ao dez, canastra limpa'],
    [DIRTY, 'sequência de copas, do quatro ao dez, curinga dois de paus no lugar de sete de copas, canastra suja'],
    [ROYAL, 'sequência de espadas, do ás ao ás, canastra real'],
    [meld('TD JD QD', 10), 'sequência de ouros, do dez à dama'],
    [meld('AS AD AC', 0), '3 ases'],
    [meld('KH KD 2S', 0, 2), '3 reis, com o curinga dois de espadas'],
  ])('%j is read as people say it', (given, said) => {
    expect(meldName(given, ROYAL_ONLY)).toBe(said);
  });

  test('is read in English', async () => {
    await speak('en');
    expect(meldName(CLEAN, NO_SPECIAL)).toBe('sequence of hearts, from four to ten, clean canasta');
  });
});
