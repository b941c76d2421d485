/**
 * Where the melds of a side lie, and the cards of each: in lines, like words. Pure; lengths are pixels.
 *
 * They are moved there by transforms, on which nothing else depends: what has to move glides, and is no layout shift.
 */
import { GAP, lengthOf, stepIn, type Measure, type Strip } from './meldSizes';

export interface Spot {
  x: number;
  y: number;
}

/** A strip with the place of the wild card that shows what it stands for. */
export type Piece = Strip & { wildAt: number | null };

/** One strip: its box, and where its cards and its band lie in it. */
export interface Laid extends Spot {
  width: number;
  height: number;
  cards: readonly Spot[];
  band: (Spot & { width: number }) | null;
}

/** Between the lines of a strip that is longer than its room. */
const LINES = 4;

/** All of them, and how high they are together. */
export function layOutMelds(pieces: readonly Piece[], room: number, measure: Measure): { laid: Laid[]; height: number } {
  const laid: Laid[] = [];
  let [x, y, bottom] = [0, 0, 0];
  for (const piece of pieces) {
    const one = alone(piece, room, measure);
    if (x > 0 && x + one.width > room) [x, y] = [0, bottom + GAP];
    laid.push({ ...one, x, y });
    x += one.width + GAP;
    bottom = Math.max(bottom, y + one.height);
  }
  return { laid, height: bottom };
}

/** A strip by itself: in one line if it fits, drawn together or not. */
function alone(piece: Piece, room: number, measure: Measure): Laid {
  const step = stepIn(piece, room, measure);
  const whole = lengthOf(piece, { ...measure, step }) <= room;
  const cards: Spot[] = [];
  let [x, y, width] = [0, 0, 0];
  const next = (wide: number): Spot => {
    if (!whole && x > 0 && x + wide > room) [x, y] = [0, y + measure.height + LINES];
    const spot = { x, y };
    x += wide;
    width = Math.max(width, x);
    return spot;
  };
  for (let place = 0; place < piece.cards; place++) {
    const last = place === piece.cards - 1 && !piece.band;
    cards.push(next(last ? measure.width : place === piece.wildAt ? measure.wild : step));
  }
  const closing = Math.max(piece.band, measure.width - step);
  const band = piece.band ? { ...next(closing), width: closing } : null;
  return { x: 0, y: 0, width, height: y + measure.height, cards, band };
}
