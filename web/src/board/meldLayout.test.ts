import { describe, expect, test } from 'vitest';
import { GAP, lengthOf, measures } from './meldSizes';
import { layOutMelds, type Piece } from './meldLayout';

const piece = (cards: number, wildAt: number | null = null, folded = false): Piece => ({
  cards,
  wild: wildAt !== null,
  wildAt,
  band: cards >= 7 ? 60 : 0,
  folded,
});
const every = [piece(3), piece(7, 2), piece(4, 3), piece(14), piece(8, 4, true), piece(1), piece(10, 0)];

describe.each(['normal', 'large'] as const)('melds of %s cards', (size) => {
  test.each([150, 304, 700])('lie inside %i pixels, none on another, in order', (room) => {
    for (const measure of measures(size)) {
      const { laid, height } = layOutMelds(every, room, measure);
      for (const [place, { x, y, width, cards, height: tall }] of laid.entries()) {
        expect(cards.length).toBe(every[place]!.cards);
        expect(x + width).toBeLessThanOrEqual(Math.max(room, measure.width + measure.step) + 0.01);
        expect(y + tall).toBeLessThanOrEqual(height);
        const after = laid[place + 1];
        if (after) expect(after.y > y ? after.y >= y + tall + GAP : after.x >= x + width + GAP).toBe(true);
      }
    }
  });
});

describe('a strip', () => {
  const measure = measures('normal')[10]!;

  test('shows as much of each card as its index needs, more of a wild one', () => {
    const [{ cards, width }] = layOutMelds([piece(4, 1)], 600, measure).laid as [
      ReturnType<typeof layOutMelds>['laid'][0],
    ];
    expect(cards.map(({ x }) => x)).toEqual([
      0,
      measure.step,
      measure.step + measure.wild,
      2 * measure.step + measure.wild,
    ]);
    expect(width).toBeCloseTo(lengthOf(piece(4, 1), measure));
  });

  test('longer than the room is broken', () => {
    const [{ cards, height }] = layOutMelds([piece(14)], 150, measure).laid as [
      ReturnType<typeof layOutMelds>['laid'][0],
    ];
    expect(new Set(cards.map(({ y }) => y)).size).toBeGreaterThan(1);
    expect(height).toBeGreaterThan(2 * measure.height);
  });

  test('that is folded has all cards but the first under the last one', () => {
    const [{ cards }] = layOutMelds([piece(9, 3, true)], 600, measure).laid as [
      ReturnType<typeof layOutMelds>['laid'][0],
    ];
    expect(new Set(cards.map(({ x }) => x)).size).toBe(2);
    expect(cards[1]).toEqual(cards[8]);
  });

  test('that grows leaves those before it where they are', () => {
    const before = layOutMelds([piece(3), piece(3), piece(3)], 600, measure).laid;
    const after = layOutMelds([piece(3), piece(4), piece(3)], 600, measure).laid;
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ x: before[1]!.x, y: before[1]!.y });
  });
});
