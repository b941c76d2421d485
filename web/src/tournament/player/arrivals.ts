/** Who is at a table of a tournament, and who is awaited. Pure. */
import type { SeatState } from '../../net/types';
import { halfPlayers } from '../state/sides';
import type { GameCard, PlayerView, TournamentView } from '../state/types';

/** Somebody who plays at a table. */
export interface Arrival {
  name: string;
  half: number;
  here: boolean;
}
/** What the tournament says of a table where people are awaited. */
export interface Awaited {
  number: number;
  /** Whether the round has begun: before, no match does. */
  begun: boolean;
  /** Who plays there, half by half; null where it is not known. */
  players: readonly [string[], string[]] | null;
}
type Seat = Pick<SeatState, 'kind' | 'name' | 'ready'>;

/** A table shows so many letters of a name. */
const LONGEST = 40;

/**
 * Everybody who plays at a table, the half of seats 0 and 2 first. The table knows those who have come by their links;
 * the names of the others are what the tournament says. Whoever looks, at seat `you`, is there.
 */
export function arrivals(seats: readonly Seat[], you: number | null, players: Awaited['players']): Arrival[] {
  return [0, 1].flatMap((half) => {
    const seated = seats.flatMap((seat, at) =>
      at % 2 === half && seat.kind !== 'empty' ? [{ name: seat.name, half, here: seat.ready || at === you }] : [],
    );
    const left = players ? players[half]!.map((name) => name.slice(0, LONGEST).trim()) : [];
    for (const { name } of seated) {
      const at = left.indexOf(name);
      if (at >= 0) left.splice(at, 1);
    }
    const wanted = seats.filter((_, at) => at % 2 === half).length - seated.length;
    return [...seated, ...left.slice(0, wanted).map((name) => ({ name, half, here: false }))];
  });
}

/** The table of a player, by what they see of the tournament. */
export function awaitedBy({ side, partners, opponents, half, table, stage }: PlayerView): Awaited {
  const own = [side, ...partners].flatMap(({ players }) => players);
  const others = opponents.flatMap(({ players }) => players);
  return {
    number: table,
    begun: stage !== 'published',
    players: half === null ? null : half === 0 ? [own, others] : [others, own],
  };
}

/** The table of an id, by what everybody sees; null where it is none of a round that is played. */
export function awaitedAt({ phases, sides }: TournamentView, games: readonly GameCard[], id: string): Awaited | null {
  const card = games.find(({ game }) => game === id);
  const round = phases
    .find(({ number }) => number === card?.phase)
    ?.rounds.find(({ number }) => number === card?.round);
  const fixture = round?.tables.find(({ table }) => table === card?.table);
  if (!round || !fixture) return null;
  return {
    number: fixture.table,
    begun: round.stage !== 'published',
    players: [halfPlayers(sides, fixture.one), halfPlayers(sides, fixture.two)],
  };
}
