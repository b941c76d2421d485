/** The log without connection events of the player, and without those of others who soon came back. Pure. */
import type { LoggedEvent } from '../../net/connection/tableReducer';

/** The log without events that the page shows elsewhere and without interruptions that have ended. */
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
    // Drops both events if only connection events lie between the loss and the return.
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
