/**
 * The progress of a sheet: every total, dealer, minimum and end, derived from its entries as in
 * `canastra.scoresheet.progress`. Correcting an early deal never changes a later deal; if the later deal no longer
 * follows from it, the deal is marked.
 */
import { countWarnings, SIDES, totalOf, totalWarnings, type Both, type Form, type Side, type Warning } from './form';
import { targetOf, type Acceptance, type Deal, type Entry, type Points, type Sheet } from './sheet';

/** Why a deal no longer follows from the deals before it. */
export type Mark = 'before_end' | 'after_end' | 'minimum' | 'dealer';

/** The situation before a deal. */
export interface Before {
  /** The match of the encounter and the deal of the match, from 1. */
  match: number;
  deal: number;
  /** The seat that deals; null before it is drawn. */
  dealer: number | null;
  points: Points;
  vulnerable: readonly [boolean, boolean];
}

/** A deal with its derived values. */
export interface Line extends Before {
  entry: Deal;
  made: Points;
  /** The referee's points. */
  rulings: Points;
  annulled: boolean;
  after: Points;
  /** `accepted` are the warnings that the scorer let stand, `warnings` the others. */
  warnings: readonly Warning[];
  accepted: readonly (readonly [Warning, Acceptance])[];
  marks: readonly Mark[];
  /** The winner of the match that this deal ended, null for a draw; undefined if the match went on. */
  ended: Side | null | undefined;
}

export interface Progress {
  lines: readonly Line[];
  /** The situation before the next deal; null at the end. */
  next: Before | null;
  /** The points of the present match, or of the last. */
  points: Points;
  /** The matches won, including those before this sheet. */
  won: Points;
  /** The winner of the sheet, null for a draw; undefined while it goes on. */
  winner: Side | null | undefined;
}

interface Match {
  number: number;
  points: Points;
  dealer: number;
  open: boolean;
  reached: boolean;
  deals: number;
  finished: boolean;
  winner: Side | null;
}

/** The progress of a sheet. */
export function progressOf(sheet: Sheet, form: Form): Progress {
  const lines: Line[] = [];
  const over: Match[] = [];
  let match = opened(sheet, form, sheet.encounter?.match ?? 1, sheet.dealer);
  for (const deal of sheet.deals) {
    const marks: Mark[] = [];
    while (deal.match > match.number) {
      match = closed(sheet, match);
      if (!match.finished) marks.push('before_end');
      over.push(match);
      match = opened(sheet, form, match.number + 1, match.dealer);
    }
    if (match.finished) marks.push('after_end');
    const dealt = {
      ...match,
      finished: false,
      ...(deal.dealer === undefined ? {} : { dealer: deal.dealer, open: false }),
    };
    const line = played(form, dealt, deal, marks);
    match = after(sheet, form, dealt, line);
    lines.push({ ...line, ended: match.finished ? match.winner : undefined });
  }
  over.push(closed(sheet, match));
  let [won, ended] = stood(sheet, over);
  while (over.at(-1)!.finished && !ended) {
    const { number, dealer } = over.at(-1)!;
    over.push(closed(sheet, opened(sheet, form, number + 1, dealer)));
    [won, ended] = stood(sheet, over);
  }
  const next = over.at(-1)!;
  return {
    lines: late(sheet, form, lines),
    next: ended ? null : before(form, next),
    points: next.points,
    won,
    winner: ended ? (won[0] === won[1] ? null : won[0] > won[1] ? 0 : 1) : undefined,
  };
}

/** The matches won by each side, and if the encounter, or the only match of a sheet, is over. */
function stood({ encounter }: Sheet, matches: readonly Match[]): [Points, boolean] {
  const finished = matches.filter((each) => each.finished);
  const [one, other] = SIDES.map(
    (side) => (encounter?.won[side] ?? 0) + finished.filter(({ winner }) => winner === side).length,
  );
  const won: Points = [one!, other!];
  if (!encounter) return [won, matches.at(-1)!.finished];
  const left = encounter.matches - (encounter.match - 1) - finished.length;
  return [won, left <= 0 || (encounter.length === 'best_of' && Math.abs(won[0] - won[1]) > left)];
}

function opened(sheet: Sheet, form: Form, number: number, dealer: number): Match {
  const points: Points = number === (sheet.encounter?.match ?? 1) ? sheet.score : [0, 0];
  return {
    number,
    points,
    dealer,
    open: false,
    reached: reaches(sheet, form, points),
    deals: 0,
    finished: false,
    winner: null,
  };
}

/** The match at its end: a side that forfeited it has lost, whatever its points. */
function closed({ forfeits }: Sheet, match: Match): Match {
  const forfeit = forfeits.find((each) => each.match === match.number);
  return forfeit ? { ...match, finished: true, winner: (1 - forfeit.side) as Side } : match;
}

const reaches = (sheet: Sheet, form: Form, points: Points): boolean => {
  const target = targetOf(sheet, form);
  return target > 0 && Math.max(...points) >= target;
};

function before(form: Form, { number, deals, dealer, open, points }: Match): Before {
  const is = (side: Side): boolean => form.minimums.length > 0 && points[side] >= form.vulnerable_from;
  return { match: number, deal: deals + 1, dealer: open ? null : dealer, points, vulnerable: [is(0), is(1)] };
}

function played(form: Form, match: Match, deal: Deal, marks: readonly Mark[]): Omit<Line, 'ended'> {
  const annulled = deal.rulings.some(({ kind }) => kind === 'annul');
  const made = madeBy(form, deal.entries);
  const [one, other] = SIDES.map((side) =>
    deal.rulings.reduce((sum, each) => sum + (each.side === side ? (each.points ?? 0) : 0), 0),
  );
  const rulings: Points = [one!, other!];
  const [mine, theirs] = SIDES.map((side) => match.points[side] + rulings[side] + (annulled ? 0 : made[side]));
  const found = annulled ? [] : warningsOf(form, deal.entries);
  const accepted = (warning: Warning): Acceptance | undefined =>
    deal.accepted.find(({ code, side }) => code === warning.code && (side ?? null) === warning.side);
  return {
    ...before(form, match),
    entry: deal,
    made,
    rulings,
    annulled,
    after: [mine!, theirs!],
    warnings: found.filter((each) => !accepted(each)),
    accepted: found.flatMap((each) => (accepted(each) ? [[each, accepted(each)!] as const] : [])),
    marks,
  };
}

/** The match after a deal; an annulled deal is dealt again. */
function after(sheet: Sheet, form: Form, match: Match, { after: points, made, annulled }: Omit<Line, 'ended'>): Match {
  const reached = match.reached || reaches(sheet, form, points);
  if (annulled) return { ...match, points, reached };
  const dealer = dealerAfter(sheet, form, match, made);
  const now = {
    ...match,
    points,
    reached,
    deals: match.deals + 1,
    dealer: dealer ?? match.dealer,
    open: dealer === null,
  };
  if (targetOf(sheet, form) > 0 && !reached) return now;
  const tied = points[0] === points[1];
  return {
    ...now,
    finished: !tied || targetOf(sheet, form) === 0,
    winner: tied ? null : points[0] > points[1] ? 0 : 1,
  };
}

function dealerAfter({ nextDealer }: Sheet, form: Form, match: Match, [one, other]: Points): number | null {
  const following = (match.dealer + 1) % form.players;
  if (nextDealer === 'next_seat') return following;
  if (nextDealer === 'draw') return null;
  return one === other || following % 2 === (one < other ? 0 : 1) ? following : (match.dealer + 2) % form.players;
}

const countsOf = (entry: Entry): Record<string, number> =>
  'counts' in entry ? { ...entry.counts } : entry.out ? { went_out: 1 } : {};

/** The answers of both sides; for a total, only if the side went out. */
export const bothOf = ([one, other]: Deal['entries']): Both => [countsOf(one), countsOf(other)];

/** The points of a deal's entries. */
export function madeBy(form: Form, entries: Deal['entries']): Points {
  const both = bothOf(entries);
  const of = (side: Side): number => {
    const entry = entries[side];
    return 'total' in entry ? entry.total : totalOf(form, both, side);
  };
  return [of(0), of(1)];
}

/** Numbers that no deal under the rulebook can have. A side with a total needs no answers. */
export function warningsOf(form: Form, entries: Deal['entries']): Warning[] {
  const made = madeBy(form, entries);
  const both = bothOf(entries);
  const known = ['counts' in entries[0], 'counts' in entries[1]] as const;
  const asked = form.fields.filter(({ when }) => when.length);
  const unknown = SIDES.filter((side) => {
    const other = entries[1 - side]!;
    return (
      'total' in other && other.out === undefined && !both[side].went_out && asked.some(({ id }) => both[side][id])
    );
  });
  return [
    ...SIDES.flatMap((side) => totalWarnings(form, made[side], side)),
    ...countWarnings(form, both, known),
    ...unknown.map((side): Warning => ({ code: 'sheet_out_unknown', side, article: '', figures: {} })),
  ];
}

/** Marks the deals that were played with a minimum or dealer that a correction has changed since. */
function late(sheet: Sheet, form: Form, lines: readonly Line[]): Line[] {
  return lines.map((line, place) => {
    const earlier = sheet.deals.slice(0, place);
    if (!earlier.some(({ corrections }) => corrections.some(({ deals }) => deals > place))) return line;
    const known = earlier.map((deal) => ({ ...knownBefore(deal, place + 1), corrections: [] }));
    const { next: then } = progressOf({ ...sheet, deals: known }, form);
    if (!then) return line;
    const marks: Mark[] = [...line.marks];
    if (then.vulnerable.some((was, side) => was !== line.vulnerable[side])) marks.push('minimum');
    if (then.dealer !== null && line.dealer !== null && then.dealer !== line.dealer) marks.push('dealer');
    return { ...line, marks };
  });
}

/** The deal as it was when the sheet had fewer deals than this. */
function knownBefore(deal: Deal, deals: number): Deal {
  const entries: [Entry, Entry] = [...deal.entries];
  for (const each of [...deal.corrections].reverse()) if (each.deals >= deals) entries[each.side] = each.before;
  return { ...deal, entries };
}
