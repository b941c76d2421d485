/** What somebody who plays online is to be shown now. Pure. */
import type { PlayerView, SideCard } from '../state/types';

export type PlayerState =
  /** The tournament is over. */
  | 'over'
  /** The side has left it. */
  | 'withdrawn'
  /** No round was published. */
  | 'before'
  /** The result of the round counts. */
  | 'result'
  /** A bye. */
  | 'bye'
  /** The table is there. */
  | 'play'
  /** It is about to be. */
  | 'opening'
  /** Others play. */
  | 'rests'
  /** The round is over. */
  | 'between';

/** What is to be shown. */
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

/** The table to play at; empty while there is none. */
export function gameOf(view: PlayerView): string {
  return stateOf(view) === 'play' ? view.game : '';
}

/** The name of the player of a view. */
export function nameIn({ side, player }: Pick<PlayerView, 'side' | 'player'>): string {
  return side.players[player - 1] ?? side.name;
}

const named = (sides: readonly SideCard[]): string => sides.map(({ name }) => name).join(' + ');

/** The two halves of the table by name, in the order in which results have them. */
export function halvesOf({ side, partners, opponents, half }: PlayerView): readonly [string, string] {
  const own = named([side, ...partners]);
  return half === 1 ? [named(opponents), own] : [own, named(opponents)];
}
