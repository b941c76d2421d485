import { describe, expect, test } from 'vitest';
import { lengthOf, measures, stepIn, type Strip } from './meldSizes';

const strip = (cards: number, wild = false): Strip => ({ cards, wild, band: cards >= 7 ? 60 : 0, folded: false });

describe.each(['normal', 'large'] as const)('melds of %s cards', (size) => {
  const all = measures(size);

  test('leave every index to be seen', () => {
    const index = size === 'large' ? 28 : 13;
    for (const { width, step, least, wild, height } of all) {
      // A ten, the widest rank, from the card's edge on.
      expect(least).toBeGreaterThanOrEqual(width * 0.03 + index * 0.86);
      expect(step).toBeGreaterThanOrEqual(least);
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
});

describe('strips', () => {
  const measure = measures('normal').find(({ width }) => width === 46)!;
  const { width, step, wild } = measure;

  test('end with a whole card; one that is folded shows its first and its last', () => {
    expect(lengthOf(strip(4), measure)).toBeCloseTo(3 * step + width);
    expect(lengthOf(strip(4, true), measure)).toBeCloseTo(2 * step + wild + width);
    expect(lengthOf({ ...strip(9), folded: true }, measure)).toBeCloseTo(step + width);
    expect(lengthOf({ ...strip(9), folded: true, band: 90 }, measure)).toBe(90);
  });

  test('too long for a line are drawn together, as far as their indices allow', () => {
    const long = strip(14);
    const room = lengthOf(long, measure) - 10;
    expect(stepIn(long, 1000, measure)).toBe(step);
    const drawn = stepIn(long, room, measure);
    expect(drawn).toBeLessThan(step);
    expect(lengthOf(long, { ...measure, step: drawn })).toBeLessThanOrEqual(room);
    expect(stepIn(long, 200, measure)).toBe(step);
  });
});
