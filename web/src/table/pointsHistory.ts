/** The points of a match deal by deal, for its chart: what the log still knows, and what this tab has seen before. */
import type { LoggedEvent } from '../net/tableReducer';
import type { DealEndedEvent, State } from '../net/types';

type Keeping = Pick<Storage, 'getItem' | 'setItem'>;
type Points = Record<number, readonly [number, number]>;

/** Both sides' points after each deal, from the first that is known; `first` is its number, 0 the beginning. */
export interface PointsHistory {
  first: number;
  points: readonly (readonly [number, number])[];
}

/** What is known of the match so far; kept for when the page is loaded again. */
export function pointsHistory(state: State, log: readonly LoggedEvent[], keeping: Keeping | null): PointsHistory {
  const found: Points = { 0: [0, 0], ...read(state.match, keeping) };
  for (const { event } of log) if (event.type === 'deal_ended') add(found, event);
  if (state.last) add(found, state.last);
  keep(state.match, found, keeping);
  const last = Math.max(...Object.keys(found).map(Number));
  let first = last;
  while (found[first - 1]) first--;
  return { first, points: Array.from({ length: last - first + 1 }, (_, place) => found[first + place]!) };
}

function add(found: Points, { deal, points, scores }: DealEndedEvent): void {
  const after: readonly [number, number] = [points[0] ?? 0, points[1] ?? 0];
  found[deal] = after;
  const [one, other] = [scores?.[0]?.total, scores?.[1]?.total];
  if (one !== undefined && other !== undefined) found[deal - 1] ??= [after[0] - one, after[1] - other];
}

function key(match: string): string {
  return `canastra.points.${match}`;
}

function read(match: string, keeping: Keeping | null): Points {
  try {
    return JSON.parse(keeping?.getItem(key(match)) ?? '{}') as Points;
  } catch {
    return {};
  }
}

function keep(match: string, points: Points, keeping: Keeping | null): void {
  try {
    keeping?.setItem(key(match), JSON.stringify(points));
  } catch {
    // Full or forbidden: the chart begins later.
  }
}

/** This tab's storage; null where it is forbidden. */
export function tabStorage(): Keeping | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
