/** What is to be shown at a table. Pure. */
import { sameResult } from '../sides';
import type { EncounterResult, Half, TableView, TournamentAct } from '../types';
import { isOpen, samePlace } from './phone';

/** What a phone at a table shows and asks for. */
export type TableState =
  /** The result counts. */
  | 'stands'
  /** The round is over without one. */
  | 'over'
  /** For which side? */
  | 'choice'
  /** The round has not begun. */
  | 'before'
  /** The other side has reported: is it right? */
  | 'asked'
  /** Both have, and not the same. */
  | 'differ'
  /** This side has; the other one has not. */
  | 'sent'
  /** Nobody has, or only on the way. */
  | 'write';

/** How a table stands for a phone. */
export function stateOf(view: TableView): TableState {
  if (view.result) return 'stands';
  if (!isOpen(view)) return 'over';
  if (view.half === null) return 'choice';
  if (view.stage === 'published') return 'before';
  const own = view.reports[view.half];
  const other = view.reports[otherHalf(view.half)];
  if (own && other) return 'differ';
  if (other) return 'asked';
  return own ? 'sent' : 'write';
}

export function otherHalf(half: Half): Half {
  return half === 0 ? 1 : 0;
}

/** A table's report or confirmation that waits for the network: the last one; null if none does. */
export function unsent(waiting: readonly { act: TournamentAct }[], view: TableView): TournamentAct | null {
  const own = waiting.filter(({ act }) => isOfTable(act) && samePlace(act, view));
  return own.at(-1)?.act ?? null;
}

/** What a side says of a result: that it is right, where the other one has said the same, else what it is. */
export function reportOf(view: TableView, half: Half, result: EncounterResult): TournamentAct {
  const at = { phase: view.phase, round: view.round, table: view.table, half };
  const other = view.reports[otherHalf(half)];
  return other && sameResult(other, result) ? { type: 'result_confirmed', ...at } : { type: 'result_reported', ...at, result };
}

type OfTable = Extract<TournamentAct, { half: Half; result?: EncounterResult }>;

function isOfTable(act: TournamentAct): act is OfTable {
  return act.type === 'result_reported' || act.type === 'result_confirmed';
}
