/** The part of the log after your last action of an earlier turn. Pure. */
import type { LoggedEvent } from '../../net/connection/tableReducer';

/** All of the log for a spectator and before your first action. During your turn, the events that led to it. */
export function sinceYourTurn(log: readonly LoggedEvent[], you: number | null): readonly LoggedEvent[] {
  const acts = ({ event }: LoggedEvent): boolean => event.type === 'played' && event.seat === you;
  let end = log.length;
  // Your actions of the present turn don't count: you want to see the events before it.
  const other = log.findLastIndex(({ event }) => event.type === 'played' && event.seat !== you);
  if (other >= 0) end = other + 1;
  const last = log.slice(0, end).findLastIndex(acts);
  return log.slice(last + 1);
}
