import { describe, expect, test } from 'vitest';
import { areaOf, gapAt, handLayout, neighbour, placeOf, type Room } from './handLayout';

const phone: Room = { width: 304, height: 568, large: false };
const rooms: Room[] = [304, 374, 752, 960, 1200].flatMap((width) =>
  [390, 568, 844].flatMap((height) => [false, true].map((large) => ({ width, height, large }))),
);

describe('the hand', () => {
  test.each([1, 2, 7, 11, 12, 15, 22, 30, 33])('%i cards lie inside their room, every index to be seen', (count) => {
    for (const room of rooms) {
      const layout = handLayout(count, room);
      const places = Array.from({ length: count }, (_, index) => placeOf(index, count, layout, room));
      for (const { x, y } of places) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + layout.width).toBeLessThanOrEqual(room.width + 0.5);
        expect(y - layout.height * 0.18).toBeGreaterThanOrEqual(0);
        expect(y + layout.height).toBeLessThanOrEqual(layout.total + 0.01);
      }
      if (layout.row > 1) expect(layout.across).toBeGreaterThanOrEqual(room.large && count <= 22 ? 26 : 19);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    }
  });

  test('thirty cards fit on the smallest phone, each wide enough to be hit', () => {
    const layout = handLayout(30, phone);
    expect(layout.across).toBeGreaterThanOrEqual(24);
    expect(layout.down).toBeGreaterThanOrEqual(0.062 * layout.width + 1.74 * 13);
    expect(layout.width).toBeGreaterThanOrEqual(44);
    expect(layout.total).toBeLessThan(165);
  });

  test.each([31, 40, 52, 70])('%i cards still lie in the same area, their ranks to be seen', (count) => {
    for (const room of rooms) {
      const layout = handLayout(count, room);
      expect(layout.total).toBe(areaOf(room));
      for (let index = 0; index < count; index++) {
        const { x, y } = placeOf(index, count, layout, room);
        expect(x + layout.width).toBeLessThanOrEqual(room.width + 0.5);
        expect(y + layout.height).toBeLessThanOrEqual(layout.total + 0.01);
      }
      if (layout.rows > 1) expect(layout.down).toBeGreaterThanOrEqual(0.06 * layout.width + (room.large ? 28 : 13));
    }
  });

  test('the area is as high for one card as for thirty', () => {
    for (const room of rooms) {
      expect(new Set([0, 1, 2, 11, 12, 22, 30, 60].map((count) => handLayout(count, room).total))).toEqual(new Set([areaOf(room)]));
    }
  });

  test('eleven lie in two comfortable rows on a phone, in one on a desktop and in a low window', () => {
    expect(handLayout(11, phone)).toMatchObject({ rows: 2, row: 6 });
    expect(handLayout(11, phone).across).toBeGreaterThanOrEqual(40);
    expect(handLayout(11, { width: 1200, height: 800, large: false }).rows).toBe(1);
    expect(handLayout(15, { width: 820, height: 390, large: false }).rows).toBe(1);
  });

  test('a card let go lands before the one whose middle is behind it', () => {
    const layout = handLayout(11, phone);
    for (let index = 0; index < 11; index++) {
      const { x, y } = placeOf(index, 11, layout, phone);
      expect(gapAt(x + 1, y + 5, 11, layout, phone)).toBe(index);
    }
    expect(gapAt(303, layout.top + 5, 11, layout, phone)).toBe(6);
    expect(gapAt(303, 900, 11, layout, phone)).toBe(11);
  });

  test('the arrows go up and down', () => {
    const layout = handLayout(11, phone);
    expect(neighbour(2, 1, 11, layout)).toBe(8);
    expect(neighbour(8, -1, 11, layout)).toBe(2);
    expect(neighbour(5, 1, 11, layout)).toBe(10);
    expect(neighbour(2, -1, 11, layout)).toBe(2);
    expect(neighbour(8, 1, 11, layout)).toBe(8);
  });
});
