/**
 * Reads the typed report of a table: its matches, their faults and the result. Pure. The server applies the same rules
 * (canastra.tournament.results).
 */
import { scoreDoubt, scoresOf, totalOf } from '../state/sides';
import type { Typed } from '../../lib/phone';
import type { EncounterResult, Half, MatchScore, TableView } from '../state/types';

export type FaultCode = 'number' | 'large' | 'missing' | 'gap' | 'target' | 'level' | 'rest';

/** One match, or the sum of all deals. */
export interface Line {
  score: MatchScore | null;
  /** Why it is impossible; null if it is possible. */
  fault: FaultCode | null;
  /** True if it is below the target, so that only the end of time can have ended it. */
  cut: boolean;
  /** The halves with unlikely points. */
  doubtful: readonly number[];
  winner: Half | null;
}

export interface Reading {
  lines: readonly Line[];
  /** The matches won by each half. */
  won: MatchScore;
  total: MatchScore;
  /** The result to send; null while something is missing or wrong. */
  result: EncounterResult | null;
  /** The winner of the result; null for a draw. */
  winner: Half | null;
}

type Form = Pick<TableView, 'length' | 'number' | 'target' | 'at_call' | 'each_deal' | 'scores'>;

const MOST = 1_000_000;
/** A match without typed points. */
export const EMPTY: Typed = ['', ''];

/** Returns true if an encounter consists of matches, false if of one sum. */
export function hasMatches({ length }: Form): boolean {
  return length === 'best_of' || length === 'exactly';
}

/** Reads typed points: "1.250", "−45"; null for an empty text, NaN for other text. */
export function pointsOf(text: string): number | null {
  const plain = text.replace(/[\s.]|,(?=\d{3}\b)/g, '').replace('\u2212', '-');
  if (plain === '' || plain === '-') return null;
  return /^-?\d+$/.test(plain) ? Number(plain) + 0 : NaN;
}

/** The same points with the opposite sign. */
export function negated(text: string): string {
  const found = text.trim();
  return /^[-\u2212]/.test(found) ? found.slice(1) : `-${found}`;
}

/** Reads the fields. The reading has as many lines as the form should show, which may be more than were typed. */
export function read(form: Form, typed: readonly Typed[]): Reading {
  const listed = hasMatches(form) || form.each_deal;
  const most = listed ? Math.max(1, form.number) : 1;
  const given = typed.findLastIndex((each) => each.some((text) => text.trim() !== '')) + 1;
  const lines: Line[] = [];
  const won: [number, number] = [0, 0];
  let whole = true;
  for (let at = 0; at < Math.max(given, form.length === 'exactly' || form.each_deal ? most : 1); at++) {
    const rest = at >= most || isOver(form, won, lines);
    const line = lineOf(form, typed[at] ?? EMPTY, at + 1 < given, at + 1 === given);
    if (rest && line.score) line.fault = 'rest';
    whole &&= at >= given || (line.score !== null && line.fault === null);
    lines.push(line);
    if (line.score && !line.fault && line.winner !== null) won[line.winner]++;
  }
  const played = lines.filter(({ score }) => score);
  const over = isOver(form, won, played);
  // The next match, if one is still to play.
  if (form.length === 'best_of' && whole && given > 0 && !over && lines.length < most)
    lines.push(lineOf(form, EMPTY, false, false));
  const done = whole && given > 0 && (!listed || over || form.at_call !== 'play_on');
  const scores = lines.flatMap(({ score, fault }) => (score && !fault ? [score] : []));
  const total = totalOf(scores);
  const result: EncounterResult | null = !done
    ? null
    : form.each_deal
      ? { kind: 'deals', deals: scores }
      : { kind: 'played', matches: scores };
  return { lines, won, total, result, winner: done ? ahead(hasMatches(form) ? won : total) : null };
}

/** The fields of a reported result. */
export function typedOf(result: EncounterResult | null): Typed[] {
  return result && result.kind !== 'abandoned'
    ? scoresOf(result).map(([one, two]) => [String(one), String(two)] as const)
    : [];
}

/** Returns true if the second report equals the first with the sides exchanged. */
export function isSwapped(one: EncounterResult, other: EncounterResult): boolean {
  const [mine, yours] = [scoresOf(one), scoresOf(other)];
  if (one.kind !== other.kind || one.kind === 'abandoned' || !mine.length || mine.length !== yours.length) return false;
  return mine.every(([first, second], at) => {
    const [reported, theirs] = yours[at]!;
    return first === theirs && second === reported;
  });
}

function lineOf(form: Form, typed: Typed, before: boolean, last: boolean): Line {
  const [one, two] = typed.map(pointsOf) as [number | null, number | null];
  const line: Line = { score: null, fault: null, cut: false, doubtful: [], winner: null };
  if (Number.isNaN(one) || Number.isNaN(two)) line.fault = 'number';
  else if (one === null && two === null) line.fault = before ? 'gap' : null;
  else if (one === null || two === null) line.fault = 'missing';
  else if (Math.abs(one) > MOST || Math.abs(two) > MOST) line.fault = 'large';
  else {
    line.score = [one, two];
    line.winner = ahead(line.score);
    line.doubtful = line.score.filter((points) => scoreDoubt(points, form.scores));
    if (hasMatches(form) && form.target && (Math.max(one, two) < form.target || one === two)) {
      // With a time limit, the last match may have ended early.
      if (last && form.at_call !== 'play_on') line.cut = true;
      else line.fault = Math.max(one, two) < form.target ? 'target' : 'level';
    }
  }
  return line;
}

/** Returns true if no match is left to play. */
function isOver({ length, number, each_deal }: Form, [one, two]: MatchScore, lines: readonly Line[]): boolean {
  const left = number - lines.filter(({ score }) => score).length;
  return length === 'exactly' || each_deal
    ? left <= 0
    : length === 'best_of' && (left <= 0 || Math.abs(one - two) > left);
}

function ahead([one, two]: MatchScore): Half | null {
  return one === two ? null : one > two ? 0 : 1;
}
