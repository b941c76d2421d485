/** The log without the noise of connections: the own ones, and those of others that were soon there again. Pure. */
import type { LoggedEvent } from '../../net/connection/tableReducer';

/** What says nothing that the page doesn't show anyway, or that is over by now. */
export function withoutNoise(log: readonly LoggedEvent[], you: number | null): readonly LoggedEvent[] {
  const left: LoggedEvent[] = [];
  for (const each of log) {
    const { event } = each;
    if (event.type === 'resumed') continue;
    if (event.type !== 'disconnected' && event.type !== 'reconnected') {
      left.push(each);
      continue;
    }
    if (event.seat === you) continue;
    // Lost and back, with nothing in between but the like: as if nothing had been.
    const place = left.findLastIndex((former) => !isConnection(former) || seatOf(former) === event.seat);
    const former = left[place];
    if (former && isConnection(former)) left.splice(place, 1);
    if (former?.event.type === 'disconnected' && event.type === 'reconnected') continue;
    left.push(each);
  }
  return left;
}

function isConnection({ event }: LoggedEvent): boolean {
  return event.type === 'disconnected' || event.type === 'reconnected';
}

function seatOf({ event }: LoggedEvent): number | null {
  return 'seat' in event ? (event.seat ?? null) : null;
}
