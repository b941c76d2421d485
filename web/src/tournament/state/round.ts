/** A round as who runs it looks at it: what is wrong first, then what is missing. Pure. */
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

/** The round that something is to be done with: the first that is not signed, as one may be paired ahead; else the last. */
export function dueRound(view: TournamentView): RoundCard | undefined {
  const rounds = currentPhase(view)?.rounds ?? [];
  return rounds.find(({ stage }) => stage !== 'ratified') ?? rounds.at(-1);
}

/** How far a table is: two reports that differ, one that waits, nothing yet, done. */
export type TableState = 'different' | 'waiting' | 'silent' | 'done';
const ORDER: readonly TableState[] = ['different', 'waiting', 'silent', 'done'];

/** How far a table is. */
export function tableState({ result, reports }: FixtureCard): TableState {
  if (result) return 'done';
  const [one, two] = reports ?? [null, null];
  if (one && two) return sameResult(one, two) ? 'waiting' : 'different';
  return one || two ? 'waiting' : 'silent';
}

/** The tables in the order in which they are looked after; without those that are done if only what is missing is wanted. */
export function byUrgency(tables: readonly FixtureCard[], missing: boolean): FixtureCard[] {
  const place = (each: FixtureCard): number => ORDER.indexOf(tableState(each));
  return tables
    .filter((each) => !missing || !each.result)
    .sort((one, other) => place(one) - place(other) || one.table - other.table);
}

/** What is typed of a result: the scores as they stand in the fields, and whom it is about. */
export interface ResultDraft {
  kind: Exclude<EncounterResult['kind'], 'deals'>;
  scores: readonly (readonly [string, string])[];
  /** Who was absent, has won or has left; both only of absence. */
  halves: readonly Half[];
}

/** The result that was typed, of matches or of single deals; null where something is missing. */
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

/** What is wrong with one field of a result's scores: nothing is there that has to be, or no number. */
export function scoreFault({ kind, scores }: ResultDraft, row: number, half: Half): 'missing' | 'number' | null {
  const empty = (pair: readonly string[]): boolean => pair.every((each) => each.trim() === '');
  const [pair, text] = [scores[row]!, scores[row]![half].trim()];
  if (text) return Number.isInteger(points(text)) ? null : 'number';
  // An empty row is one that was not played; but something was.
  const needed = empty(pair) ? kind === 'played' && row === 0 && scores.every(empty) : true;
  return needed ? 'missing' : null;
}

/** By what an absence was decided the last time; empty where it never was. */
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

/** "2.010", "2 010" and "−35" are numbers to who writes them; NaN for what is none. */
function points(text: string): number {
  const digits = text
    .trim()
    .replace(/[\s.]|,(?=\d{3}\b)/g, '')
    .replace('\u2212', '-');
  return /^-?\d{1,7}$/.test(digits) ? Number(digits) : NaN;
}

/** The fields that a result fills. */
export function draftOf(result: EncounterResult | null, rows: number): ResultDraft {
  const scores = (result ? scoresOf(result) : []).map((pair) => pair.map(String) as [string, string]);
  while (scores.length < rows) scores.push(['', '']);
  if (!result || result.kind === 'played' || result.kind === 'deals') return { kind: 'played', scores, halves: [] };
  const halves = result.kind === 'walkover' ? result.absent : [result.kind === 'default' ? result.winner : result.left];
  return { kind: result.kind, scores, halves };
}

/** How many matches an encounter has at least and at most, as far as its form says; by deals or by time it is one score, or one for each deal. */
export function matchesOf(
  length: PhaseCard['length'],
  count: number,
  eachDeal = false,
): readonly [least: number, most: number] {
  if (length === 'exactly' || eachDeal) return [count, count];
  return length === 'best_of' ? [Math.floor(count / 2) + 1, count] : [1, 1];
}

/** What the room opens for a table: its result, a correction, its codes and phones, or null. */
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

/** Phases whose rounds are paired one by one: in others the schedule says who rests. */
const OPEN_FORMS: readonly string[] = ['danese', 'swiss', 'league'];

/** The sides of a phase that came too late for a round: they neither play in it nor have a bye. */
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

/** What a side has said about a round. */
export type Notice = 'plays' | 'absent' | 'bye';

/** Whether a side plays a round, misses it with notice, or has asked for a bye. */
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

/** The rounds that a roll call is for: the next one to be published, in a league all that is left of its evening; none after the last. */
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

/** Who meets, each encounter once; teams meet at several tables. */
export function fixturesOf({ tables, encounters }: Paired): Fixture[] {
  if (encounters.length) return encounters.map(({ number, one, two }) => ({ table: number, one: [one], two: [two] }));
  return tables.map(({ table, one, two }) => ({ table, one, two }));
}

/** The new encounter, and the byes that are left, if two who don't play yet do. */
export function newTable(round: Paired, one: number, two: number): { fixtures: Fixture[]; byes: number[] } {
  const table = Math.max(0, ...fixturesOf(round).map((each) => each.table)) + 1;
  return {
    fixtures: [{ table, one: [one], two: [two] }],
    byes: round.byes.filter((each) => each !== one && each !== two),
  };
}

/** The encounters that change, and all byes, when two sides of a round change places; null where they can't. */
export function swapped(round: Paired, one: number, other: number): { fixtures: Fixture[]; byes: number[] } | null {
  const fixtured = fixturesOf(round);
  const everybody = [...fixtured.flatMap((each) => [...each.one, ...each.two]), ...round.byes];
  if (one === other || ![one, other].every((each) => everybody.includes(each))) return null;
  const place = (each: number): number => (each === one ? other : each === other ? one : each);
  const touched = fixtured.filter((each) => [...each.one, ...each.two].some((side) => side === one || side === other));
  const fixtures = touched.map((each) => ({ table: each.table, one: each.one.map(place), two: each.two.map(place) }));
  return fixtures.length ? { fixtures, byes: round.byes.map(place) } : null;
}
