import { describe, expect, test } from 'vitest';
import { EMPTY, received, type HandHistory } from './handChanges';
import { keyedHand, movedCard, sortedHand, type HandCard } from './handOrder';

const hand = (text: string): HandCard[] => keyedHand([], text.split(' '));
const text = (cards: readonly HandCard[]): string => cards.map(({ card }) => card).join(' ');
const keys = (cards: readonly HandCard[]): string => cards.map(({ key }) => key).join(' ');

describe('orders', () => {
  const some = hand('2S AS 5S 6S TS 3H 7H 2D QD 8C JC 5S');

  test('by suit, wild cards at the end', () => {
    expect(text(sortedHand(some, 'suit'))).toBe('5S 5S 6S TS AS 3H 7H 8C JC QD 2S 2D');
  });

  test('by rank', () => {
    expect(text(sortedHand(some, 'rank'))).toBe('3H 5S 5S 6S 7H 8C TS JC QD AS 2S 2D');
  });

  test('by melds: runs, threes of a rank, neighbours, the rest, wild cards', () => {
    expect(text(sortedHand(hand('3H KS 4D AH 5D QD 6D AC AD 8H 9H 2C'), 'melds'))).toBe(
      '4D 5D 6D AH AC AD 8H 9H KS 3H QD 2C',
    );
    expect(text(sortedHand(hand('AS 3S 5H QS KS AS'), 'melds'))).toBe('QS KS AS AS 3S 5H');
  });

  test('none loses a card or a key', () => {
    for (const order of ['suit', 'rank', 'melds', 'own'] as const) {
      expect(
        sortedHand(some, order)
          .map(({ key }) => key)
          .sort(),
      ).toEqual(some.map(({ key }) => key).sort());
    }
  });

  test('your own one, card by card', () => {
    expect(text(movedCard(hand('5S 6S 7S'), '7S0', 0))).toBe('7S 5S 6S');
    expect(text(movedCard(hand('5S 6S 7S'), '5S0', 3))).toBe('6S 7S 5S');
    expect(text(movedCard(hand('5S 6S 7S'), '5S0', 2))).toBe('6S 5S 7S');
    expect(text(movedCard(hand('5S 6S 7S'), 'XX', 2))).toBe('5S 6S 7S');
  });
});

describe('cards that come and go', () => {
  test('who stays keeps key and place', () => {
    const before = movedCard(hand('5S 6S 7S'), '7S0', 0);
    expect(text(keyedHand(before, ['5S', '7S', 'KD']))).toBe('7S 5S KD');
  });

  test('of two equal cards the one that was played goes', () => {
    const before = hand('7H 5S 7H');
    expect(keys(keyedHand(before, ['7H', '5S'], ['7H0']))).toBe('5S0 7H1');
    expect(keys(keyedHand(before, ['7H', '5S'], ['7H1']))).toBe('7H0 5S0');
    expect(keys(keyedHand(before, ['7H', '5S', '7H'], ['7H1']))).toBe('7H0 5S0 7H1');
  });

  test('a key is never given twice', () => {
    const before = keyedHand(hand('7H 5S 7H'), ['7H', '5S'], ['7H0']);
    expect(keys(keyedHand(before, ['5S', '7H', '7H']))).toBe('5S0 7H1 7H0');
  });
});

describe('new cards', () => {
  const told = (turn: number, cards: string, deal = 1) => ({ deal, turn, cards: cards ? cards.split(' ') : [] });
  const fresh = (holding: HandHistory): string => [...holding.fresh].join(' ');

  test('are marked until the turn is over', () => {
    let now = received(EMPTY, told(1, '5S 6S'));
    expect(fresh(now)).toBe('');
    now = received(now, told(1, '5S 6S KD'));
    expect(fresh(now)).toBe('KD0');
    now = received(now, told(1, '5S KD'));
    expect(fresh(now)).toBe('KD0');
    expect(fresh(received(now, told(2, 'KD')))).toBe('');
  });

  test('what an undo brings back is not new', () => {
    let now = received(received(EMPTY, told(1, '5S 6S 7S')), told(1, 'KD 5S 6S 7S'));
    now = received(now, told(1, 'KD'));
    now = received(now, told(1, 'KD 5S 6S 7S'));
    expect(fresh(now)).toBe('KD0');
    expect(text(now.hand)).toBe('KD 5S 6S 7S');
  });

  test('a morto and another deal are wholly new: nothing is marked', () => {
    const empty = received(received(EMPTY, told(1, '5S')), told(1, ''));
    expect(fresh(received(empty, told(1, 'KD QD')))).toBe('');
    expect(fresh(received(empty, told(1, 'KD QD', 2)))).toBe('');
  });
});
