/**
 * A score sheet as a value, as `canastra.scoresheet` has it: who plays, on what terms, and what was written of each deal.
 * Nothing here follows from anything else: progress.ts derives totals, dealers and ends.
 */
import type { Counts, Form, Side } from './form';

export type Points = readonly [number, number];
export type Names = readonly [string, string];

/** What was written of a side: the number alone, and whether it went out where that was said, or the answers of the form. */
export type Entry = { total: number; out?: boolean } | { counts: Counts };

/** A side's entry that was changed later. */
export interface Correction {
  side: Side;
  before: Entry;
  after: Entry;
  /** How many deals the sheet had then: those behind the corrected one were played by the points of before. */
  deals: number;
  author: string;
  /** RFC 3339, with a zone. */
  time: string;
  reason: string;
}

/** A warning that somebody let stand. */
export interface Acceptance {
  code: string;
  side?: Side;
  reason: string;
  author?: string;
  time?: string;
}

/** A referee's points, or the deal annulled. */
export interface Ruling {
  kind: 'points' | 'annul';
  side?: Side;
  points?: number;
  reason: string;
  author?: string;
  time?: string;
  category?: string;
}

export interface Deal {
  entries: readonly [Entry, Entry];
  /** The number of its match in the encounter, from 1. */
  match: number;
  /** The seat that dealt, if that was written down. */
  dealer?: number;
  rulings: readonly Ruling[];
  accepted: readonly Acceptance[];
  corrections: readonly Correction[];
}

export interface Encounter {
  id?: string;
  length: 'best_of' | 'exactly';
  matches: number;
  /** The first match on this sheet, and what was won before it. */
  match: number;
  won: Points;
}

/** A match that a side forfeited. */
export interface Forfeit {
  match: number;
  side: Side;
  reason: string;
  author?: string;
  time?: string;
}

export interface Sheet {
  rulebook: string;
  revision: number;
  /** The file's `id`, `date`, `event` and `place`, those that are given. */
  about: Readonly<Record<string, string>>;
  names: Names;
  /** By seat in the order of play; empty where nobody said. */
  players: readonly string[];
  /** Points of before, where it goes on from paper. */
  score: Points;
  /** Points that end a match; null for the rulebook's own. */
  target: number | null;
  /** The seat that deals first. */
  dealer: number;
  nextDealer: 'next_seat' | 'loser' | 'draw';
  encounter: Encounter | null;
  forfeits: readonly Forfeit[];
  deals: readonly Deal[];
}

/** What is being written, before it is saved. */
export interface Draft {
  mode: 'totals' | 'counts';
  totals: Names;
  counts: readonly [Record<string, number>, Record<string, number>];
  /** Whether a side went out, where a total says so too: the page asks it of counts alone, and keeps it. */
  out: readonly [boolean | null, boolean | null];
  why: string;
}

/** The target of a sheet whose match ends by time or by the number of deals. */
export const NO_TARGET = 1_000_000;

/** Points that people play to, as they are shown; 0 where there are none. */
export function goalOf(sheet: Sheet, form: Form): number {
  const target = targetOf(sheet, form);
  return target < NO_TARGET ? target : 0;
}

/** Points that end a match of this sheet; 0 where a match is one deal. */
export const targetOf = ({ target }: Sheet, form: Form): number => target ?? form.target;

/** The names of the sides: of their players, or as people say. */
export function sideNames(players: readonly string[], and: string, usual: Names): Names {
  const [one, other] = ([0, 1] as const).map((side) => {
    const found = players.filter((name, seat) => seat % 2 === side && name);
    return found.length ? found.join(` ${and} `) : usual[side];
  });
  return one === other ? [`${one} (1)`, `${other} (2)`] : [one!, other!];
}

/** The sheet with one more deal. */
export function withDeal(
  sheet: Sheet,
  match: number,
  entries: Deal['entries'],
  accepted: readonly Acceptance[] = [],
): Sheet {
  return { ...sheet, deals: [...sheet.deals, { entries, match, rulings: [], accepted, corrections: [] }] };
}

/** The sheet with the entries of a deal corrected, the same one if nothing changed; what it was stays on it. */
export function corrected(
  sheet: Sheet,
  place: number,
  entries: Deal['entries'],
  by: Pick<Correction, 'author' | 'time' | 'reason'>,
  accepted: readonly Acceptance[] = [],
): Sheet {
  const deal = sheet.deals[place]!;
  const corrections = ([0, 1] as const)
    .filter((side) => !equal(deal.entries[side], entries[side]))
    .map((side): Correction => ({
      side,
      before: deal.entries[side],
      after: entries[side],
      deals: sheet.deals.length,
      ...by,
    }));
  if (!corrections.length) return sheet;
  const after = {
    ...deal,
    entries,
    accepted: [...deal.accepted, ...accepted],
    corrections: [...deal.corrections, ...corrections],
  };
  return { ...sheet, deals: sheet.deals.map((each, at) => (at === place ? after : each)) };
}

/** Whether two entries say the same; an answer of nothing is none. */
export function equal(one: Entry, other: Entry): boolean {
  if ('total' in one || 'total' in other)
    return 'total' in one && 'total' in other && one.total === other.total && one.out === other.out;
  const ids = new Set([...Object.keys(one.counts), ...Object.keys(other.counts)]);
  return [...ids].every((id) => (one.counts[id] ?? 0) === (other.counts[id] ?? 0));
}

/** What the form for a deal begins with. */
export function draftOf(deal: Deal | undefined, mode: Draft['mode']): Draft {
  if (!deal) return { mode, totals: ['', ''], counts: [{}, {}], out: [null, null], why: '' };
  const [one, other] = deal.entries;
  const text = (entry: Entry): string => ('total' in entry ? String(entry.total) : '');
  const counts = (entry: Entry): Record<string, number> => ('counts' in entry ? { ...entry.counts } : {});
  const out = (entry: Entry): boolean | null => ('total' in entry ? (entry.out ?? null) : null);
  const counted = 'counts' in one && 'counts' in other;
  return {
    mode: counted ? 'counts' : 'totals',
    totals: [text(one), text(other)],
    counts: [counts(one), counts(other)],
    out: [out(one), out(other)],
    why: '',
  };
}
