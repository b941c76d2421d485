/** Where the cards of the hand lie: one row where there is room, else overlapping rows; every index stays visible. */

export interface Room {
  /** Of the hand, in CSS pixels. */
  width: number;
  /** Of the window: a low one has no room for rows. */
  height: number;
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
  /** Of all of it. */
  total: number;
}

/** A card that shows less can't be hit, and what is comfortable. */
const LEAST = 24;
const COMFORTABLE = 40;
const MOST_ROWS = 4;
const LOW_WINDOW = 480;

/** The layout of so many cards. */
export function handLayout(count: number, room: Room): HandLayout {
  const wide = Math.max(120, room.width);
  const low = room.height < LOW_WINDOW;
  const width = cardWidth(wide, low, room.large);
  const index = indexOf(width, room.large);
  const perRow = (least: number): number => Math.max(1, 1 + Math.floor((wide - width) / least));
  const comfortable = Math.ceil(count / perRow(low ? index.across : Math.max(index.across, COMFORTABLE)));
  const needed = Math.ceil(count / perRow(index.across));
  const rows = Math.max(1, Math.min(MOST_ROWS, Math.max(needed, Math.min(2, comfortable))));
  const row = Math.max(1, Math.ceil(count / rows));
  const across = row > 1 ? Math.min(Math.round(width * 0.82), (wide - width) / (row - 1)) : 0;
  const height = Math.round(width * 1.4);
  return { width, height, row, rows, across, down: index.down, total: height + (rows - 1) * index.down };
}

/** Where a card lies, from the hand's top left corner. Rows are in the middle. */
export function placeOf(index: number, count: number, layout: HandLayout, room: Room): { x: number; y: number } {
  const line = Math.floor(index / layout.row);
  const cards = Math.min(layout.row, count - line * layout.row);
  const used = layout.width + (cards - 1) * layout.across;
  const left = Math.max(0, (Math.max(120, room.width) - used) / 2);
  return { x: left + (index % layout.row) * layout.across, y: line * layout.down };
}

/** Before which card a point of the hand is: where a card that is dropped there goes. */
export function gapAt(x: number, y: number, count: number, layout: HandLayout, room: Room): number {
  const line = Math.min(layout.rows - 1, Math.max(0, Math.floor(y / layout.down)));
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

/** What shows a card's whole index, a ten's and its suit's below it, as Card.svelte draws them. */
function indexOf(width: number, large: boolean): { across: number; down: number } {
  const size = Math.max(large ? 28 : 18, width * 0.25);
  return {
    across: Math.max(LEAST, Math.ceil(Math.max(3, width * 0.06) + 0.86 * size + 3)),
    down: Math.ceil(Math.max(5, width * 0.07) + 1.88 * size + 3),
  };
}

function cardWidth(wide: number, low: boolean, large: boolean): number {
  if (low) return large ? 72 : 60;
  const width = Math.round(Math.min(88, Math.max(56, wide * 0.165)));
  return large ? Math.max(76, width) : width;
}
