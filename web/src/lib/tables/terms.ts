/** What a person agrees on for a table, and the body that asks the server for it. Pure. */
import type { ClockTerms, EncounterTerms, NewTable } from '../../net/types';
import { playersOf, TARGETS, undoOf, type Official, type Popular } from './rulebooks';

/** Times to choose from: free for each turn, and in store for the whole match. */
export const CLOCKS = {
  none: {},
  calm: { turn: 60_000, bank: 300_000 },
  normal: { turn: 30_000, bank: 180_000 },
  fast: { turn: 15_000, bank: 60_000 },
} as const satisfies Record<string, ClockTerms>;

/** Encounters to choose from: at most so many matches, until a side can't be caught, or exactly so many. */
export const ENCOUNTERS = {
  one: {},
  best3: { matches: 3 },
  best5: { matches: 5 },
  exactly2: { matches: 2, length: 'exactly' },
  exactly3: { matches: 3, length: 'exactly' },
} as const satisfies Record<string, EncounterTerms>;

export type EncounterName = keyof typeof ENCOUNTERS;
export const ENCOUNTER_NAMES = Object.keys(ENCOUNTERS) as EncounterName[];

/** Who deals after a deal. */
export const DEALERS = ['next_seat', 'loser', 'draw'] as const;

export type ClockName = keyof typeof CLOCKS;
export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

/** What play now asks for. */
export interface Play {
  rulebook: Official;
  level: string;
  /** How many people, the opener among them; bots have the other seats. */
  people: number;
}

/** A rulebook's parameters that a house plays otherwise, by key ("canastas.clean"). */
export type House = Readonly<Record<string, unknown>>;

/** What is agreed on for a table with friends. */
export interface Terms extends Play {
  /** Points that end the match; null as the rulebook has it. */
  target: number | null;
  clock: ClockName;
  /** What may be said. */
  talk: 'off' | 'presets' | 'free';
  /** Whether partners may talk during a deal; clubs want them silent. */
  partners: boolean;
  encounter: EncounterName;
  dealer: (typeof DEALERS)[number];
  /** Whether the seats are drawn by lot. */
  lots: boolean;
  hints: boolean;
  undo: boolean;
  watch: boolean;
  private: boolean;
  /** What is changed of the rulebook, or of the popular game if one was chosen. */
  house: House;
  popular: PopularGame | null;
}

/** A popular game that is played, with house rules or without, instead of the rulebook that it is based on. */
export interface PopularGame {
  name: Popular;
  /** Points that end its match. */
  target: number;
}

/** What most people who know each other want. */
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

/** Points that end a match by these rules, if nothing else is agreed on. */
export function usualTarget({ rulebook, house, popular }: Pick<Terms, 'rulebook' | 'house' | 'popular'>): number {
  return Number(house['match.target'] ?? popular?.target ?? TARGETS[rulebook]);
}

/** The same with another rulebook: what depended on the former one goes. */
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

/** The numbers of people who may play by a rulebook. */
export function peopleChoices(rulebook: Official, least = 1): number[] {
  return Array.from({ length: playersOf(rulebook) - least + 1 }, (_, n) => n + least);
}

/** The seats for bots: of four, two people are partners. The opener has seat 0. */
export function botSeats({ rulebook, people }: Pick<Play, 'rulebook' | 'people'>): number[] {
  const players = playersOf(rulebook);
  if (people >= players) return [];
  if (people <= 1) return Array.from({ length: players - 1 }, (_, n) => n + 1);
  return people === 2 ? [1, 3] : [3];
}

/**
 * The table of play now: alone with bots at once, with friends a private one, to which bots come later. The stand-in
 * plays for people who are away, and gives the hints.
 */
export function playTable({ rulebook, level, people }: Play, standIn: string): NewTable {
  const table: NewTable = { rulebook, stand_in: standIn, private: true };
  return people === 1 ? { ...table, bots: level } : table;
}

/** The table of these terms; what is as the server has it anyway is left out. */
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

/** House rules as the server takes them: by section. */
export function sections(house: House): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(house)) {
    const [section, name] = key.split('.') as [string, string];
    (found[section] ??= {})[name] = value;
  }
  return found;
}

/** A target that a person typed: null for none, NaN for what is no number of points. */
export function readTarget(text: string): number | null {
  const typed = text.replace(/[\s.,]/g, '');
  if (!typed) return null;
  return /^[1-9][0-9]{0,5}$/.test(typed) ? Number(typed) : NaN;
}

/** Which clock a table has, if it is one of the above. */
export function clockName({ turn = 0, bank = 0 }: ClockTerms): ClockName | null {
  const same = (name: ClockName) => {
    const each: ClockTerms = CLOCKS[name];
    return (each.turn ?? 0) === turn && (each.bank ?? 0) === bank;
  };
  return CLOCK_NAMES.find(same) ?? null;
}
