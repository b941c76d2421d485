/** The types of tournaments, with the names that their pages use. */
import type { FixtureCard, PlayedResult, RoundCard, TournamentCommand, TournamentSummary } from '../../net/types';

export type {
  AvoidedMeeting,
  CountedSide,
  EntriesRead,
  EntryLineCard,
  RegulationsExample,
  Fixture,
  FixtureCard,
  GameCard,
  GameCards,
  GroupCard,
  NewSide,
  PhaseCard,
  PlannedCard,
  PlayerLink,
  PlayerView,
  RoleInvitation,
  RoundCard,
  ScoreRange,
  SideCard,
  StandingCard,
  TableCodes,
  TableView,
  TeamEncounter,
  TournamentMember,
  TournamentSummary,
  TournamentView,
  UnwantedMeeting,
} from '../../net/types';

export type TournamentRole = TournamentSummary['role'];
/** The next step of the day. */
export type Due = TournamentSummary['due'];
export type RoundStep = RoundCard['stage'];
/** A side of a table: 0 for the side that is named first. */
export type Half = 0 | 1;
export type EncounterResult = NonNullable<FixtureCard['result']>;
export type MatchScore = PlayedResult['matches'][number];
export type TournamentAct = TournamentCommand['act'];
