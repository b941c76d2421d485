/** Who is at a table of a tournament, and who is awaited. Pure. */
import type { SeatState } from '../../net/types';
import type { PlayerView } from '../types';

/** Somebody who plays at a table. */
export interface Arrival {
  name: string;
  half: number;
  here: boolean;
}
type Seat = Pick<SeatState, 'kind' | 'name' | 'ready'>;

/** A table shows so many letters of a name. */
const LONGEST = 40;

/**
 * Everybody who plays at a table, the half of seats 0 and 2 first. The table knows those who have come by their links;
 * the names of the others are in what a player sees of the tournament, `view`. Whoever looks, at seat `you`, is there.
 */
export function arrivals(seats: readonly Seat[], you: number | null, view: PlayerView | null): Arrival[] {
  return [0, 1].flatMap((half) => {
    const seated = seats.flatMap((seat, at) =>
      at % 2 === half && seat.kind !== 'empty' ? [{ name: seat.name, half, here: seat.ready || at === you }] : [],
    );
    const left = view && view.half !== null ? playersOf(view, half) : [];
    for (const { name } of seated) {
      const at = left.indexOf(name);
      if (at >= 0) left.splice(at, 1);
    }
    const wanted = seats.filter((_, at) => at % 2 === half).length - seated.length;
    return [...seated, ...left.slice(0, wanted).map((name) => ({ name, half, here: false }))];
  });
}

function playersOf({ side, partners, opponents, half }: PlayerView, of: number): string[] {
  const sides = of === half ? [side, ...partners] : opponents;
  return sides.flatMap(({ players }) => players.map((name) => name.slice(0, LONGEST).trim()));
}
