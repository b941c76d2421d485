/** What is to be shown at a table. Pure. */
import type { EncounterResult, Half, TableView, TournamentAct } from '../state/types';
import { isOpen, samePlace, type Place } from '../../lib/phone';

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

type Report = Extract<TournamentAct, { type: 'result_reported' }>;

/** A report of this table that waits for the network: the last one; null if none does. */
export function unsent(waiting: readonly { act: TournamentAct }[], view: TableView): Report | null {
  const own = waiting.map(({ act }) => act).filter((act) => act.type === 'result_reported' && samePlace(act, view));
  return (own.at(-1) as Report | undefined) ?? null;
}

/**
 * What a side says of the result. Where the other one has said the same, that is its confirmation: not one without the
 * figures, which would be good for others if the other side corrects its own meanwhile.
 */
export function reportOf({ phase, round, table }: Place, half: Half, result: EncounterResult): Report {
  return { type: 'result_reported', phase, round, table, half, result };
}
