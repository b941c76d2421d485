/**
 * The faces of the cards, drawn as paths without any font, so that a card looks the same everywhere.
 *
 * Ranks are strokes of one width in a box of RANK_HEIGHT, suits are filled shapes in a box of 24 × 24 around 0 0.
 */

export const SUITS = ['S', 'H', 'D', 'C'] as const;
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];

/** The strokes of a rank, and their width without the stroke's own width. */
export interface Glyph {
  path: string;
  width: number;
}

/**
 * The width of strokes. They run from 0 to 24 downwards; half a stroke extends beyond on each side. Index.svelte
 * repeats the number, which saves a call there.
 */
export const STROKE = 4.3;
export const RANK_HEIGHT = 24 + STROKE;

/* The 3 is flat on top, and the 6 and the 9 have a straight back, so that 3, 6, 8 and 9 are easy to tell apart. */
export const GLYPHS: Record<Rank, Glyph> = {
  A: { width: 17, path: 'M0 24 8.5 0 17 24M3.2 16H13.8' },
  '2': { width: 15.2, path: 'M.4 7.2C.4 2.9 3.4 0 7.5 0c4.2 0 7.1 2.8 7.1 6.7 0 3-1.5 5.2-4.2 8L.8 24h14.4' },
  '3': { width: 15, path: 'M1 0h13L7.2 9.2c4.6-.2 7.8 2.8 7.8 7.2 0 4.5-3.3 7.6-7.7 7.6-3.5 0-6.2-1.8-7.3-4.8' },
  '4': { width: 16.4, path: 'M11.6 24V0L0 17.4h16.4' },
  '5': {
    width: 15,
    path: 'M13.8 0H2.7L1.5 11.2c1.5-1.5 3.6-2.3 6-2.3 4.4 0 7.5 3.1 7.5 7.5 0 4.5-3.2 7.6-7.6 7.6-3.6 0-6.3-1.8-7.4-4.9',
  },
  '6': { width: 15.2, path: 'M11.6 0 1.8 11.5M0 16.4a7.6 7.6 0 1 1 15.2 0 7.6 7.6 0 1 1-15.2 0Z' },
  '7': { width: 15, path: 'M0 0h15L5.6 24' },
  '8': {
    width: 15.2,
    path: 'M7.6 0a6 5.7 0 1 1 0 11.4 6 5.7 0 1 1 0-11.4ZM7.6 11.4a7.6 6.3 0 1 1 0 12.6 7.6 6.3 0 1 1 0-12.6Z',
  },
  '9': { width: 15.2, path: 'M3.6 24l9.8-11.5M15.2 7.6a7.6 7.6 0 1 1-15.2 0 7.6 7.6 0 1 1 15.2 0Z' },
  T: { width: 20, path: 'M0 4.6 4.6 0v24M15 0a5 5 0 0 1 5 5v14a5 5 0 0 1-10 0V5a5 5 0 0 1 5-5Z' },
  J: { width: 12.6, path: 'M4.4 0h8.2v17.4a6.3 6.6 0 0 1-12.6 .6' },
  Q: { width: 17, path: 'M8 0a8 8 0 0 1 8 8v8a8 8 0 0 1-16 0V8a8 8 0 0 1 8-8ZM10 17.4l7 7' },
  K: { width: 16, path: 'M0 0v24M15 0 0 14.4M5.6 9.2 16 24' },
};

/** Only the starting points are absolute, and there are no arcs, so that `suitAt` can scale all other numbers. */
export const SUIT_PATHS: Record<Suit, string> = {
  S: 'M0-11.2c-7.2 6-10.8 9.6-10.8 13.3 0 2.9 2.1 4.9 4.8 4.9 2.1 0 3.8-1.1 4.9-2.9-.2 2.9-1.2 5.2-3 7.1h8.2c-1.8-1.9-2.8-4.2-3-7.1 1.1 1.8 2.8 2.9 4.9 2.9 2.7 0 4.8-2 4.8-4.9 0-3.7-3.6-7.3-10.8-13.3Z',
  H: 'M0 10.6c-7.8-6.8-11.2-10.8-11.2-15.2 0-3.4 2.6-5.9 5.7-5.9 2.4 0 4.5 1.4 5.5 3.8 1-2.4 3.1-3.8 5.5-3.8 3.1 0 5.7 2.5 5.7 5.9 0 4.4-3.4 8.4-11.2 15.2Z',
  D: 'M0-11.6c2.4 4.3 5.3 8 9.2 11.6-3.9 3.6-6.8 7.3-9.2 11.6-2.4-4.3-5.3-8-9.2-11.6 3.9-3.6 6.8-7.3 9.2-11.6Z',
  C: 'M0-11c2 0 3.8 1.1 4.6 3 .9 1.8.6 3.9-.7 5.4 2.6-.9 5.4.3 6.5 2.8 1.1 2.5.1 5.5-2.4 6.7-2.4 1.3-5.4.4-6.8-1.9 .3 2.5 1.3 4.5 2.9 6.2h-8.2c1.6-1.7 2.6-3.7 2.9-6.2-1.4 2.3-4.4 3.2-6.8 1.9-2.5-1.2-3.5-4.2-2.4-6.7 1.1-2.5 3.9-3.7 6.5-2.8-1.3-1.5-1.6-3.6-.7-5.4 .8-1.9 2.6-3 4.6-3Z',
};

const moved: Record<string, string> = {};

/**
 * A suit's path, scaled and moved to a middle; a negative size turns it upside down. Drawings on cards have no
 * transform of their own, because a browser draws each such part separately, and a table has hundreds.
 */
export function suitAt(suit: Suit, size: number, ...middle: [x: number, y: number]): string {
  return (moved[[suit, size, middle].join()] ??= SUIT_PATHS[suit].replace(
    /-?\d*\.?\d+/g,
    (number) => ` ${+(+number * size + (middle.shift() ?? 0)).toFixed(2)}`,
  ));
}

/** The rank and the suit of a card in notation ("TH"); undefined for other texts ("??"). */
export function faceOf(card: string): { rank: Rank; suit: Suit } | undefined {
  const [rank, suit] = card as unknown as [Rank, Suit];
  return card.length === 2 && Object.hasOwn(GLYPHS, rank) && Object.hasOwn(SUIT_PATHS, suit)
    ? { rank, suit }
    : undefined;
}

/** All 52 cards, suit by suit. */
export const CARDS: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
