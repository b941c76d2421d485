/** What happened since your turn: the part of the log that came after your last action of an earlier turn. Pure. */
import type { LoggedEvent } from '../../net/connection/tableReducer';

/** All of the log for who has not acted, or watches. While it is your turn again, what led to it. */
export function sinceYourTurn(log: readonly LoggedEvent[], you: number | null): readonly LoggedEvent[] {
  const acts = ({ event }: LoggedEvent): boolean => event.type === 'played' && event.seat === you;
  let end = log.length;
  // Your own actions of the present turn come after what you want to see.
  const other = log.findLastIndex(({ event }) => event.type === 'played' && event.seat !== you);
  if (other >= 0) end = other + 1;
  const last = log.slice(0, end).findLastIndex(acts);
  return log.slice(last + 1);
}
