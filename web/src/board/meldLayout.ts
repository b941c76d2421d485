/**
 * The positions of the melds of a side, and of their cards: in lines, like words. Pure; lengths are in pixels.
 *
 * Transforms move the melds there, on which no other element depends: melds glide to a new place without a layout
 * shift.
 */
import type { MeldState } from '../net/types';
import { canastaOf, cardsOf, type Special } from './meldWords';
import { foldedStep, GAP, lengthOf, stepIn, type Measure, type Strip } from './meldSizes';

export interface Spot {
  x: number;
  y: number;
}

/** A strip with the index of the wild card that shows the card it replaces. */
export type Piece = Strip & { wildAt: number | null };

/** A strip: its box, and the positions of its cards in it. */
export interface Laid extends Spot {
  width: number;
  height: number;
  cards: readonly Spot[];
  folded: boolean;
}

/** The gap between the lines of a strip that is longer than its room. */
const LINES = 4;

/** The width of "limpa 10": on small cards the text keeps its size. */
const BAND = 62;

/** The strips of a side: its red threes, then its melds. */
export function piecesOf(redThrees: number, melds: readonly MeldState[], special: Special): Piece[] {
  const threes: Piece = { cards: redThrees, wild: false, wildAt: null, band: 0, folded: false };
  const pieces = melds.map((meld): Piece => {
    const stands = meld.wild !== null && meld.low > 0;
    return {
      cards: cardsOf(meld.cards).length,
      wild: stands,
      wildAt: stands ? meld.wild : null,
      band: canastaOf(meld, special) === 'none' ? 0 : BAND,
      folded: false,
    };
  });
  return redThrees ? [threes, ...pieces] : pieces;
}

/** All strips, and their total height. */
export function layOutMelds(
  pieces: readonly Piece[],
  room: number,
  measure: Measure,
): { laid: Laid[]; height: number } {
  const laid: Laid[] = [];
  let [x, y, bottom] = [0, 0, 0];
  for (const piece of pieces) {
    const one = piece.folded ? folded(piece, measure) : alone(piece, room, measure);
    if (x > 0 && x + one.width > room) [x, y] = [0, bottom + GAP];
    laid.push({ ...one, x, y });
    x += one.width + GAP;
    bottom = Math.max(bottom, y + one.height);
  }
  return { laid, height: bottom };
}

/** A folded strip: all cards except the first lie under the last. */
function folded(piece: Piece, measure: Measure): Laid {
  const x = foldedStep(piece, measure);
  const cards = Array.from({ length: piece.cards }, (_, place) => ({ x: place ? x : 0, y: 0 }));
  return { x: 0, y: 0, width: lengthOf(piece, measure), height: measure.height, cards, folded: true };
}

/** A strip by itself: in one line if it fits, with less of each card if necessary. */
function alone(piece: Piece, room: number, measure: Measure): Laid {
  const step = stepIn(piece, room, measure);
  const whole = lengthOf(piece, { ...measure, step }) <= room;
  const cards: Spot[] = [];
  let [x, y, width] = [0, 0, 0];
  for (let place = 0; place < piece.cards; place++) {
    const wide = place === piece.cards - 1 ? measure.width : place === piece.wildAt ? measure.wild : step;
    if (!whole && x > 0 && x + wide > room) [x, y] = [0, y + measure.height + LINES];
    cards.push({ x, y });
    x += wide;
    width = Math.max(width, x);
  }
  return { x: 0, y: 0, width, height: y + measure.height, cards, folded: false };
}
