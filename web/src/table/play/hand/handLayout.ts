/**
 * Where the cards of the hand lie: side by side where there is room, else overlapping, in rows; every index stays visible.
 *
 * The hand's area follows from its window alone, so that nothing else moves however many cards there are.
 */

export interface Room {
  /** Of the hand, in CSS pixels. */
  width: number;
  /** Of the window, by which everything has its tier. */
  window: { width: number; height: number };
  /** Cards with the large index. */
  large: boolean;
}

export interface HandLayout {
  /** Of a card. */
  width: number;
  height: number;
  /** Cards in each row; the last may have fewer. */
  row: number;
  rows: number;
  /** From a card to the next, and from a row to the next. */
  across: number;
  down: number;
  /** Above the first row; a card that is lifted finds room there. */
  top: number;
  /** Of the area. */
  total: number;
}

/** What a window has for its hand. */
interface Tier {
  /** Of a card, as a rule. */
  width: number;
  /** In how many rows a usual hand lies. */
  rows: number;
  /** How much of its height a row may be covered with. */
  covered: number;
  /** Above and below the cards. */
  top: number;
  bottom: number;
}

/** A card that shows less can't be hit. */
const LEAST = 24;
/** Between cards that have room. */
const SPREAD = 3;
const STEP = 2;
/** How narrow cards become when there are many, of the usual width. */
const NARROW = 0.6;
/** Of a row, what has to be seen: the index. */
const SEEN = 0.48;
const MOST_ROWS = 4;

/** Heights are those of a window, in the order in which they are asked. */
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

/** How high the area is. */
export function areaOf(room: Room): number {
  const { width, rows, covered, top, bottom } = tierOf(room);
  const height = heightOf(width);
  const between = covered ? height * (1 - covered) : height + SPREAD;
  return Math.round(top + height + (rows - 1) * between + bottom);
}

/** The layout of so many cards. */
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
      // How much of what has to be seen of each card is seen. Of layouts with all of it the one with the largest cards.
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

/** Where a card lies, from the area's top left corner. Rows are in the middle. */
export function placeOf(index: number, count: number, layout: HandLayout, room: Room): { x: number; y: number } {
  const line = Math.floor(index / layout.row);
  const cards = Math.min(layout.row, count - line * layout.row);
  const used = layout.width + (cards - 1) * layout.across;
  const left = Math.max(0, (wide(room) - used) / 2);
  return { x: left + (index % layout.row) * layout.across, y: layout.top + line * layout.down };
}

/** Before which card a point of the area is: where a card that is dropped there goes. */
export function gapAt(x: number, y: number, count: number, layout: HandLayout, room: Room): number {
  const line = Math.min(layout.rows - 1, Math.max(0, layout.down ? Math.floor((y - layout.top) / layout.down) : 0));
  const first = line * layout.row;
  const last = Math.min(count, first + layout.row);
  for (let index = first; index < last; index++) {
    if (x < placeOf(index, count, layout, room).x + layout.across / 2) return index;
  }
  return last;
}

/** The card above or below another one: by row, as near as there is one. */
export function neighbour(index: number, way: -1 | 1, count: number, layout: HandLayout): number {
  const to = index + way * layout.row;
  if (to < 0) return index;
  if (to < count) return to;
  return Math.floor(index / layout.row) < Math.floor((count - 1) / layout.row) ? count - 1 : index;
}

function wide(room: Room): number {
  return Math.max(120, room.width);
}

/** In how many rows so many cards begin to be laid: one, as long as they lie side by side. */
function rowsOf(count: number, tier: Tier, inside: number): number {
  return count * (tier.width + SPREAD) - SPREAD <= inside ? 1 : tier.rows;
}

/** The width that shows a card's rank, as Card.svelte draws it, and can be hit. */
function acrossOf(width: number, large: boolean): number {
  return large ? Math.max(LEAST, Math.ceil(width * 0.03 + 25)) : LEAST;
}

/** The height that shows a card's whole index, or only the rank of a large one, and can be hit. */
function downOf(width: number, large: boolean): number {
  return Math.max(LEAST, large ? width * 0.062 + 28 : heightOf(width) * SEEN);
}

/** Large cards need no larger index than middling ones. */
export function indexScale(width: number): number {
  return width > 76 ? 0.8 : 1;
}

function heightOf(width: number): number {
  return Math.round(width * 1.4);
}
