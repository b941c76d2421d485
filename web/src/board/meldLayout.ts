/**
 * Where the melds of a side lie, and the cards of each: in lines, like words. Pure; lengths are pixels.
 *
 * They are moved there by transforms, on which nothing else depends: what has to move glides, and is no layout shift.
 */
import type { MeldState } from '../net/types';
import { canastaOf, cardsOf, type Special } from './meldWords';
import { foldedStep, GAP, lengthOf, stepIn, type Measure, type Strip } from './meldSizes';

export interface Spot {
  x: number;
  y: number;
}

/** A strip with the place of the wild card that shows what it stands for. */
export type Piece = Strip & { wildAt: number | null };

/** One strip: its box, and where its cards lie in it. */
export interface Laid extends Spot {
  width: number;
  height: number;
  cards: readonly Spot[];
  folded: boolean;
}

/** Between the lines of a strip that is longer than its room. */
const LINES = 4;

/** How wide "limpa 10" is: on small cards letters don't grow. */
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

/** All of them, and how high they are together. */
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

/** All cards but the first lie under the last one. */
function folded(piece: Piece, measure: Measure): Laid {
  const x = foldedStep(piece, measure);
  const cards = Array.from({ length: piece.cards }, (_, place) => ({ x: place ? x : 0, y: 0 }));
  return { x: 0, y: 0, width: lengthOf(piece, measure), height: measure.height, cards, folded: true };
}

/** A strip by itself: in one line if it fits, drawn together or not. */
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
