/** The points of a match deal by deal, for its chart. Pure. */
import type { DealEndedEvent } from '../net/types';

/** Both sides' points before the first deal and after each one that counted. */
export type PointsHistory = readonly (readonly [number, number])[];

/** As the end of its last deal tells it, from the beginning of the match on. */
export function pointsHistory(ended: DealEndedEvent | null): PointsHistory {
  return (ended?.history ?? []).map(([one = 0, other = 0]) => [one, other]);
}
