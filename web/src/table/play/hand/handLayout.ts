/**
 * The positions of the cards in the hand: side by side or overlapping, in rows, with every index visible.
 *
 * The height of the hand depends only on the window, so that the page doesn't move with the number of cards.
 */

export interface Room {
  /** The width of the hand, in CSS pixels. */
  width: number;
  /** The size of the window, which selects the tier. */
  window: { width: number; height: number };
  /** True for cards with the large index. */
  large: boolean;
}

export interface HandLayout {
  /** The width of a card. */
  width: number;
  height: number;
  /** Cards in each row; the last row may have fewer. */
  row: number;
  rows: number;
  /** Distance from a card to the next, and from a row to the next. */
  across: number;
  down: number;
  /** Space above the first row, into which a card is lifted. */
  top: number;
  /** The height of the hand. */
  total: number;
}

/** The sizes of a hand in one kind of window. */
interface Tier {
  /** The usual width of a card. */
  width: number;
  /** The number of rows of a usual hand. */
  rows: number;
  /** The part of a row's height that the next row may cover. */
  covered: number;
  /** Space above and below the cards. */
  top: number;
  bottom: number;
}

/** The least visible width of a card that can still be tapped. */
const LEAST = 24;
/** The gap between cards that don't overlap. */
const SPREAD = 3;
const STEP = 2;
/** The least width of a card divided by its usual width, for large hands. */
const NARROW = 0.6;
/** The part of a row's height that must be visible: the index. */
const SEEN = 0.48;
const MOST_ROWS = 4;

/** The tier of a window. The limits are heights of the window, in the order in which they are tested. */
function tierOf({ width, window, large }: Room): Tier {
  const { width: wide, height: high } = window;
  const enlarged = (most: number): number => (large ? Math.round(most * 1.2) : most);
  if (wide >= 600 && high <= 480) {
    return { width: Math.min(enlarged(high <= 370 ? 54 : 58), width / 10), rows: 1, covered: 0, top: 5, bottom: 6 };
  }
  if (wide >= 900) {
    if (high < 620) return { width: enlarged(60), rows: 1, covered: 0, top: 16, bottom: 10 };
    if (high < 760) return { width: enlarged(wide >= 1300 ? 70 : 62), rows: 1, covered: 0, top: 20, bottom: 14 };
    return { width: enlarged(wide >= 1500 && high >= 900 ? 118 : 84), rows: 1, covered: 0, top: 14, bottom: 12 };
  }
  if (wide >= 600) return { width: enlarged(82), rows: 2, covered: 0, top: 10, bottom: 12 };
  const six = (width - 5 * SPREAD) / 6;
  if (high < 560) return { width: Math.min(enlarged(46), six), rows: 2, covered: 0.44, top: 6, bottom: 4 };
  if (high < 620) return { width: Math.min(enlarged(48), six), rows: 2, covered: 0.44, top: 6, bottom: 5 };
  if (high < 700) return { width: Math.min(enlarged(58), six), rows: 2, covered: 0.44, top: 6, bottom: 5 };
  if (high < 800) return { width: Math.min(enlarged(62), six), rows: 2, covered: 0.4, top: 6, bottom: 6 };
  return { width: Math.min(enlarged(60), six), rows: 2, covered: 0, top: 6, bottom: 8 };
}

/** The height of the hand. */
export function areaOf(room: Room): number {
  const { width, rows, covered, top, bottom } = tierOf(room);
  const height = heightOf(width);
  const between = covered ? height * (1 - covered) : height + SPREAD;
  return Math.round(top + height + (rows - 1) * between + bottom);
}

/** The layout of a number of cards. */
export function handLayout(count: number, room: Room): HandLayout {
  const tier = tierOf(room);
  const total = areaOf(room);
  const free = total - tier.top - tier.bottom;
  const inside = wide(room);
  const narrowest = Math.max(room.large ? 44 : 34, tier.width * NARROW);
  let found = { width: tier.width, rows: 1, down: 0 };
  let best = 0;
  for (let rows = rowsOf(count, tier, inside); rows <= MOST_ROWS; rows++) {
    const row = Math.ceil(count / rows);
    for (let width = tier.width; width >= narrowest; width -= STEP) {
      const height = heightOf(width);
      const down = rows > 1 ? Math.min(height + SPREAD, (free - height) / (rows - 1)) : 0;
      const across = row > 1 ? (inside - width) / (row - 1) : inside;
      // The visible part of the required part of each card. Of layouts that show all of it, the largest cards win.
      const seen = Math.min(1, across / acrossOf(width, room.large), rows > 1 ? down / downOf(width, room.large) : 1);
      const worth = seen < 1 ? seen : 1 + width;
      if (worth > best) [best, found] = [worth, { width, rows, down }];
    }
  }
  const { width, rows, down } = found;
  const height = heightOf(width);
  const row = Math.max(1, Math.ceil(count / rows));
  return {
    width,
    height,
    row,
    rows,
    across: row > 1 ? Math.min(width + SPREAD, (inside - width) / (row - 1)) : 0,
    down,
    top: tier.top + (free - height - (rows - 1) * down) / 2,
    total,
  };
}

/** The position of a card from the hand's top left corner. Rows are centred. */
export function placeOf(index: number, count: number, layout: HandLayout, room: Room): { x: number; y: number } {
  const line = Math.floor(index / layout.row);
  const cards = Math.min(layout.row, count - line * layout.row);
  const used = layout.width + (cards - 1) * layout.across;
  const left = Math.max(0, (wide(room) - used) / 2);
  return { x: left + (index % layout.row) * layout.across, y: layout.top + line * layout.down };
}

/** The index before which a card dropped at this point is inserted. */
export function gapAt(x: number, y: number, count: number, layout: HandLayout, room: Room): number {
  const line = Math.min(layout.rows - 1, Math.max(0, layout.down ? Math.floor((y - layout.top) / layout.down) : 0));
  const first = line * layout.row;
  const last = Math.min(count, first + layout.row);
  for (let index = first; index < last; index++) {
    if (x < placeOf(index, count, layout, room).x + layout.across / 2) return index;
  }
  return last;
}

/** The nearest card in the row above or below. */
export function neighbour(index: number, way: -1 | 1, count: number, layout: HandLayout): number {
  const to = index + way * layout.row;
  if (to < 0) return index;
  if (to < count) return to;
  return Math.floor(index / layout.row) < Math.floor((count - 1) / layout.row) ? count - 1 : index;
}

function wide(room: Room): number {
  return Math.max(120, room.width);
}

/** The number of rows to begin with: one if all cards fit side by side. */
function rowsOf(count: number, tier: Tier, inside: number): number {
  return count * (tier.width + SPREAD) - SPREAD <= inside ? 1 : tier.rows;
}

/** The width that shows a card's rank, as Card.svelte draws it, and can be tapped. */
function acrossOf(width: number, large: boolean): number {
  return large ? Math.max(LEAST, Math.ceil(width * 0.03 + 25)) : LEAST;
}

/** The height that shows a card's index, or only the rank of a large index, and can be tapped. */
function downOf(width: number, large: boolean): number {
  return Math.max(LEAST, large ? width * 0.062 + 28 : heightOf(width) * SEEN);
}

/** The scale of the index. Large cards have the same index as middle-sized cards. */
export function indexScale(width: number): number {
  return width > 76 ? 0.8 : 1;
}

function heightOf(width: number): number {
  return Math.round(width * 1.4);
}
