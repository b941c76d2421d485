import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Tokens = Record<string, string>;

/** The blocks of tokens.css in their order: the attributes that they require, and their tokens. */
const blocks = [
  ...readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').matchAll(/(:root\S*) \{([^}]*)\}/g),
].map(([, selector, body]) => ({
  wanted: [...selector!.matchAll(/\[data-(\w+)='(\w+)'\]/g)].map(([, name, value]) => [name!, value!] as const),
  tokens: Object.fromEntries([...body!.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!])),
}));

/** The tokens of a page with these attributes. Blocks with more attributes win, then later blocks, as in CSS. */
function tokensOf(attributes: Record<string, string>): Tokens {
  const fitting = blocks.filter(({ wanted }) => wanted.every(([name, value]) => attributes[name] === value));
  return Object.assign({}, ...fitting.sort((a, b) => a.wanted.length - b.wanted.length).map(({ tokens }) => tokens));
}

function colour(tokens: Tokens, name: string): string {
  const value = tokens[name]!;
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other ? colour(tokens, other) : value;
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const TEXT = ['text', 'text-quiet', 'accent', 'warn', 'error', 'ours', 'theirs'];
const GROUNDS = ['table', 'table-light', 'edge', 'panel', 'panel-raised'];
const PAIRS: [string, string][] = [
  ...TEXT.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ['accent-text', 'accent'],
  ['text', 'accent-soft'],
  ['warn', 'warn-soft'],
  ['error', 'error-soft'],
  ['text', 'error-soft'],
  ['text', 'warn-soft'],
  ...['spades', 'hearts', 'diamonds', 'clubs'].map((suit): [string, string] => [suit, 'face']),
  ...['spades', 'hearts', 'diamonds', 'clubs'].map((suit): [string, string] => [suit, 'face-wild']),
  ['asked-text', 'asked'],
  ['side-text', 'ours'],
  ['side-text', 'theirs'],
  ['back-paper', 'back'],
  ['back-paper', 'back-theirs'],
];
/** Graphics without text: the edges of controls, the accent colour's edge on a card. */
const EDGES: [string, string][] = [
  ...GROUNDS.flatMap((ground): [string, string][] => [
    ['line-strong', ground],
    ['focus', ground],
  ]),
  ['face-accent', 'face'],
  ['ink', 'face'],
];

const LOOKS = ['light', 'dark'].flatMap((theme) =>
  ['white', 'ink'].flatMap((face) =>
    ['two', 'four'].flatMap((deck) => ['normal', 'more'].map((contrast) => ({ theme, face, deck, contrast }))),
  ),
);

test('the measure is right', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(LOOKS)('$theme, $face cards, $deck colours, $contrast contrast', (look) => {
  const tokens = tokensOf(look);

  test.each(PAIRS)('%s on %s can be read', (text, ground) => {
    const least = look.contrast === 'more' ? 7 : 4.5;
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(least);
  });

  test.each(EDGES)('%s on %s can be seen', (edge, ground) => {
    expect(contrast(colour(tokens, edge), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
  });

  test('four colours are four', () => {
    const suits = ['spades', 'hearts', 'diamonds', 'clubs'].map((suit) => colour(tokens, suit));
    expect(new Set(suits).size).toBe(look.deck === 'four' ? 4 : 2);
  });
});
