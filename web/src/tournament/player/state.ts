/** The state in which a player of an online tournament is. Pure. */
import type { PlayerView, SideCard } from '../state/types';

export type PlayerState =
  /** The tournament is over. */
  | 'over'
  /** The side has left the tournament. */
  | 'withdrawn'
  /** No round is published. */
  | 'before'
  /** The result of the round counts. */
  | 'result'
  /** The side has a bye. */
  | 'bye'
  /** The table is open. */
  | 'play'
  /** The table will open soon. */
  | 'opening'
  /** The side doesn't play in this round. */
  | 'rests'
  /** The round is over. */
  | 'between';

/** The state to show. */
export function stateOf({ due, side, round, stage, table, bye, game, result }: PlayerView): PlayerState {
  if (due === 'over') return 'over';
  if (side.withdrawn) return 'withdrawn';
  if (!round) return 'before';
  if (result) return 'result';
  if (stage !== 'published' && stage !== 'playing') return 'between';
  if (bye) return 'bye';
  if (!table) return 'rests';
  return game ? 'play' : 'opening';
}

/** The id of the table to play at; empty if no table is open. */
export function gameOf(view: PlayerView): string {
  return stateOf(view) === 'play' ? view.game : '';
}

/** The name of the player of a view. */
export function nameIn({ side, player }: Pick<PlayerView, 'side' | 'player'>): string {
  return side.players[player - 1] ?? side.name;
}

const named = (sides: readonly SideCard[]): string => sides.map(({ name }) => name).join(' + ');

/** The names of the two halves of the table, in the order of results. */
export function halvesOf({ side, partners, opponents, half }: PlayerView): readonly [string, string] {
  const own = named([side, ...partners]);
  return half === 1 ? [named(opponents), own] : [own, named(opponents)];
}
