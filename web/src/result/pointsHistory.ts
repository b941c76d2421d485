/** The points of a match deal by deal, for its chart. Pure. */
import type { DealEndedEvent } from '../net/types';

/** Both sides' points before the first deal and after each one that counted. */
export type PointsHistory = readonly (readonly [number, number])[];

/** The history in the event of a deal's end, from the beginning of the match. */
export function pointsHistory(ended: DealEndedEvent | null): PointsHistory {
  return (ended?.history ?? []).map(([one = 0, other = 0]) => [one, other]);
}
