/** What the server says of tournaments, as long as net/types.ts does not have it: canastra.protocol.tournaments. */

export type TournamentRole = 'organiser' | 'referee' | 'desk';
export type RoundStage = 'draft' | 'published' | 'playing' | 'closed' | 'ratified';
export type Due = 'entries' | 'draw' | 'pair' | 'publish' | 'start' | 'results' | 'close' | 'ratify' | 'over';
export type Half = 0 | 1;
export type MatchScore = readonly [number, number];

export type EncounterResult =
  | { kind: 'played'; matches: readonly MatchScore[] }
  | { kind: 'walkover'; absent: readonly Half[] }
  | { kind: 'default'; winner: Half }
  | { kind: 'abandoned'; left: Half; matches: readonly MatchScore[] };

export interface Fixture {
  table: number;
  one: readonly number[];
  two: readonly number[];
}

export interface NewSide {
  name: string;
  players: readonly string[];
  delegation?: string;
}

interface AtRound {
  phase: number;
  round: number;
}
interface AtTable extends AtRound {
  table: number;
}

export type TournamentAct =
  | { type: 'adopt'; congress: string; reason: string }
  | { type: 'enter'; sides: readonly NewSide[] }
  | { type: 'check_in'; sides: readonly number[] }
  | { type: 'draw'; seed: string }
  | { type: 'pair' }
  | { type: 'side_corrected'; side: number; name: string; players: readonly string[]; delegation: string; reason: string }
  | { type: 'side_withdrawn'; side: number; reason: string }
  | ({ type: 'fixtures_changed'; fixtures: readonly Fixture[]; byes: readonly number[]; reason: string } & AtRound)
  | ({ type: 'round_published' | 'round_started' | 'round_closed' | 'round_ratified' } & AtRound)
  | ({ type: 'result_reported'; half: Half; result: EncounterResult } & AtTable)
  | ({ type: 'result_confirmed'; half: Half } & AtTable)
  | ({ type: 'sheet_received'; result: EncounterResult } & AtTable)
  | ({ type: 'result_corrected'; result: EncounterResult; reason: string } & AtTable)
  | ({ type: 'result_decided'; result: EncounterResult; article: string; reason: string } & AtTable)
  | { type: 'case_decided'; article: string; reason: string }
  | { type: 'penalty_applied'; phase: number; side: number; penalty: string; reason: string }
  | { type: 'revoked'; line: number; reason: string }
  | ({ type: 'release_half'; half: Half } & AtTable);

export interface TournamentSummary {
  id: string;
  name: string;
  rulebook: string;
  role: TournamentRole;
  since: number;
  sides: number;
  due: Due;
}

export interface CongressExample {
  id: string;
  text: string;
}

export interface CongressRead {
  name: string;
  rulebook: string;
  warnings: readonly string[];
}

export interface SideCard {
  number: number;
  name: string;
  players: readonly string[];
  delegation: string;
  checked_in: boolean;
  withdrawn: boolean;
}

export interface FixtureCard {
  table: number;
  one: readonly number[];
  two: readonly number[];
  result: EncounterResult | null;
  points: readonly [number, number] | null;
  reports?: readonly [EncounterResult | null, EncounterResult | null] | null;
  claimed?: readonly [boolean, boolean] | null;
}

export interface RoundCard {
  number: number;
  stage: RoundStage;
  tables: readonly FixtureCard[];
  byes: readonly number[];
  ends: number | null;
  warns: number | null;
}

export interface StandingCard {
  place: number;
  side: number;
  points: number;
  encounters: number;
  wins: number;
  difference: number;
  reason: string;
  passes: boolean;
}

export interface GroupCard {
  sides: readonly number[];
  standings: readonly StandingCard[];
}

export interface PhaseCard {
  number: number;
  form: string;
  rounds_due: number | null;
  groups: readonly GroupCard[];
  rounds: readonly RoundCard[];
  seed: string;
}

export interface PenaltyTerm {
  id: string;
  points: number;
  article: string;
  about: string;
}

export interface PenaltyCard {
  line: number;
  phase: number;
  side: number;
  penalty: string;
  reason: string;
}

export interface DecisionCard {
  line: number;
  article: string;
  reason: string;
  by: string;
  at: number;
  place: readonly [number, number, number] | null;
}

export interface TournamentView {
  id: string;
  line: number;
  now: number;
  name: string;
  rulebook: string;
  role: TournamentRole | null;
  due: Due;
  sides: readonly SideCard[];
  phases: readonly PhaseCard[];
  decisions: readonly DecisionCard[];
  penalties: readonly PenaltyCard[];
  penalty_terms: readonly PenaltyTerm[];
  overall: readonly number[];
}

export interface TableView {
  id: string;
  line: number;
  now: number;
  name: string;
  rulebook: string;
  phase: number;
  round: number;
  stage: RoundStage;
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
    'GET /api/tournaments': { answer: { tournaments: readonly TournamentSummary[] } };
    'GET /api/tournaments/examples': { answer: { examples: readonly CongressExample[] } };
    'POST /api/tournaments/congress': { body: { congress: string }; answer: CongressRead };
    'POST /api/tournaments': { body: { id: string; congress: string }; answer: TournamentSummary };
    'GET /api/tournaments/{tournament}': { path: Of; query: { lang?: 'pt' | 'en' }; answer: TournamentView };
    'POST /api/tournaments/{tournament}/commands': { path: Of; body: { id: string; act: TournamentAct }; answer: { line: number } };
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
