import { describe, expect, test } from 'vitest';
import { largestFit, heightOf, lengthOf, measures, stepIn, type Strip } from './meldSizes';

const strip = (cards: number, wild = false, band = 0): Strip => ({ cards, wild, band });

describe.each(['normal', 'large'] as const)('melds of %s cards', (size) => {
  const all = measures(size);

  test('leave every index to be seen', () => {
    const index = size === 'large' ? 28 : 13;
    for (const { width, step, least, wild, height } of all) {
      // A ten, the widest rank, from the card's edge on.
      expect(least).toBeGreaterThanOrEqual(width * 0.03 + index * 0.86);
      expect(step).toBeGreaterThan(least);
      expect(wild).toBeGreaterThanOrEqual(index * 1.04);
      expect(height).toBeGreaterThanOrEqual(index * 1.88);
    }
  });

  test('get smaller from one measure to the next', () => {
    for (let place = 1; place < all.length; place++) {
      expect(all[place]!.height).toBeLessThan(all[place - 1]!.height);
      expect(all[place]!.width).toBeLessThanOrEqual(all[place - 1]!.width);
    }
  });

  test('are as large as they fit', () => {
    const room = { width: 600, height: 200 };
    const few = largestFit([strip(3)], room, all);
    const many = largestFit(Array.from({ length: 9 }, () => strip(7, true, 54)), room, all);
    expect(few).toBe(0);
    expect(many).toBeGreaterThan(few);
    expect(largestFit(Array.from({ length: 60 }, () => strip(7)), room, all)).toBe(all.length - 1);
  });
});

describe('strips', () => {
  const measure = measures('normal').find(({ width }) => width === 48);
  const { width, step, wild, height } = measure!;

  test('end with a whole card, or with a band', () => {
    expect(lengthOf(strip(4), measure!)).toBe(3 * step + width);
    expect(lengthOf(strip(7, false, 54), measure!)).toBe(7 * step + 54);
    expect(lengthOf(strip(4, true), measure!)).toBe(2 * step + wild + width);
  });

  test('are broken into lines', () => {
    const one = lengthOf(strip(3), measure!);
    expect(heightOf([], 300, measure!)).toBe(0);
    expect(heightOf([strip(3), strip(3)], 2 * one + 8, measure!)).toBe(height);
    expect(heightOf([strip(3), strip(3)], 2 * one + 7, measure!)).toBe(2 * height + 8);
  });

  test('too long for a line are drawn together, as far as their indices allow', () => {
    const long = strip(14, false, 54);
    const room = lengthOf(long, measure!) - 10;
    expect(stepIn(long, 1000, measure!)).toBe(step);
    const drawn = stepIn(long, room, measure!);
    expect(drawn).toBeLessThan(step);
    expect(lengthOf(long, { ...measure!, step: drawn })).toBeLessThanOrEqual(room);
    expect(stepIn(long, 200, measure!)).toBe(step);
  });
});
