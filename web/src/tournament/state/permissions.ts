/** The permissions of each role, the same as in canastra.server.tournaments.roles. Pure. */
import type { TournamentAct, TournamentRole } from './types';

type Kind = TournamentAct['type'];
const DESK: ReadonlySet<Kind> = new Set([
  'check_in',
  'check_out',
  'roll_call',
  'line_up_given',
  'sheet_received',
  'release_half',
  'release_player',
]);
const REFEREE: ReadonlySet<Kind> = new Set([
  ...DESK,
  'round_paused',
  'round_resumed',
  'round_extended',
  'result_decided',
  'result_corrected',
  'case_decided',
  'penalty_applied',
  'revoked',
]);
const OF_SIDES: ReadonlySet<Kind> = new Set(['result_reported', 'result_confirmed']);
/** The commands that a referee may revoke. */
const REVOCABLE: ReadonlySet<string> = new Set([
  ...OF_SIDES,
  'sheet_received',
  'result_corrected',
  'result_decided',
  'case_decided',
  'penalty_applied',
  'round_paused',
  'round_resumed',
  'round_extended',
]);

/** Returns true if the role may send this kind of command. */
export function permits(role: TournamentRole | null, kind: Kind): boolean {
  if (OF_SIDES.has(kind)) return false;
  if (role === 'organiser') return true;
  return role === 'referee' ? REFEREE.has(kind) : role === 'desk' && DESK.has(kind);
}

/** Returns true if the role may revoke this kind of line. */
export function mayRevoke(role: TournamentRole | null, event: string): boolean {
  return role === 'organiser' || (role === 'referee' && REVOCABLE.has(event));
}
