/** The players at a table of a tournament who are present, and those awaited. Pure. */
import type { SeatState } from '../../net/types';
import { halfPlayers } from '../state/sides';
import type { GameCard, PlayerView, TournamentView } from '../state/types';

/** A player of a table. */
export interface Arrival {
  name: string;
  half: number;
  here: boolean;
}
/** The tournament's information about a table that waits for players. */
export interface Awaited {
  number: number;
  /** True if the round has begun; no match begins before it. */
  begun: boolean;
  /** The players of both halves; null if they are unknown. */
  players: readonly [string[], string[]] | null;
}
type Seat = Pick<SeatState, 'kind' | 'name' | 'ready'>;

/** The most characters of a name at a table. */
const LONGEST = 40;

/**
 * All players of a table, beginning with the half of seats 0 and 2. The table knows the names of players who came by
 * their links; the tournament has the other names. The user's own seat `you` counts as present.
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

/** The table of a player, from the player's view of the tournament. */
export function awaitedBy({ side, partners, opponents, half, table, stage }: PlayerView): Awaited {
  const own = [side, ...partners].flatMap(({ players }) => players);
  const others = opponents.flatMap(({ players }) => players);
  return {
    number: table,
    begun: stage !== 'published',
    players: half === null ? null : half === 0 ? [own, others] : [others, own],
  };
}

/** A table by its id, from the public view; null if it belongs to no round in play. */
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
