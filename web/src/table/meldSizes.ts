/**
 * How large the melds of a side are drawn: as large as they all fit into their room, else the smallest, and the room
 * scrolls. Pure; lengths are pixels.
 */

/** The measures of strips of one size. */
export interface Measure {
  /** Of a card. */
  width: number;
  /** How much of a card that another one covers is seen, with its whole index. */
  step: number;
  /** The same without any room beside the index, for a strip that is too long. */
  least: number;
  /** Of a wild card in a sequence, which shows what it stands for. */
  wild: number;
  /** How much of the strip's height is seen. */
  height: number;
}

/** What is known of a strip. */
export interface Strip {
  cards: number;
  wild: boolean;
  /** The width of its band; 0 without one. */
  band: number;
}

export const GAP = 8;
/** As Card.svelte has them at least. */
const INDEX = { normal: 13, large: 28 };
/** Few, so that they seldom have to become smaller. */
const WIDTHS = { normal: [92, 78, 68, 58, 48, 40, 32], large: [100, 80, 60, 48] };

/** All measures of a card size, the largest first; the last shows no more of a card than its index. */
export function measures(size: 'normal' | 'large'): Measure[] {
  const found = WIDTHS[size].map((width) => measure(width, INDEX[size]));
  const last = found.at(-1)!;
  return [...found, { ...last, height: Math.min(last.height, Math.ceil(INDEX[size] * 1.88 + 6)) }];
}

/** Of cards of a width whose index has at least this height: as Card.svelte draws them. */
function measure(width: number, least: number): Measure {
  const rank = Math.max(least, width * 0.367);
  const narrow = Math.ceil(width * 0.03 + rank * 0.893);
  const step = Math.max(narrow + 1, Math.round(width * 0.41));
  return {
    width,
    step,
    least: narrow,
    wild: Math.max(step, Math.ceil(width * 0.03 + rank)),
    height: Math.round(width * 1.4),
  };
}

/** How wide a strip is in one line. */
export function lengthOf(strip: Strip, { width, step, wild }: Measure): number {
  const seen = strip.cards * step + (strip.wild ? wild - step : 0);
  return strip.band ? seen + Math.max(strip.band, width - step) : seen - step + width;
}

/** The step with which a strip fits into one line of a room, if there is one. */
export function stepIn(strip: Strip, room: number, measure: Measure): number {
  const over = lengthOf(strip, measure) - room;
  if (over <= 0) return measure.step;
  const step = Math.floor((measure.step - over / Math.max(1, strip.cards - (strip.wild ? 1 : 0) - (strip.band ? 0 : 1))) * 10) / 10;
  return step >= measure.least ? step : measure.step;
}

/** The height that strips need in a room, broken into lines like words. */
export function heightOf(strips: readonly Strip[], room: number, measure: Measure): number {
  let lines = 0;
  let used = Infinity;
  for (const strip of strips) {
    const length = lengthOf(strip, measure);
    if (length > room) {
      // Longer than the room: it is drawn together, or else broken itself, and its whole last card may need a line more.
      const together = lengthOf(strip, { ...measure, step: stepIn(strip, room, measure) }) <= room;
      lines += together ? 1 : brokenInto(strip, room, measure);
      used = Infinity;
    } else if (used + GAP + length <= room) {
      used += GAP + length;
    } else {
      lines++;
      used = length;
    }
  }
  return lines * (measure.height + GAP) - (lines ? GAP : 0);
}

/** Over how many lines a strip goes that is broken. */
function brokenInto(strip: Strip, room: number, { width, step, wild }: Measure): number {
  const perLine = Math.max(1, Math.floor(room / step));
  const covered = strip.cards - (strip.band ? 0 : 1) + (strip.wild && wild > step ? 1 : 0);
  const closing = strip.band ? Math.max(strip.band, width - step) : width;
  const lines = Math.max(1, Math.ceil(covered / perLine));
  return covered - (lines - 1) * perLine > Math.floor((room - closing) / step) ? lines + 1 : lines;
}

/** The place of the measure for a room: the first, and largest, with which everything fits; else the last. */
export function largestFit(strips: readonly Strip[], room: { width: number; height: number }, of: readonly Measure[]): number {
  const found = of.findIndex((each) => heightOf(strips, room.width, each) <= room.height);
  return found < 0 ? of.length - 1 : found;
}
