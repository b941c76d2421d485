/** The measures of melds: the size of cards, and the visible part of each in a strip. Pure; lengths are in pixels. */

/** The measures of strips of one size. */
export interface Measure {
  /** The width of a card. */
  width: number;
  /** The visible width of a covered card, with its whole index. */
  step: number;
  /** The same without room beside the index, for a strip that is too long. */
  least: number;
  /** The visible width of a wild card in a sequence, which shows the card it replaces. */
  wild: number;
  /** The height of a card. */
  height: number;
}

/** The properties of a strip that determine its size. */
export interface Strip {
  cards: number;
  wild: boolean;
  /** The width of a folded canasta's band with its words; 0 without a band. */
  band: number;
  /** True if only the lowest and the highest card are visible, with the others between them. */
  folded: boolean;
}

export const GAP = 6;
/** The least heights of the index, as in Card.svelte. */
const INDEX = { normal: 13, large: 28 };
/** The widths of cards. Each step is smaller by about a twelfth. */
const WIDTHS = {
  normal: [100, 92, 84, 76, 70, 66, 62, 58, 54, 50, 46, 43, 40, 37, 34, 31],
  large: [120, 110, 100, 92, 84, 76, 70, 64, 58, 52, 46],
};

/** All measures of a card size, the largest first. */
export function measures(size: 'normal' | 'large'): Measure[] {
  return WIDTHS[size].map((width) => measure(width, INDEX[size]));
}

/** The measure for cards of a width whose index has at least this height, as Card.svelte draws them. */
function measure(width: number, least: number): Measure {
  const rank = Math.max(least, width * 0.367);
  const narrow = Math.ceil(width * 0.03 + rank * 0.893);
  const step = Math.max(narrow, Math.round(width * 4) / 10);
  return {
    width,
    step,
    least: narrow,
    wild: Math.max(step, Math.ceil(width * 0.03 + rank)),
    height: Math.round(width * 1.4),
  };
}

/** The visible width of the first card of a folded canasta: its index, and more if the band's words need it. */
export function foldedStep({ band }: Strip, { width, step }: Measure): number {
  return Math.max(step, band - width);
}

/** The width of a strip in one line. */
export function lengthOf(strip: Strip, measure: Measure): number {
  const { width, step, wild } = measure;
  if (strip.folded) return foldedStep(strip, measure) + width;
  return (strip.cards - 1) * step + width + (strip.wild ? wild - step : 0);
}

/** The step with which a strip fits into one line of a room; null if it doesn't fit. */
export function stepIn(strip: Strip, room: number, measure: Measure): number {
  const over = lengthOf(strip, measure) - room;
  if (over <= 0) return measure.step;
  const step = Math.floor((measure.step - over / Math.max(1, strip.cards - 1 - (strip.wild ? 1 : 0))) * 10) / 10;
  return step >= measure.least ? step : measure.step;
}
