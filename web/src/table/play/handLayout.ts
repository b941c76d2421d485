/**
 * Where the cards of the hand lie: one row where there is room, else overlapping rows; every index stays visible.
 *
 * The hand's area follows from its room alone, so that nothing else moves however many cards there are.
 */

export interface Room {
  /** Of the hand, in CSS pixels. */
  width: number;
  /** Of the window: a low one has little room for rows. */
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
  /** Above the first row; a card that is lifted finds room there. */
  top: number;
  /** Of the area. */
  total: number;
}

/** A card that shows less can't be hit, and what is comfortable. */
const LEAST = 24;
const COMFORTABLE = 40;
const LOW_WINDOW = 480;
const SMALL_WINDOW = 640;
/** So many cards show their whole index; of more of them only the ranks are seen. Large ones in a small window: fewer. */
const WHOLE = 30;
const WHOLE_LARGE = 22;
const STEP = 4;
/** Between cards that have room. */
const SPREAD = 3;

/** How high the area is. */
export function areaOf(room: Room): number {
  const [most, least] = widths(room);
  const whole = spaceOf(room.large && least < most ? WHOLE_LARGE : WHOLE, least, room);
  return Math.max(whole, heightOf(most) + liftOf(most));
}

/** The layout of so many cards. */
export function handLayout(count: number, room: Room): HandLayout {
  const total = areaOf(room);
  const [most, least] = widths(room);
  let width = most;
  while (width > least && spaceOf(count, width, room) > total) width = Math.max(least, width - STEP);
  const height = heightOf(width);
  const lift = liftOf(width);
  const free = total - lift - height;
  const rows = Math.min(rowsOf(count, width, room), 1 + Math.floor(free / indexOf(width, room.large).rank));
  const row = Math.max(1, Math.ceil(count / rows));
  const down = rows > 1 ? Math.min(height + STEP, free / (rows - 1)) : 0;
  return {
    width,
    height,
    row,
    rows,
    across: row > 1 ? Math.min(width + SPREAD, (wide(room) - width) / (row - 1)) : 0,
    down,
    top: lift + (free - (rows - 1) * down) / 2,
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

function isLow(room: Room): boolean {
  return room.height < LOW_WINDOW;
}

/** How many rows so many cards of a width take. */
function rowsOf(count: number, width: number, room: Room): number {
  const index = indexOf(width, room.large);
  const perRow = (least: number): number => Math.max(1, 1 + Math.floor((wide(room) - width) / least));
  const needed = Math.ceil(count / perRow(index.across));
  const comfortable = isLow(room) ? 1 : Math.ceil(count / perRow(Math.max(index.across, COMFORTABLE)));
  return Math.max(1, needed, Math.min(2, comfortable));
}

/** The height that they need with every index whole. */
function spaceOf(count: number, width: number, room: Room): number {
  return liftOf(width) + heightOf(width) + (rowsOf(count, width, room) - 1) * indexOf(width, room.large).down;
}

/** What shows a card's whole index, a ten's and its suit's below it, or only its rank, as Card.svelte draws them. */
function indexOf(width: number, large: boolean): { across: number; down: number; rank: number } {
  const rank = Math.max(large ? 28 : 13, width * 0.367 * indexScale(width));
  return {
    rank: Math.ceil(width * 0.062 + rank),
    across: Math.max(LEAST, Math.ceil(width * 0.03 + 0.893 * rank + 1)),
    down: Math.ceil(width * 0.062 + 1.74 * rank + 3),
  };
}

/** Large cards need no larger index than middling ones. */
export function indexScale(width: number): number {
  return width > 76 ? 0.8 : 1;
}

function heightOf(width: number): number {
  return Math.round(width * 1.4);
}

/** By how much a chosen card is lifted, as Card.svelte does it. */
function liftOf(width: number): number {
  return Math.ceil(heightOf(width) * 0.18) + 1;
}

/** How wide cards are, and how narrow they become when there are many. */
function widths(room: Room): [most: number, least: number] {
  const { large } = room;
  if (isLow(room)) return large ? [72, 48] : [64, 40];
  const usual = Math.round(Math.min(88, Math.max(56, wide(room) * 0.165)));
  const most = large ? Math.max(76, usual) : usual;
  return [most, room.height < SMALL_WINDOW ? (large ? 60 : 44) : most];
}
