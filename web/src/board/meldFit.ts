/**
 * How the melds of a side fit into their room: one size from the first meld to the sixth, for it follows from the room
 * alone; then canastas are folded, the first ones first; then all are drawn one step smaller; then the room scrolls. Pure.
 */
import { layOutMelds, type Piece } from './meldLayout';
import type { Measure } from './meldSizes';

export interface Room {
  width: number;
  height: number;
}

/** What a side has on the table late in a deal: a canasta, and five others. */
const USUAL = [7, 4, 3, 4, 3, 3].map((cards): Piece => ({ cards, wild: false, wildAt: null, band: 0, folded: false }));
/** By how much smaller a step is, at most. */
const SMALLER = 0.88;

function fits(pieces: readonly Piece[], room: Room, measure: Measure): boolean {
  return layOutMelds(pieces, room.width, measure).height <= room.height;
}

/** The place of the measure that a room has for its melds, however many there are. */
export function usualSize(room: Room, of: readonly Measure[]): number {
  const found = of.findIndex((each) => fits(USUAL, room, each));
  return found < 0 ? of.length - 1 : found;
}

/** The place of the measure that these melds want: the room's (`usualSize`), or one step smaller. */
export function sizeFor(pieces: readonly Piece[], room: Room, of: readonly Measure[], usual: number): number {
  if (pieces.length <= USUAL.length) return usual;
  const folded = pieces.map((piece) => ({ ...piece, folded: piece.band > 0 }));
  if (fits(folded, room, of[usual]!)) return usual;
  const smaller = of.findIndex(({ width }) => width <= of[usual]!.width * SMALLER);
  return smaller < 0 ? of.length - 1 : smaller;
}

/** As many canastas folded as have to be, but none of those at the places that are to stay open. */
export function foldedInto(pieces: readonly Piece[], room: Room, measure: Measure, open: ReadonlySet<number>): Piece[] {
  const found = [...pieces];
  for (let place = 0; place < found.length && !fits(found, room, measure); place++) {
    if (found[place]!.band > 0 && !open.has(place)) found[place] = { ...found[place]!, folded: true };
  }
  return found;
}
