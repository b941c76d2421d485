/** The names of sides and players, and results in words. Pure except for the language. */
import { formatNumber } from '../../i18n/numberFormat';
import type {
  EncounterResult,
  FixtureCard,
  Half,
  MatchScore,
  PhaseCard,
  RoundCard,
  ScoreRange,
  SideCard,
  TournamentView,
} from './types';
import { say } from './words';

type Sides = readonly SideCard[];

/** The name of a side by its number. */
export function sideName(sides: Sides, number: number): string {
  return sides.find((each) => each.number === number)?.name ?? String(number);
}

/** The name of one half of a table: a side, or two players who are partners for this round. */
export function halfName(sides: Sides, numbers: readonly number[]): string {
  return numbers.map((each) => sideName(sides, each)).join(' + ');
}

/** The players of one half of a table. */
export function halfPlayers(sides: Sides, numbers: readonly number[]): string[] {
  return numbers.flatMap((number) => sides.find((each) => each.number === number)?.players ?? []);
}

/** "Mesa 5"; for teams at several tables "Mesas 5–6". */
export function tablesWords(tables: readonly number[]): string {
  const [first, last] = [tables[0]!, tables.at(-1)!];
  return first === last ? say('tournament.table', { n: first }) : say('tournament.tables', { n: `${first}–${last}` });
}

/** The tables of the encounter at this table. */
export function tablesOf({ encounters }: Pick<RoundCard, 'encounters'>, table: number): readonly number[] {
  return encounters.find(({ tables }) => tables.includes(table))?.tables ?? [table];
}

/** The names of the two halves of a fixture. */
export function halves(sides: Sides, { one, two }: Pick<FixtureCard, 'one' | 'two'>): readonly [string, string] {
  return [halfName(sides, one), halfName(sides, two)];
}

/** The halves of a table without a result whose side has left. */
export function goneHalves(sides: Sides, { one, two, result }: Pick<FixtureCard, 'one' | 'two' | 'result'>): Half[] {
  const left = (numbers: readonly number[]): boolean =>
    numbers.some((number) => sides.find((each) => each.number === number)?.withdrawn);
  return result ? [] : ([0, 1] as const).filter((half) => left([one, two][half]!));
}

/** The name of a half of a table, marked if it left and has no result. */
export function comingName(sides: Sides, table: FixtureCard, half: Half): string {
  const name = halfName(sides, half ? table.two : table.one);
  return goneHalves(sides, table).includes(half) ? `${name} (${say('tournament.gone')})` : name;
}

/** "2.010 × 1.500", on one line. */
export function scoreWords([one, two]: MatchScore): string {
  return `${formatNumber(one)}\u00a0×\u00a0${formatNumber(two)}`;
}

/** "1 ponto", "−1 ponto", "3.450 pontos". */
export function pointsWords(points: number): string {
  return say('tournament.points', { n: points });
}

/** The scores of a result's matches or deals. */
export function scoresOf(result: EncounterResult): readonly MatchScore[] {
  return result.kind === 'deals' ? result.deals : 'matches' in result ? result.matches : [];
}

/** The sum of the scores. */
export function totalOf(scores: readonly MatchScore[]): MatchScore {
  return [scores.reduce((sum, [one]) => sum + one, 0), scores.reduce((sum, [, two]) => sum + two, 0)];
}

/** Why points are unlikely: not a multiple of the step, or outside the usual range; null if they are likely. */
export function scoreDoubt(points: number, { step, least, most }: ScoreRange): 'step' | 'size' | null {
  if (points % step) return 'step';
  return points < least || points > most ? 'size' : null;
}

/** The same in words; empty if the points are likely. */
export function doubtWords(points: number, range: ScoreRange): string {
  const doubt = scoreDoubt(points, range);
  if (!doubt) return '';
  const [least, most] = [range.least, range.most].map(formatNumber) as [string, string];
  const ends =
    range.step === 10 ? 'tournament.doubt.ten' : range.step === 5 ? 'tournament.doubt.five' : 'tournament.doubt.step';
  return doubt === 'size'
    ? say('tournament.doubt.size', { points: formatNumber(points), least, most })
    : say(ends, { points: formatNumber(points), step: range.step });
}

/** A result in words: its scores, or the reason for missing scores. */
export function resultWords(result: EncounterResult, names: readonly [string, string]): string {
  if (result.kind === 'walkover') {
    const [absent] = result.absent;
    return result.absent.length === 1
      ? say('tournament.walkover', { who: names[absent!] })
      : say('tournament.walkoverBoth');
  }
  if (result.kind === 'default') return say('tournament.default', { who: names[result.winner] });
  if (result.kind === 'deals') return scoreWords(totalOf(result.deals));
  const scores = result.matches.map(scoreWords).join('; ');
  if (result.kind === 'played') return scores;
  const left = say(result.resigned ? 'tournament.resigned' : 'tournament.abandoned', { who: names[result.left] });
  return scores ? `${left} (${scores})` : left;
}

/** Returns true if two results are equal. */
export function sameResult(one: EncounterResult, other: EncounterResult): boolean {
  return canonical(one) === canonical(other);
}

function canonical(result: EncounterResult): string {
  return JSON.stringify(Object.entries(result).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The phase in play, or the last; undefined before the draw. */
export function currentPhase({ phases }: TournamentView): PhaseCard | undefined {
  return phases.findLast(({ groups }) => groups.length > 0);
}

/** Its latest round, including a draft. */
export function currentRound(view: TournamentView): RoundCard | undefined {
  return currentPhase(view)?.rounds.at(-1);
}

/**
 * The final order, with sides that went out in earlier phases; empty if the standings of the last phase already have
 * all sides.
 */
export function finalOrder(view: TournamentView): readonly number[] {
  const groups = currentPhase(view)?.groups ?? [];
  return groups.length === 1 && groups[0]!.standings.length === view.overall.length ? [] : view.overall;
}

/** The letter of a group by its index: A, B, C …; AA after Z. */
export function groupLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : groupLetter(Math.floor(place / 26) - 1) + letter;
}
