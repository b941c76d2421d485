/** Notices for the player about the connection. */
import type { Known } from './tableReducer';
import type { Report } from './reconnection';
import { Close, type Fault } from '../types';

export type Notice =
  /** Another tab or device has the seat: "jogar nesta aba" takes it back. */
  | { kind: 'replaced' }
  /** The page is older than the server: it has to be loaded anew. */
  | { kind: 'outdated' }
  /** It is over; `again` may help. */
  | { kind: 'ended'; code: number | null; fault: Fault | null }
  /** There is no network, since then. */
  | { kind: 'offline'; since: number }
  /** For the first time. */
  | { kind: 'connecting' }
  /** The connection was lost then; the next attempt is made at `next`, or now. */
  | { kind: 'reconnecting'; since: number; next: number | null }
  /** The server is about to stop, and back about then. */
  | { kind: 'draining'; until: number }
  /** Events were missed that the server no longer has; the state is right. */
  | { kind: 'behind'; from: number; to: number }
  /** The lot for the seats does not hold. */
  | { kind: 'unfair' }
  | { kind: 'fault'; fault: Fault };

/** What notices are made of; times by the steady time. */
export interface Standing {
  report: Report;
  /** When the report came. */
  since: number;
  /** When the connection was live last; null while it is, and before the first time. */
  lost: number | null;
  /** Until when the server said it would be away. */
  drained: number | null;
  fault: Fault | null;
  unfair: boolean;
  known: Pick<Known, 'state' | 'missed'>;
}

/** The gravest first. */
export function noticesOf(standing: Standing): readonly Notice[] {
  const { drained, fault, unfair, known } = standing;
  const found: Notice[] = [];
  const link = linkNotice(standing);
  if (link) found.push(link);
  if (drained !== null && standing.report.stage !== 'ended') found.push({ kind: 'draining', until: drained });
  if (unfair) found.push({ kind: 'unfair' });
  if (known.missed) found.push({ kind: 'behind', ...known.missed });
  if (fault) found.push({ kind: 'fault', fault });
  return found;
}

function linkNotice({ report, since, lost, known }: Standing): Notice | null {
  switch (report.stage) {
    case 'live':
      return null;
    case 'ended':
      if (report.code === Close.replaced) return { kind: 'replaced' };
      if (report.code === Close.unknownVersion) return { kind: 'outdated' };
      return { kind: 'ended', code: report.code, fault: report.fault };
    case 'offline':
      return since ? { kind: 'offline', since } : { kind: 'connecting' };
    case 'waiting':
      return { kind: 'reconnecting', since: lost ?? since, next: since + report.ms };
    default:
      return known.state ? { kind: 'reconnecting', since: lost ?? since, next: null } : { kind: 'connecting' };
  }
}
