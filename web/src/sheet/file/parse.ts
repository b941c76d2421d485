/** Reads the file of a sheet strictly: unknown content is refused. */
import { parse, TomlError } from 'smol-toml';
import { digestOf, formOf } from '../model/books';
import type { Field, Form, Side } from '../model/form';
import { FORMAT } from './file';
import {
  equal,
  type Acceptance,
  type Correction,
  type Deal,
  type Encounter,
  type Entry,
  type Forfeit,
  type Names,
  type Ruling,
  type Sheet,
} from '../model/sheet';

/** Why a file is not a valid sheet, with its line or rulebook if known; `cards` if only the engine can read it. */
export class SheetFileError extends Error {
  constructor(
    message: string,
    readonly where: { line?: number; book?: string; cards?: true } = {},
  ) {
    super(message);
  }
}

type Table = Record<string, unknown>;
/** Limits that no real evening exceeds. */
const [MOST_ITEMS, LONGEST, LONGEST_NAME, MOST_POINTS, MOST_COUNT, MOST_MATCHES] = [1000, 500, 200, 100_000, 999, 99];
const HEAD = [
  'format',
  'rulebook',
  'sha256',
  'revision',
  'sides',
  'players',
  'score',
  'target',
  'dealer',
  'next_dealer',
  'encounter',
  'forfeits',
  'deals',
];
const ABOUT = ['id', 'date', 'event', 'place'];
const BY = ['author', 'time'];
const CARDS = ['melds', 'hands', 'red_threes', 'unreplaced', 'unplayed_morto'];
const DATE =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/;
const TIME = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-][0-2]\d:[0-5]\d)$/;

/** The sheet of a file; throws `SheetFileError`. */
export function parseSheet(text: string): Sheet {
  let found: unknown;
  try {
    found = parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new SheetFileError('no TOML', error instanceof TomlError ? { line: error.line } : {});
  }
  const read = only(found, [...HEAD, ...ABOUT]);
  if (read.format !== FORMAT) throw new SheetFileError('another format');
  const rulebook = words(read.rulebook);
  const form = formOf(rulebook);
  if (!form || read.sha256 !== digestOf(rulebook) || read.revision !== form.revision)
    throw new SheetFileError('another rulebook', { book: rulebook });
  const names = list(read.sides, 2).map((name) => short(filled(name))) as unknown as Names;
  if (names[0] === names[1]) throw new SheetFileError('two sides have one name');
  const encounter = read.encounter === undefined ? null : encounterOf(read.encounter);
  const [first, last] = [encounter?.match ?? 1, encounter?.matches ?? 1];
  const seat = (value: unknown): number => whole(value, 0, form.players - 1);
  let now = first;
  const deals = list(read.deals ?? []).map((each, place): Deal => {
    const deal = only(each, ['match', 'dealer', 'sides', 'rulings', 'accepted', 'corrections']);
    now = deal.match === undefined ? now : whole(deal.match, now, Math.min(now + 1, last));
    return dealOf(form, deal, now, place + 1, seat);
  });
  return {
    rulebook,
    revision: form.revision,
    about: Object.fromEntries(
      ABOUT.filter((key) => read[key] !== undefined).map((key) => [
        key,
        key === 'date' ? dateOf(read[key]) : short(filled(read[key])),
      ]),
    ),
    names,
    players:
      read.players === undefined ? Array<string>(form.players).fill('') : list(read.players, form.players).map(short),
    score: list(read.score ?? [0, 0], 2).map(points) as unknown as Sheet['score'],
    target:
      read.target === undefined
        ? null
        : form.target
          ? whole(read.target, 1, Number.MAX_SAFE_INTEGER)
          : fail('a target'),
    dealer: read.dealer === undefined ? 0 : seat(read.dealer),
    nextDealer:
      read.next_dealer === undefined ? 'next_seat' : one(read.next_dealer, ['next_seat', 'loser', 'draw'] as const),
    encounter,
    forfeits: list(read.forfeits ?? []).map((each): Forfeit => {
      const { match, side, reason, ...by } = only(each, ['match', 'side', 'reason', ...BY]);
      return {
        match: match === undefined ? first : whole(match, first, last),
        side: sideOf(side),
        reason: filled(reason),
        ...authored(by),
      };
    }),
    deals,
  };
}

function dealOf(form: Form, deal: Table, match: number, number: number, seat: (value: unknown) => number): Deal {
  const [mine, theirs] = list(deal.sides, 2).map((each) => entryOf(form, each));
  const entries = [mine!, theirs!] as const;
  let deals = number;
  const corrections = list(deal.corrections ?? []).map((each): Correction => {
    const {
      side,
      before,
      after,
      deals: then,
      author,
      time,
      reason,
    } = only(each, ['side', 'before', 'after', 'deals', 'author', 'time', 'reason']);
    deals = whole(then, deals, MOST_ITEMS);
    return {
      side: sideOf(side),
      before: entryOf(form, before),
      after: entryOf(form, after),
      deals,
      author: filled(author),
      time: timeOf(time),
      reason: filled(reason),
    };
  });
  for (const side of [0, 1] as const) {
    const chain = corrections.filter((each) => each.side === side);
    const befores = [...chain.slice(1).map(({ before }) => before), entries[side]];
    if (chain.some(({ after }, place) => !equal(after, befores[place]!)))
      fail('a correction that does not end where the next begins');
  }
  return {
    entries,
    match,
    ...(deal.dealer === undefined ? {} : { dealer: seat(deal.dealer) }),
    rulings: list(deal.rulings ?? []).map(rulingOf),
    accepted: list(deal.accepted ?? []).map((each): Acceptance => {
      const { code, side, reason, ...by } = only(each, ['code', 'side', 'reason', ...BY]);
      return {
        code: words(code),
        ...(side === undefined ? {} : { side: sideOf(side) }),
        reason: filled(reason),
        ...authored(by),
      };
    }),
    corrections,
  };
}

function rulingOf(value: unknown): Ruling {
  const {
    kind,
    side,
    points: some,
    reason,
    category,
    ...by
  } = only(value, ['kind', 'side', 'points', 'reason', 'category', ...BY]);
  const said = {
    reason: filled(reason),
    ...authored(by),
    ...(category === undefined ? {} : { category: words(category) }),
  };
  if (one(kind, ['points', 'annul'] as const) === 'points')
    return { kind: 'points', side: sideOf(side), points: points(some), ...said };
  return side === undefined && some === undefined ? { kind: 'annul', ...said } : fail('points of an annulled deal');
}

function encounterOf(value: unknown): Encounter {
  const read = only(value, ['id', 'best_of', 'exactly', 'match', 'won']);
  const length = read.best_of === undefined ? 'exactly' : 'best_of';
  if (read.best_of !== undefined && read.exactly !== undefined) fail('two lengths');
  const matches = whole(read[length], 1, MOST_MATCHES);
  const match = whole(read.match, 1, matches);
  const [mine, theirs] = list(read.won, 2).map((each) => whole(each, 0, match - 1));
  if (mine! + theirs! >= match) fail('more won than played');
  return { ...(read.id === undefined ? {} : { id: filled(read.id) }), length, matches, match, won: [mine!, theirs!] };
}

function entryOf(form: Form, value: unknown): Entry {
  const table = only(value, ['total', 'went_out', 'morto', ...CARDS, ...form.fields.map(({ id }) => id)]);
  if (CARDS.some((key) => key in table)) throw new SheetFileError('card by card', { cards: true });
  if (table.total !== undefined) {
    const { total, went_out: out } = only(table, ['total', 'went_out']);
    return { total: points(total), ...(out === undefined ? {} : { out: flag(out) }) };
  }
  const answered = form.fields.filter(({ id }) => id in table);
  if (answered.length !== Object.keys(table).length) fail('an unknown answer');
  return {
    counts: Object.fromEntries(
      answered.map((field) => [field.id, answer(field, table[field.id])]).filter(([, many]) => many),
    ),
  };
}

function answer({ kind, options }: Field, value: unknown): number {
  if (kind === 'flag') return Number(flag(value));
  return kind === 'choice' ? options.indexOf(one(value, options)) : whole(value, 0, MOST_COUNT);
}

const authored = ({ author, time }: Table): { author?: string; time?: string } => ({
  ...(author === undefined ? {} : { author: filled(author) }),
  ...(time === undefined ? {} : { time: timeOf(time) }),
});

function fail(message: string): never {
  throw new SheetFileError(message);
}

function only(value: unknown, keys: readonly string[]): Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('no table');
  const strange = Object.keys(value).find((key) => !keys.includes(key));
  return strange === undefined ? (value as Table) : fail(`unknown key ${strange}`);
}

function list(value: unknown, long?: number): unknown[] {
  return Array.isArray(value) && value.length <= MOST_ITEMS && (long === undefined || value.length === long)
    ? value
    : fail('no list');
}

const words = (value: unknown): string =>
  typeof value === 'string' && value.length <= LONGEST ? value : fail('no text');

const filled = (value: unknown): string => (words(value).trim() ? words(value) : fail('an empty text'));

const short = (value: unknown): string =>
  words(value).length <= LONGEST_NAME ? words(value) : fail('a text too long');

const one = <T extends string>(value: unknown, among: readonly T[]): T =>
  among.find((each) => each === value) ?? fail('no choice');

const flag = (value: unknown): boolean => (typeof value === 'boolean' ? value : fail('no flag'));

const sideOf = (value: unknown): Side => whole(value, 0, 1) as Side;

/** Reads a TOML date as its text. */
const dated = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** A valid date, alone or with a time. */
function dateOf(value: unknown): string {
  const found = words(dated(value));
  const [year, month, day] = (DATE.exec(found) ?? fail('no day')).slice(1, 4).map(Number);
  return year! > 0 && day! > 0 && day! <= new Date(Date.UTC(year!, month!, 0)).getUTCDate() ? found : fail('no day');
}

function timeOf(value: unknown): string {
  const found = words(dated(value));
  return TIME.test(found) ? found : fail('no time');
}

const whole = (value: unknown, least: number, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : fail('no number');

const points = (value: unknown): number => whole(value, -MOST_POINTS, MOST_POINTS);
