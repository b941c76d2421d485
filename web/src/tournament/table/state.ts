/** The state of a table for a phone, and the report to send. Pure. */
import type { EncounterResult, Half, TableView, TournamentAct } from '../state/types';
import { isOpen, samePlace, type Place } from '../../lib/phone';

/** The state, which decides the phone's page. */
export type TableState =
  /** The result counts. */
  | 'stands'
  /** The round is over without a result. */
  | 'over'
  /** The user has to choose a side. */
  | 'choice'
  /** The round has not begun. */
  | 'before'
  /** The other side has reported; this side is asked to confirm. */
  | 'asked'
  /** The two reports differ. */
  | 'differ'
  /** This side has reported, the other side has not. */
  | 'sent'
  /** No report has arrived at the server. */
  | 'write';

/** The state of a table. */
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

/** The last report of this table that waits for the network; null if none waits. */
export function unsent(waiting: readonly { act: TournamentAct }[], view: TableView): Report | null {
  const own = waiting.map(({ act }) => act).filter((act) => act.type === 'result_reported' && samePlace(act, view));
  return (own.at(-1) as Report | undefined) ?? null;
}

/**
 * The report of a side. It confirms an equal report of the other side. It has the figures even then, so that it doesn't
 * confirm other figures if the other side corrects its report meanwhile.
 */
export function reportOf({ phase, round, table }: Place, half: Half, result: EncounterResult): Report {
  return { type: 'result_reported', phase, round, table, half, result };
}
