/** The types of tournaments by the names that their pages use. */
import type { FixtureCard, PlayedResult, RoundCard, SideCard, TournamentCommand, TournamentSummary } from '../net/types';

export type {
  CongressExample,
  Fixture,
  FixtureCard,
  GroupCard,
  NewSide,
  PhaseCard,
  RoundCard,
  SideCard,
  StandingCard,
  TournamentSummary,
  TournamentView,
} from '../net/types';

export type TournamentRole = TournamentSummary['role'];
/** What comes next on the day. */
export type Due = TournamentSummary['due'];
export type RoundStep = RoundCard['stage'];
/** Which of the two sides of a table: 0 for the one that is named first. */
export type Half = 0 | 1;
export type EncounterResult = NonNullable<FixtureCard['result']>;
export type MatchScore = PlayedResult['matches'][number];
export type TournamentAct = TournamentCommand['act'];

export interface TableView {
  id: string;
  line: number;
  now: number;
  name: string;
  rulebook: string;
  phase: number;
  round: number;
  stage: RoundStep;
  table: number;
  half: Half | null;
  taken: readonly [boolean, boolean];
  one: readonly SideCard[];
  two: readonly SideCard[];
  length: 'best_of' | 'exactly' | 'deals' | 'time';
  number: number;
  target: number;
  at_call: string;
  ends: number | null;
  warns: number | null;
  reports: readonly [EncounterResult | null, EncounterResult | null];
  result: EncounterResult | null;
}

export interface TableCodes {
  phase: number;
  round: number;
  codes: readonly { table: number; token: string }[];
}

export interface RoleInvitation {
  token: string;
  role: TournamentRole;
  expires: number;
}

export interface TournamentMember {
  player: string;
  name: string;
  role: TournamentRole;
  since: number;
}

type Of = { tournament: string };

declare module '../net/types' {
  interface Routes {
    'GET /api/tournaments/{tournament}/members': { path: Of; answer: { members: readonly TournamentMember[] } };
    'POST /api/tournaments/{tournament}/invitations': { path: Of; body: { role: TournamentRole }; answer: RoleInvitation };
    'POST /api/tournaments/{tournament}/members': { path: Of; body: { token: string }; answer: TournamentMember };
    'DELETE /api/tournaments/{tournament}/members/{player}': { path: Of & { player: string }; answer: void };
    'GET /api/tournaments/{tournament}/codes': { path: Of; answer: TableCodes };
    'POST /api/tournaments/{tournament}/table': { path: Of; body: { token: string; half?: Half | null }; answer: TableView };
    'GET /api/tournaments/{tournament}/table': { path: Of; answer: TableView };
    'POST /api/tournaments/{tournament}/entries': { path: Of; body: string; answer: { sides: readonly NewSide[] } };
    'GET /api/tournaments/{tournament}/files/{file}': { path: Of & { file: string }; answer: string };
    'GET /api/tournaments/{tournament}/prints/{print}': {
      path: Of & { print: string };
      query: { lang?: 'pt' | 'en'; round?: string };
      answer: string;
    };
  }
}
