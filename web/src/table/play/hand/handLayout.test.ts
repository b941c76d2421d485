import { describe, expect, test } from 'vitest';
import { areaOf, gapAt, handLayout, neighbour, placeOf, type Room } from './handLayout';

/** The hand's room in a window; beside the bar it is smaller. */
function roomIn([width, height]: readonly [number, number], large = false): Room {
  const beside = width >= 600 && height <= 480 ? 186 : width >= 900 && height < 760 ? 316 : 0;
  const log = width >= 1100 ? 272 : 0;
  return { width: width - 16 - beside - log, window: { width, height }, large };
}

const phone = roomIn([320, 568]);
const windows = [
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 664],
  [390, 844],
  [740, 360],
  [844, 390],
  [768, 1024],
  [1024, 690],
  [1280, 600],
  [1280, 800],
  [1366, 640],
  [1920, 1080],
] as const;
const rooms = windows.flatMap((window) => [false, true].map((large) => roomIn(window, large)));

describe('the hand', () => {
  test.each([1, 2, 7, 11, 12, 15, 22, 30, 33])('%i cards lie inside their room, every index to be seen', (count) => {
    for (const room of rooms) {
      const layout = handLayout(count, room);
      const places = Array.from({ length: count }, (_, index) => placeOf(index, count, layout, room));
      for (const { x, y } of places) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + layout.width).toBeLessThanOrEqual(room.width + 0.5);
        expect(y).toBeGreaterThanOrEqual(4);
        expect(y + layout.height).toBeLessThanOrEqual(layout.total + 0.01);
      }
      if (layout.row > 1 && count <= (room.large ? 15 : 30))
        expect(layout.across, `${room.window.width}×${room.window.height} ${room.large}`).toBeGreaterThanOrEqual(24);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    }
  });

  test('twenty-eight cards fit on the smallest phone, each wide enough to be hit, its index to be seen', () => {
    const layout = handLayout(28, phone);
    expect(layout.across).toBeGreaterThanOrEqual(24);
    expect(layout.down).toBeGreaterThanOrEqual(24);
    expect(layout.total).toBeLessThan(120);
  });

  test('fifteen cards keep their size: they only lie closer', () => {
    for (const window of windows) {
      const room = roomIn(window);
      expect(handLayout(15, room)).toMatchObject({ width: handLayout(11, room).width });
    }
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
      if (layout.rows > 1) expect(Math.min(layout.across, layout.down)).toBeGreaterThanOrEqual(9);
    }
  });

  test('the area is as high for one card as for thirty', () => {
    for (const room of rooms) {
      expect(new Set([0, 1, 2, 11, 12, 22, 30, 60].map((count) => handLayout(count, room).total))).toEqual(
        new Set([areaOf(room)]),
      );
    }
  });

  test('eleven lie in two comfortable rows on a phone, in one on a desktop and in a low window', () => {
    expect(handLayout(11, phone)).toMatchObject({ rows: 2, row: 6 });
    expect(handLayout(11, phone).across).toBeGreaterThanOrEqual(44);
    expect(handLayout(11, roomIn([1280, 800])).rows).toBe(1);
    expect(handLayout(15, roomIn([844, 390])).rows).toBe(1);
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
