/** The pages of the wall: their content and their order. Pure. */
import { currentPhase, currentRound, finalOrder, sideName, totalOf } from '../state/sides';
import type { EncounterResult, FixtureCard, MatchScore, StandingCard, TournamentView } from '../state/types';

/** The kinds of pages that the wall's address can select; otherwise it shows all in turn. */
export const KINDS = ['tables', 'names', 'results', 'standings', 'clock'] as const;
export type WallKind = (typeof KINDS)[number];

/**
 * A name with its table: the number, "5–6" for a team's tables, null for a bye. `gone` is true for a side that left
 * before playing.
 */
export interface Seat {
  name: string;
  table: number | string | null;
  gone: boolean;
}

/** Consecutive places of a group, and the number of the group. */
export interface PlacedGroup {
  group: number;
  places: readonly StandingCard[];
}

export type WallPage =
  | { kind: 'tables' | 'results'; tables: readonly FixtureCard[]; byes: readonly number[] }
  | { kind: 'names'; seats: readonly Seat[] }
  | { kind: 'standings'; columns: readonly (readonly PlacedGroup[])[] }
  | { kind: 'final'; from: number; sides: readonly number[] }
  | { kind: 'sides'; sides: readonly number[] }
  | { kind: 'clock' };

/** The most lines of a column that can be read from afar; more lines are split into two columns. */
export const LINES = 8;
export const COLUMNS = 2;
/** The height of a group's heading, in lines. */
export const HEADING = 0.6;

/** The pages to show now; only the selected kind if it has pages. */
export function pagesOf(view: TournamentView, asked: WallKind | null = null, columns = COLUMNS): WallPage[] {
  const all = allPages(view, columns);
  const some = all.filter(({ kind }) => kind === asked);
  return asked && some.length ? some : all;
}

/** The kinds that have pages. */
export function kindsOf(view: TournamentView): WallKind[] {
  const there = allPages(view, COLUMNS);
  return KINDS.filter((kind) => there.some((page) => page.kind === kind));
}

/** The index of the next page. The number of pages may have changed meanwhile. */
export function pageAfter(place: number, count: number): number {
  return count ? (place + 1) % count : 0;
}

/** All pages. Tables and standings have `columns` columns, names always two. */
function allPages(view: TournamentView, columns: number): WallPage[] {
  const order = finalOrder(view);
  if (order.length) {
    return parts(order, LINES * COLUMNS).map((sides, page) => ({
      kind: 'final',
      from: page * LINES * COLUMNS + 1,
      sides,
    }));
  }
  const phase = currentPhase(view);
  const round = currentRound(view);
  const pages: WallPage[] = [];
  const isOn = round?.stage === 'published' || round?.stage === 'playing';
  if (round && isOn) {
    pages.push(
      ...parts([...round.tables, ...round.byes], LINES * columns).map((lines): WallPage => ({
        kind: 'tables',
        ...split(lines),
      })),
    );
    pages.push(...parts(seatsOf(view), LINES * COLUMNS).map((seats): WallPage => ({ kind: 'names', seats })));
    if (round.ends !== null) pages.push({ kind: 'clock' });
  }
  const results = view.overall.length ? [] : (round?.tables.filter(({ result }) => result) ?? []);
  pages.push(...parts(results, LINES * columns).map((tables): WallPage => ({ kind: 'results', tables, byes: [] })));
  const played = phase?.rounds.some(({ tables }) => tables.some(({ result }) => result));
  if (phase && (played || !isOn)) {
    const places = placed(phase.groups.map(({ standings }) => standings));
    pages.push(...parts(places, columns).map((each): WallPage => ({ kind: 'standings', columns: each })));
  }
  if (pages.length) return pages;
  const sides = view.sides.filter(({ withdrawn }) => !withdrawn).map(({ number }) => number);
  return parts(sides, LINES * COLUMNS).map((each) => ({ kind: 'sides', sides: each }));
}

/** The places of all groups in columns: small groups share a column, large groups take several. */
function placed(groups: readonly (readonly StandingCard[])[]): PlacedGroup[][] {
  const columns: PlacedGroup[][] = [];
  let left = 0;
  for (const [group, places] of groups.entries()) {
    for (const part of parts(places, LINES)) {
      const column = columns.at(-1);
      if (column && part.length <= left) column.push({ group, places: part });
      else {
        columns.push([{ group, places: part }]);
        left = LINES;
      }
      left -= part.length;
    }
  }
  return columns;
}

/** All players of the round, sorted by name. */
export function seatsOf(view: TournamentView): Seat[] {
  const round = currentRound(view);
  if (!round) return [];
  const left = new Set(view.sides.filter(({ withdrawn }) => withdrawn).map(({ number }) => number));
  const teams = round.encounters.map(({ tables, one, two, score }) => ({
    table: `${tables[0]}–${tables.at(-1)}`,
    one: [one],
    two: [two],
    result: score,
  }));
  const seats: Seat[] = (teams.length ? teams : round.tables).flatMap(({ table, one, two, result }) =>
    [...one, ...two].map((side) => ({ name: sideName(view.sides, side), table, gone: !result && left.has(side) })),
  );
  seats.push(...round.byes.map((side) => ({ name: sideName(view.sides, side), table: null, gone: false })));
  return seats.sort((one, other) => one.name.localeCompare(other.name, 'pt'));
}

/** Splits a list into parts of nearly equal length, at most `most`, so that no last page has a single line. */
function parts<T>(all: readonly T[], most: number): T[][] {
  const pages = Math.ceil(all.length / most);
  const size = Math.ceil(all.length / pages);
  return Array.from({ length: pages }, (_, page) => all.slice(page * size, (page + 1) * size));
}

function split(lines: readonly (FixtureCard | number)[]): { tables: FixtureCard[]; byes: number[] } {
  return {
    tables: lines.filter((each) => typeof each !== 'number'),
    byes: lines.filter((each) => typeof each === 'number'),
  };
}

/** A result in a word or a score. For several matches, the score counts the matches that each side won. */
export type ShortResult = { score: MatchScore } | { word: 'walkover' | 'default' | 'abandoned' | 'resigned' };

export function shortResult(result: EncounterResult): ShortResult {
  if (result.kind === 'deals') return { score: totalOf(result.deals) };
  if (result.kind === 'abandoned' && result.resigned) return { word: 'resigned' };
  if (result.kind !== 'played') return { word: result.kind };
  const [first] = result.matches;
  if (result.matches.length === 1 && first) return { score: [first[0], first[1]] };
  const won = ([0, 1] as const).map((half) => result.matches.filter((each) => each[half]! > each[1 - half]!).length);
  return { score: [won[0]!, won[1]!] };
}

/** Fewer rows than this are drawn as high as this many. */
const FEWEST = 5;

/** The rows that the screen is divided into for a page; `headed` tells whether its groups have headings. */
export function rowsOf(page: WallPage, headed: boolean): number {
  const halved = (all: number): number => (all > LINES ? Math.ceil(all / 2) : all);
  const lines = (column: readonly { places: readonly unknown[] }[]): number =>
    column.reduce((sum, { places }) => sum + places.length + (headed ? HEADING : 0), 0);
  let rows = LINES;
  if (page.kind === 'tables' || page.kind === 'results') rows = halved(page.tables.length + page.byes.length);
  else if (page.kind === 'names') rows = Math.ceil(page.seats.length / 2);
  else if (page.kind === 'standings') rows = Math.max(...page.columns.map(lines));
  else if (page.kind === 'final' || page.kind === 'sides') rows = Math.ceil(page.sides.length / 2);
  return Math.max(FEWEST, rows);
}
