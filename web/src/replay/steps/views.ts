/**
 * The view of a replay at a place, with open hands or as one seat saw it: the states that the table's components draw,
 * and the events for the log. Pure.
 *
 * `seat` is the seat whose view is shown; null shows everything.
 */
import type { LoggedEvent } from '../../net/connection/tableReducer';
import type { PlayState, ReplayCard, ReplayDeal, ReplayState, SeatState, State, TableEvent } from '../../net/types';
import { isSheet, type ReplayPlace } from './places';

/** All states of a deal: as dealt, then after each step. */
export function statesOf(deal: ReplayDeal): ReplayState[] {
  const found = [deal.start];
  for (const { changes } of deal.steps) found.push({ ...found.at(-1)!, ...changes });
  return found;
}

/** The points of the match at a place: before its deal, or after it on the deal's sheet. */
export function pointsAt({ brought, deals }: ReplayCard, { deal, step }: ReplayPlace): (number | null)[] {
  if (isSheet(deals[deal]!, step)) return [...deals[deal]!.points];
  return [...(deals[deal - 1]?.points ?? brought)];
}

/** A place of the replay as the state of a table; with a seat, as that seat saw it. */
export function stateAt(card: ReplayCard, place: ReplayPlace, play: ReplayState, seat: number | null): State {
  const deal = card.deals[place.deal]!;
  return {
    match: card.about.id ?? '',
    rulebook: card.rulebook.id,
    revision: card.rulebook.revision,
    sha256: card.rulebook.sha256,
    target: card.target,
    deals: card.rulebook.target ? 0 : 1,
    undo: false,
    stand_in: '',
    next_dealer: 'next_seat',
    lots: false,
    arranged: false,
    forfeits: false,
    packs: '',
    encounter: null,
    lot: null,
    times: {},
    you: seat,
    now: 0,
    stage: 'playing',
    step: place.step,
    seats: card.players.map(seated),
    points: pointsAt(card, place).map((points) => points ?? 0),
    deal: deal.deal,
    dealer: deal.dealer,
    commitment: '',
    contributions: [],
    offers: [],
    clock: null,
    absence: null,
    next_at: null,
    play: playSeen(play, seat, topOnly(card)),
    last: null,
    result: null,
    rematch: false,
    called: false,
  };
}

function seated(name: string): SeatState {
  return {
    kind: 'person',
    player: '',
    name,
    level: '',
    ready: true,
    bank: 0,
    grace: 0,
    timeouts: 0,
    held: false,
    left: false,
    away: null,
  };
}

/** Returns true if players see only the top card of the pile. */
export function topOnly({ rulebook }: Pick<ReplayCard, 'rulebook'>): boolean {
  return rulebook.parameters.pile?.shown?.value === 'top';
}

function playSeen({ hands: _, ...play }: ReplayState, seat: number | null, top: boolean): PlayState {
  if (seat === null || !top) return play;
  return { ...play, pile: play.pile.split(' ').at(-1) ?? '' };
}

/** A hand as shown: with its cards, or face down. */
export function handSeen({ hands, hand_sizes: sizes }: ReplayState, of: number, seat: number | null): string[] {
  if (seat === null || seat === of) return (hands[of] ?? '').split(' ').filter(Boolean);
  return Array.from({ length: sizes[of] ?? 0 }, () => '??');
}

/** The steps of a deal as a table's events, without cards that the seat did not see. */
export function eventsOf(deal: ReplayDeal, states: readonly ReplayState[], seat: number | null): TableEvent[] {
  return deal.steps.map((step, index) => {
    const head = { at: 0, step: index + 1, seat: step.seat };
    const [verb] = step.entry.split(' ');
    const entry = seat === null || seat === step.seat ? step.entry : hidden(step.entry);
    if (verb === 'morto' || verb === 'red') return { ...head, type: 'followed', entry };
    const shown = verb === 'refuse' ? (states[index + 1]?.pile.split(' ').at(-1) ?? '') : '';
    return { ...head, type: 'played', entry, ...(shown && { shown }) };
  });
}

function hidden(entry: string): string {
  const [verb, ...cards] = entry.split(' ');
  if (verb === 'draw') return 'draw ??';
  return verb === 'red' && cards.length > 1 ? `red ${cards[0]} ??` : entry;
}

/** The log that a table would have at a place. */
export function logAt(events: readonly TableEvent[], step: number): LoggedEvent[] {
  return events.slice(0, step).map((event, index) => ({ seq: index + 1, event }));
}

/**
 * The event that led to a place: the draw for the dealer or the deal, a step, or the end of the deal. Null for the
 * points alone.
 */
export function eventAt(deal: ReplayDeal, events: readonly TableEvent[], step: number): TableEvent | null {
  if (step === 0) {
    const { hands, mortos, stock, dealer, draw: drawn } = deal;
    if (drawn.length) return { type: 'dealer_drawn', at: 0, dealer, drawn };
    return { type: 'dealt', at: 0, step: 0, deal: deal.deal, dealer, hands, mortos, stock };
  }
  if (!isSheet(deal, step)) return events[step - 1] ?? null;
  if (deal.ending === 'annulled' || deal.ending === null) return null;
  const ending = deal.ending as 'going_out' | 'stock' | 'stalemate';
  return {
    type: 'deal_ended',
    at: 0,
    deal: deal.deal,
    ending,
    hands: [],
    dealt: [],
    mortos: [],
    stock: '',
    points: [],
    went_out: deal.went_out,
  };
}
