/** A round for the people who run it: faults first, then missing results. Pure. */
import { currentPhase, sameResult, scoresOf } from './sides';
import type {
  EncounterResult,
  Fixture,
  FixtureCard,
  Half,
  MatchScore,
  PhaseCard,
  RoundCard,
  TournamentRole,
  TournamentView,
} from './types';
import { permits } from './permissions';

/**
 * The round that needs the next command: the first that is not ratified, because later rounds may already be paired;
 * else the last.
 */
export function dueRound(view: TournamentView): RoundCard | undefined {
  const rounds = currentPhase(view)?.rounds ?? [];
  return rounds.find(({ stage }) => stage !== 'ratified') ?? rounds.at(-1);
}

/** The state of a table: two differing reports, one report, no report, done. */
export type TableState = 'different' | 'waiting' | 'silent' | 'done';
const ORDER: readonly TableState[] = ['different', 'waiting', 'silent', 'done'];

/** The state of a table. */
export function tableState({ result, reports }: FixtureCard): TableState {
  if (result) return 'done';
  const [one, two] = reports ?? [null, null];
  if (one && two) return sameResult(one, two) ? 'waiting' : 'different';
  return one || two ? 'waiting' : 'silent';
}

/** The tables, most urgent first; only tables without a result if `missing` is true. */
export function byUrgency(tables: readonly FixtureCard[], missing: boolean): FixtureCard[] {
  const place = (each: FixtureCard): number => ORDER.indexOf(tableState(each));
  return tables
    .filter((each) => !missing || !each.result)
    .sort((one, other) => place(one) - place(other) || one.table - other.table);
}

/** The fields of a result: its scores as typed, and the sides that it concerns. */
export interface ResultDraft {
  kind: Exclude<EncounterResult['kind'], 'deals'>;
  scores: readonly (readonly [string, string])[];
  /** The sides that were absent, have won or have left; both only for an absence. */
  halves: readonly Half[];
}

/** The typed result, of matches or of single deals; null if something is missing. */
export function resultOf({ kind, scores, halves }: ResultDraft, eachDeal = false): EncounterResult | null {
  const filled = scores.filter((pair) => pair.some((each) => each.trim() !== ''));
  const matches = filled.map((pair) => pair.map(points) as unknown as MatchScore);
  const whole = matches.every((pair) => pair.every(Number.isInteger));
  const [half] = halves;
  if (kind === 'walkover') return halves.length ? { kind, absent: [...halves].sort() } : null;
  if (kind === 'default') return half === undefined ? null : { kind, winner: half };
  if (kind === 'abandoned') return half === undefined || !whole ? null : { kind, left: half, matches };
  if (!whole || !matches.length) return null;
  return eachDeal ? { kind: 'deals', deals: matches } : { kind, matches };
}

/** The fault of one field of a result: a missing number, or a text that isn't a number. */
export function scoreFault({ kind, scores }: ResultDraft, row: number, half: Half): 'missing' | 'number' | null {
  const empty = (pair: readonly string[]): boolean => pair.every((each) => each.trim() === '');
  const [pair, text] = [scores[row]!, scores[row]![half].trim()];
  if (text) return Number.isInteger(points(text)) ? null : 'number';
  // An empty row means that it was not played; but at least one row is needed.
  const needed = empty(pair) ? kind === 'played' && row === 0 && scores.every(empty) : true;
  return needed ? 'missing' : null;
}

/** The article by which an absence was decided the last time; empty if there was no absence. */
export function absenceArticle({ phases, decisions }: Pick<TournamentView, 'phases' | 'decisions'>): string {
  return decisions.findLast(({ place }) => place && tableAt(phases, place)?.result?.kind === 'walkover')?.article ?? '';
}

function tableAt(
  phases: readonly PhaseCard[],
  [phase, round, table]: readonly [number, number, number],
): FixtureCard | undefined {
  const found = phases.find((each) => each.number === phase)?.rounds.find((each) => each.number === round);
  return found?.tables.find((each) => each.table === table);
}

/** Reads "2.010", "2 010" and "−35" as numbers; NaN for other text. */
function points(text: string): number {
  const digits = text
    .trim()
    .replace(/[\s.]|,(?=\d{3}\b)/g, '')
    .replace('\u2212', '-');
  return /^-?\d{1,7}$/.test(digits) ? Number(digits) : NaN;
}

/** The fields of a result. */
export function draftOf(result: EncounterResult | null, rows: number): ResultDraft {
  const scores = (result ? scoresOf(result) : []).map((pair) => pair.map(String) as [string, string]);
  while (scores.length < rows) scores.push(['', '']);
  if (!result || result.kind === 'played' || result.kind === 'deals') return { kind: 'played', scores, halves: [] };
  const halves = result.kind === 'walkover' ? result.absent : [result.kind === 'default' ? result.winner : result.left];
  return { kind: result.kind, scores, halves };
}

/**
 * The least and most matches of an encounter by its format. An encounter by deals or time has one score, or one for
 * each deal.
 */
export function matchesOf(
  length: PhaseCard['length'],
  count: number,
  eachDeal = false,
): readonly [least: number, most: number] {
  if (length === 'exactly' || eachDeal) return [count, count];
  return length === 'best_of' ? [Math.floor(count / 2) + 1, count] : [1, 1];
}

/** The part that the room opens for a table: its result, a correction, its codes and phones, or null. */
export function opening(
  role: TournamentRole | null,
  stage: RoundCard['stage'],
  { result, claimed }: FixtureCard,
  online = false,
): 'result' | 'correct' | 'phones' | null {
  if (!permits(role, 'sheet_received') || stage === 'draft' || stage === 'ratified') return null;
  if (stage !== 'published' && !result) return 'result';
  if (stage !== 'published' && permits(role, 'result_corrected')) return 'correct';
  const coded = !online && (stage === 'published' || stage === 'playing');
  return coded || claimed?.some(Boolean) ? 'phones' : null;
}

/** Forms of phases that are paired round by round; in other forms the schedule determines the byes. */
const OPEN_FORMS: readonly string[] = ['danese', 'swiss', 'league'];

/** The sides of a phase that came too late for a round: they have neither a table nor a bye in it. */
export function lateFor(
  { sides }: Pick<TournamentView, 'sides'>,
  { form, groups, absences }: Pick<PhaseCard, 'form' | 'groups' | 'absences'>,
  round: Pick<RoundCard, 'number' | 'tables' | 'byes'>,
): number[] {
  if (!OPEN_FORMS.includes(form)) return [];
  const there = [...round.tables.flatMap(({ one, two }) => [...one, ...two]), ...round.byes];
  const gone = [
    ...sides.filter(({ withdrawn }) => withdrawn).map(({ number }) => number),
    ...absences.filter(({ round: missed }) => missed === round.number).map(({ side }) => side),
  ];
  return groups.flatMap((each) => each.sides).filter((side) => ![...there, ...gone].includes(side));
}

/** A side's notice about a round. */
export type Notice = 'plays' | 'absent' | 'bye';

/** The notice of a side: it plays, misses the round, or asked for a bye. */
export function noticeOf({ absences }: Pick<PhaseCard, 'absences'>, round: number, side: number): Notice {
  const found = absences.find((each) => each.round === round && each.side === side);
  return !found ? 'plays' : found.bye ? 'bye' : 'absent';
}

/** The sides that miss a round without a bye. */
export function absentFrom(
  { absences }: Pick<PhaseCard, 'absences'>,
  { number, byes }: Pick<RoundCard, 'number' | 'byes'>,
): number[] {
  return absences.filter(({ round, side }) => round === number && !byes.includes(side)).map(({ side }) => side);
}

/**
 * The rounds of a roll call: the next round to publish, or in a league the rest of its evening; empty after the last.
 */
export function calledRounds({
  rounds,
  missable,
  evening,
}: Pick<PhaseCard, 'rounds' | 'missable' | 'evening'>): number[] {
  const first = rounds.filter(({ stage }) => stage !== 'draft').length + 1;
  const last = Math.min(first + evening - 1 - ((first - 1) % evening), missable);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

type Paired = Pick<RoundCard, 'tables' | 'byes' | 'encounters'>;

/** The encounters of a round, each once; an encounter of teams has several tables. */
export function fixturesOf({ tables, encounters }: Paired): Fixture[] {
  if (encounters.length) return encounters.map(({ number, one, two }) => ({ table: number, one: [one], two: [two] }));
  return tables.map(({ table, one, two }) => ({ table, one, two }));
}

/** The new encounter, and the remaining byes, if two sides without a table play each other. */
export function newTable(round: Paired, one: number, two: number): { fixtures: Fixture[]; byes: number[] } {
  const table = Math.max(0, ...fixturesOf(round).map((each) => each.table)) + 1;
  return {
    fixtures: [{ table, one: [one], two: [two] }],
    byes: round.byes.filter((each) => each !== one && each !== two),
  };
}

/** The changed encounters and all byes if two sides of a round change places; null if they can't. */
export function swapped(round: Paired, one: number, other: number): { fixtures: Fixture[]; byes: number[] } | null {
  const fixtured = fixturesOf(round);
  const everybody = [...fixtured.flatMap((each) => [...each.one, ...each.two]), ...round.byes];
  if (one === other || ![one, other].every((each) => everybody.includes(each))) return null;
  const place = (each: number): number => (each === one ? other : each === other ? one : each);
  const touched = fixtured.filter((each) => [...each.one, ...each.two].some((side) => side === one || side === other));
  const fixtures = touched.map((each) => ({ table: each.table, one: each.one.map(place), two: each.two.map(place) }));
  return fixtures.length ? { fixtures, byes: round.byes.map(place) } : null;
}
