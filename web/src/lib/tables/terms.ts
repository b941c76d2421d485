/** The terms of a table that a user can choose, and the body of the request for it. Pure. */
import type { ClockTerms, EncounterTerms, NewTable } from '../../net/types';
import { playersOf, TARGETS, undoOf, type Official, type Popular } from './rulebooks';

/** The clocks to choose from: the free time of each turn, and the reserve for the whole match. */
export const CLOCKS = {
  none: {},
  calm: { turn: 60_000, bank: 300_000 },
  normal: { turn: 30_000, bank: 180_000 },
  fast: { turn: 15_000, bank: 60_000 },
} as const satisfies Record<string, ClockTerms>;

/** The encounters to choose from: at most a number of matches, until a side can't be caught, or exactly a number. */
export const ENCOUNTERS = {
  one: {},
  best3: { matches: 3 },
  best5: { matches: 5 },
  exactly2: { matches: 2, length: 'exactly' },
  exactly3: { matches: 3, length: 'exactly' },
} as const satisfies Record<string, EncounterTerms>;

export type EncounterName = keyof typeof ENCOUNTERS;
export const ENCOUNTER_NAMES = Object.keys(ENCOUNTERS) as EncounterName[];

/** The ways to choose the dealer of the next deal. */
export const DEALERS = ['next_seat', 'loser', 'draw'] as const;

export type ClockName = keyof typeof CLOCKS;
export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

/** The choices of the quick start. */
export interface Play {
  rulebook: Official;
  level: string;
  /** The number of people, including the user; bots have the other seats. */
  people: number;
}

/** The parameters of a rulebook that house rules change, by key ("canastas.clean"). */
export type House = Readonly<Record<string, unknown>>;

/** The terms of a table with friends. */
export interface Terms extends Play {
  /** The points that end the match; null for the rulebook's default. */
  target: number | null;
  clock: ClockName;
  /** The allowed chat. */
  talk: 'off' | 'presets' | 'free';
  /** True if partners may talk during a deal; clubs want them silent. */
  partners: boolean;
  encounter: EncounterName;
  dealer: (typeof DEALERS)[number];
  /** True if the seats are drawn by lot. */
  lots: boolean;
  hints: boolean;
  undo: boolean;
  watch: boolean;
  private: boolean;
  /** The changes of the rulebook, or of the popular game if one is chosen. */
  house: House;
  popular: PopularGame | null;
}

/** A popular game, with or without house rules, played instead of the rulebook on which it is based. */
export interface PopularGame {
  name: Popular;
  /** The points that end its match. */
  target: number;
}

/** The usual terms among friends. */
export function usual({ rulebook, level }: Pick<Play, 'rulebook' | 'level'>): Terms {
  return {
    rulebook,
    level,
    people: playersOf(rulebook),
    target: null,
    clock: 'none',
    talk: 'presets',
    partners: true,
    encounter: 'one',
    dealer: 'next_seat',
    lots: false,
    hints: true,
    undo: undoOf(rulebook),
    watch: true,
    private: true,
    house: {},
    popular: null,
  };
}

/** The points that end a match by these rules, by default. */
export function usualTarget({ rulebook, house, popular }: Pick<Terms, 'rulebook' | 'house' | 'popular'>): number {
  return Number(house['match.target'] ?? popular?.target ?? TARGETS[rulebook]);
}

/** The terms with another rulebook; choices that depended on the former rulebook are reset. */
export function withRulebook(terms: Terms, rulebook: Official): Terms {
  return {
    ...terms,
    rulebook,
    people: playersOf(rulebook),
    target: null,
    dealer: 'next_seat',
    undo: undoOf(rulebook),
    house: {},
    popular: null,
  };
}

/** The possible numbers of people for a rulebook. */
export function peopleChoices(rulebook: Official, least = 1): number[] {
  return Array.from({ length: playersOf(rulebook) - least + 1 }, (_, n) => n + least);
}

/** The seats for bots: of four players, two people are partners. The user has seat 0. */
export function botSeats({ rulebook, people }: Pick<Play, 'rulebook' | 'people'>): number[] {
  const players = playersOf(rulebook);
  if (people >= players) return [];
  if (people <= 1) return Array.from({ length: players - 1 }, (_, n) => n + 1);
  return people === 2 ? [1, 3] : [3];
}

/**
 * The table of the quick start: with bots at once, or private for friends, with bots added later. The stand-in replaces
 * absent people and gives hints.
 */
export function playTable({ rulebook, level, people }: Play, standIn: string): NewTable {
  const table: NewTable = { rulebook, stand_in: standIn, private: true };
  return people === 1 ? { ...table, bots: level } : table;
}

/** The request for a table with these terms; the server's defaults are left out. */
export function friendsTable(terms: Terms, standIn: string): NewTable {
  const { rulebook, target, clock, talk, partners, encounter, dealer, lots, hints, undo, watch, house } = terms;
  const table: NewTable = {
    rulebook: terms.popular?.name ?? rulebook,
    stand_in: standIn,
    hints,
    undo,
    watch,
    private: terms.private,
  };
  table.talk = partners && playersOf(rulebook) > 2 ? { mode: talk, partners } : { mode: talk };
  if (encounter !== 'one') table.encounter = ENCOUNTERS[encounter];
  if (dealer !== 'next_seat') table.next_dealer = dealer;
  if (lots) table.lots = true;
  if (clock !== 'none') table.clock = CLOCKS[clock];
  if (target !== null && target !== usualTarget(terms)) table.target = target;
  if (Object.keys(house).length) table.house = sections(house);
  return table;
}

/** The house rules in the server's form: by section. */
export function sections(house: House): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(house)) {
    const [section, name] = key.split('.') as [string, string];
    (found[section] ??= {})[name] = value;
  }
  return found;
}

/** Reads a typed target: null for an empty text, NaN for an invalid number. */
export function readTarget(text: string): number | null {
  const typed = text.replace(/[\s.,]/g, '');
  if (!typed) return null;
  return /^[1-9][0-9]{0,5}$/.test(typed) ? Number(typed) : NaN;
}

/** The name of a table's clock; null if it is another clock. */
export function clockName({ turn = 0, bank = 0 }: ClockTerms): ClockName | null {
  const same = (name: ClockName) => {
    const each: ClockTerms = CLOCKS[name];
    return (each.turn ?? 0) === turn && (each.bank ?? 0) === bank;
  };
  return CLOCK_NAMES.find(same) ?? null;
}
