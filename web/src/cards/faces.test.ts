import { describe, expect, test } from 'vitest';
import { CARDS, faceOf, GLYPHS, RANKS, SUIT_PATHS, SUITS } from './faces';

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
