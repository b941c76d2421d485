/**
 * Fits the melds of a side into their room. The size follows from the room alone, and stays the same from the first
 * meld to the sixth. If they don't fit, canastas are folded, the first ones first; then all are drawn one step smaller;
 * then the room scrolls. Pure.
 */
import { layOutMelds, type Piece } from './meldLayout';
import type { Measure } from './meldSizes';

export interface Room {
  width: number;
  height: number;
}

/** The usual melds of a side late in a deal: a canasta and five others. */
const USUAL = [7, 4, 3, 4, 3, 3].map((cards): Piece => ({ cards, wild: false, wildAt: null, band: 0, folded: false }));
/** The least factor of a smaller step. */
const SMALLER = 0.88;

function fits(pieces: readonly Piece[], room: Room, measure: Measure): boolean {
  return layOutMelds(pieces, room.width, measure).height <= room.height;
}

/** The index of the measure for a room, whatever its melds. */
export function usualSize(room: Room, of: readonly Measure[]): number {
  const found = of.findIndex((each) => fits(USUAL, room, each));
  return found < 0 ? of.length - 1 : found;
}

/** The index of the measure for these melds: the room's (`usualSize`), or one step smaller. */
export function sizeFor(pieces: readonly Piece[], room: Room, of: readonly Measure[], usual: number): number {
  if (pieces.length <= USUAL.length) return usual;
  const folded = pieces.map((piece) => ({ ...piece, folded: piece.band > 0 }));
  if (fits(folded, room, of[usual]!)) return usual;
  const smaller = of.findIndex(({ width }) => width <= of[usual]!.width * SMALLER);
  return smaller < 0 ? of.length - 1 : smaller;
}

/** The melds with as many canastas folded as necessary, except those at the places in `open`. */
export function foldedInto(pieces: readonly Piece[], room: Room, measure: Measure, open: ReadonlySet<number>): Piece[] {
  const found = [...pieces];
  for (let place = 0; place < found.length && !fits(found, room, measure); place++) {
    if (found[place]!.band > 0 && !open.has(place)) found[place] = { ...found[place]!, folded: true };
  }
  return found;
}
