/** The measures of melds: how large cards are drawn, and how much of each is seen of a strip. Pure; lengths are pixels. */

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
  /** Of a card. */
  height: number;
}

/** What is known of a strip. */
export interface Strip {
  cards: number;
  wild: boolean;
  /** How wide the band of a canasta has to be for its words when it is folded; 0 without one. */
  band: number;
  /** Only the lowest and the highest card are seen, the others between them. */
  folded: boolean;
}

export const GAP = 6;
/** As Card.svelte has them at least. */
const INDEX = { normal: 13, large: 28 };
/** From one to the next melds become smaller by about a twelfth. */
const WIDTHS = {
  normal: [100, 92, 84, 76, 70, 66, 62, 58, 54, 50, 46, 43, 40, 37, 34, 31],
  large: [120, 110, 100, 92, 84, 76, 70, 64, 58, 52, 46],
};

/** All measures of a card size, the largest first. */
export function measures(size: 'normal' | 'large'): Measure[] {
  return WIDTHS[size].map((width) => measure(width, INDEX[size]));
}

/** Of cards of a width whose index has at least this height: as Card.svelte draws them. */
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

/** How much of the first card of a folded canasta is seen: its index, and as much as the band's words need. */
export function foldedStep({ band }: Strip, { width, step }: Measure): number {
  return Math.max(step, band - width);
}

/** How wide a strip is in one line. */
export function lengthOf(strip: Strip, measure: Measure): number {
  const { width, step, wild } = measure;
  if (strip.folded) return foldedStep(strip, measure) + width;
  return (strip.cards - 1) * step + width + (strip.wild ? wild - step : 0);
}

/** The step with which a strip fits into one line of a room, if there is one. */
export function stepIn(strip: Strip, room: number, measure: Measure): number {
  const over = lengthOf(strip, measure) - room;
  if (over <= 0) return measure.step;
  const step = Math.floor((measure.step - over / Math.max(1, strip.cards - 1 - (strip.wild ? 1 : 0))) * 10) / 10;
  return step >= measure.least ? step : measure.step;
}
