/** Notices about the connection for the player. */
import type { Known } from './tableReducer';
import type { Report } from './reconnection';
import { Close, type Fault } from '../types';

export type Notice =
  /** Another tab or device has the seat: "jogar nesta aba" takes it back. */
  | { kind: 'replaced' }
  /** The page is older than the server and must be reloaded. */
  | { kind: 'outdated' }
  /** The connection ended; `again` may help. */
  | { kind: 'ended'; code: number | null; fault: Fault | null }
  /** There has been no network since this time. */
  | { kind: 'offline'; since: number }
  /** The first attempt to connect. */
  | { kind: 'connecting' }
  /** The connection was lost at `since`; the next attempt is at `next`, or now. */
  | { kind: 'reconnecting'; since: number; next: number | null }
  /** The server is about to stop and expects to be back at this time. */
  | { kind: 'draining'; until: number }
  /** The server no longer had the missed events; the state is right. */
  | { kind: 'behind'; from: number; to: number }
  /** The draw for the seats does not match its proof. */
  | { kind: 'unfair' }
  | { kind: 'fault'; fault: Fault };

/** The data from which notices are made, with steady times. */
export interface Standing {
  report: Report;
  /** The time of the report. */
  since: number;
  /** The time when the connection was last live; null while it is live, and before the first time. */
  lost: number | null;
  /** The time until which the server announced to be away. */
  drained: number | null;
  fault: Fault | null;
  unfair: boolean;
  known: Pick<Known, 'state' | 'missed'>;
}

/** The notices, most severe first. */
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
