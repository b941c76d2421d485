/**
 * A score sheet as a value, as in `canastra.scoresheet`: the players, the terms, and the entries of each deal. It
 * contains nothing derived: progress.ts derives totals, dealers and ends.
 */
import type { Counts, Form, Side } from './form';

export type Points = readonly [number, number];
export type Names = readonly [string, string];

/** The entry of a side: its total, with `out` if that was answered, or the answers of the form. */
export type Entry = { total: number; out?: boolean } | { counts: Counts };

/** A side's former entry, changed by a correction. */
export interface Correction {
  side: Side;
  before: Entry;
  after: Entry;
  /**
   * The number of deals at the time of the correction: deals after the corrected one were played with the former
   * points.
   */
  deals: number;
  author: string;
  /** RFC 3339, with a zone. */
  time: string;
  reason: string;
}

/** A warning that the scorer let stand. */
export interface Acceptance {
  code: string;
  side?: Side;
  reason: string;
  author?: string;
  time?: string;
}

/** A referee's points, or the annulment of the deal. */
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
  /** The seat that dealt, if it was entered. */
  dealer?: number;
  rulings: readonly Ruling[];
  accepted: readonly Acceptance[];
  corrections: readonly Correction[];
}

export interface Encounter {
  id?: string;
  length: 'best_of' | 'exactly';
  matches: number;
  /** The first match on this sheet, and the matches won before it. */
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
  /** The file's `id`, `date`, `event` and `place`, if given. */
  about: Readonly<Record<string, string>>;
  names: Names;
  /** By seat in the order of play; empty if they were not entered. */
  players: readonly string[];
  /** The points with which the sheet begins, if it continues one on paper. */
  score: Points;
  /** The points that end a match; null for the rulebook's target. */
  target: number | null;
  /** The seat that deals first. */
  dealer: number;
  nextDealer: 'next_seat' | 'loser' | 'draw';
  encounter: Encounter | null;
  forfeits: readonly Forfeit[];
  deals: readonly Deal[];
}

/** The entry being written, before it is saved. */
export interface Draft {
  mode: 'totals' | 'counts';
  totals: Names;
  counts: readonly [Record<string, number>, Record<string, number>];
  /** True for a side that went out, also with a total: the page asks for it only with counts, but keeps it. */
  out: readonly [boolean | null, boolean | null];
  why: string;
}

/** The target of a sheet whose match ends by time or by the number of deals. */
export const NO_TARGET = 1_000_000;

/** The target shown to users; 0 if there is no target. */
export function goalOf(sheet: Sheet, form: Form): number {
  const target = targetOf(sheet, form);
  return target < NO_TARGET ? target : 0;
}

/** The points that end a match of this sheet; 0 if a match is one deal. */
export const targetOf = ({ target }: Sheet, form: Form): number => target ?? form.target;

/** The names of the sides: made from their players' names, or the usual names. */
export function sideNames(players: readonly string[], and: string, usual: Names): Names {
  const [one, other] = ([0, 1] as const).map((side) => {
    const found = players.filter((name, seat) => seat % 2 === side && name);
    return found.length ? found.join(` ${and} `) : usual[side];
  });
  return one === other ? [`${one} (1)`, `${other} (2)`] : [one!, other!];
}

/** The sheet with another deal. */
export function withDeal(
  sheet: Sheet,
  match: number,
  entries: Deal['entries'],
  accepted: readonly Acceptance[] = [],
): Sheet {
  return { ...sheet, deals: [...sheet.deals, { entries, match, rulings: [], accepted, corrections: [] }] };
}

/** The sheet with a deal's entries corrected and the former entries recorded; the same sheet if nothing changed. */
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

/** Returns true if two entries are equal; an answer of 0 equals a missing answer. */
export function equal(one: Entry, other: Entry): boolean {
  if ('total' in one || 'total' in other)
    return 'total' in one && 'total' in other && one.total === other.total && one.out === other.out;
  const ids = new Set([...Object.keys(one.counts), ...Object.keys(other.counts)]);
  return [...ids].every((id) => (one.counts[id] ?? 0) === (other.counts[id] ?? 0));
}

/** The draft with which the form for a deal begins. */
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
