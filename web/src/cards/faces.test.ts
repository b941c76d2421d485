import { describe, expect, test } from 'vitest';
import { CARDS, faceOf, GLYPHS, RANKS, suitAt, SUIT_PATHS, SUITS } from './faces';

/** Letters and numbers of a path, apart from those of no path at all. */
const PATH = /^M[-\d. MLHVCSQTAZmlhvcsqtaz]+$/;

describe('faces', () => {
  test('there is one for each of the 52 cards', () => {
    expect(new Set(CARDS).size).toBe(52);
    for (const card of CARDS) {
      const face = faceOf(card)!;
      expect(face.rank + face.suit).toBe(card);
      expect(GLYPHS[face.rank].path).toMatch(PATH);
      expect(SUIT_PATHS[face.suit]).toMatch(PATH);
    }
  });

  test('no two ranks and no two suits are drawn alike', () => {
    expect(new Set(RANKS.map((rank) => GLYPHS[rank].path)).size).toBe(13);
    expect(new Set(SUITS.map((suit) => SUIT_PATHS[suit])).size).toBe(4);
  });

  test.each(['??', '', '7', '1H', '7X', 'h7', '10H', 'toString'])('%j is no known card', (card) => {
    expect(faceOf(card)).toBeUndefined();
  });
});

describe('a suit somewhere else', () => {
  const numbers = (path: string): number[] => path.match(/-?\d*\.?\d+/g)!.map(Number);

  test.each(SUITS)('%s is as it is drawn in its own place, and can be made larger', (suit) => {
    expect(SUIT_PATHS[suit]).toMatch(/^M[-\d. chZ]+$/);
    expect(numbers(suitAt(suit, 1, 0, 0))).toEqual(numbers(SUIT_PATHS[suit]));
  });

  test('it is larger, and elsewhere', () => {
    // The diamond's tip is 11.6 above its middle, the club's 11.
    expect(numbers(suitAt('D', 2, 100, 50)).slice(0, 4)).toEqual([100, 26.8, 4.8, 8.6]);
    expect(numbers(suitAt('C', 10, 12, 12)).slice(0, 4)).toEqual([12, -98, 20, 0]);
  });

  test('it stands on its head', () => {
    expect(numbers(suitAt('D', -1, 12, 12)).slice(0, 4)).toEqual([12, 23.6, -2.4, -4.3]);
  });
});
