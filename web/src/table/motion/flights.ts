/** Which cards go from where to where when the table goes on: as much as these eyes may see, and nothing more. Pure. */
import type { TableChange } from '../../live/ports';
import type { PlayState, State, TableEvent } from '../../net/types';
import { cardsOf } from '../../board/meldWords';

/** A place that cards lie at, or come from. */
export type Place =
  | { at: 'stock' | 'pile' | 'hand' }
  | { at: 'morto'; place: number }
  /** Somebody whose cards are not seen. */
  | { at: 'seat'; seat: number }
  /** By side, and by the meld's number from 1. */
  | { at: 'meld'; side: number; number: number }
  | { at: 'threes'; side: number };

/** `back` is what was taken back. */
export type Way = 'deal' | 'draw' | 'lay' | 'discard' | 'pile' | 'morto' | 'back';

export interface Flight {
  way: Way;
  from: Place;
  to: Place;
  /** In notation; `??` is a back. */
  cards: readonly string[];
  /** What happened by one deed goes one after the other: 0 first. */
  step: number;
}

/** More than this at once is an absence that is made up for, and no play. */
const MOST = 4;
const BACK = '??';

/** The flights of one change. Of a table that is loaded anew there are none. */
export function flightsOf({ events, before, state }: TableChange): Flight[] {
  const { play } = state;
  const told = events.flatMap(({ event }) => (event ? [event] : []));
  if (!before || !play) return [];
  if (told.some(({ type }) => type === 'dealt')) return dealt(state, play);
  const deeds = told.filter(({ type }) => type === 'played' || type === 'followed' || type === 'undone');
  if (!before.play || before.deal !== state.deal || deeds.length > MOST) return [];
  return deeds.flatMap((event, step) =>
    ofEvent(event, before.play!, play, state.you).map((flight) => ({ ...flight, step })),
  );
}

/** The pile as it is seen, the lowest card first: one that is due in a justified purchase lies on it still. */
export function pileSeen({ pile, pile_size: size, due }: Pick<PlayState, 'pile' | 'pile_size' | 'due'>): string[] {
  const seen = [...cardsOf(pile), ...(due ? [due] : [])];
  const all = size + (due && seen.length > size ? 1 : 0);
  return [...backs(all - seen.length), ...seen];
}

type Leg = Omit<Flight, 'step'>;

function dealt({ you }: State, play: PlayState): Flight[] {
  return play.hand_sizes.map((size, seat) => ({
    way: 'deal',
    from: { at: 'stock' },
    to: home(seat, you),
    cards: backs(size),
    step: 0,
  }));
}

function ofEvent(event: TableEvent, was: PlayState, play: PlayState, you: number | null): Leg[] {
  switch (event.type) {
    case 'played':
      return played(event, was, play, you);
    case 'followed':
      return followed(event, was, play, you);
    case 'undone':
      return undone(event, was, you);
    default:
      return [];
  }
}

function played(
  { seat, entry, shown }: { seat: number; entry: string; shown?: string },
  was: PlayState,
  play: PlayState,
  you: number | null,
): Leg[] {
  const [verb = '', ...rest] = entry.split(' ');
  const cards = rest.filter(isCard);
  const from = home(seat, you);
  const side = seat % 2;
  switch (verb) {
    case 'draw':
      return [{ way: 'draw', from: { at: 'stock' }, to: from, cards: seat === you && cards.length ? cards : [BACK] }];
    case 'refuse':
      return [{ way: 'discard', from, to: { at: 'pile' }, cards: [shown ?? BACK] }];
    case 'take':
      // A card that has to be used first stays where it is, and so do those below it.
      return play.due ? [] : [{ way: 'pile', from: { at: 'pile' }, to: from, cards: pileSeen(was) }];
    case 'meld':
      return laid(cards, { at: 'meld', side, number: play.melds[side]?.length ?? 0 }, from, was, play);
    case 'lay':
      return laid(cards, { at: 'meld', side, number: Number(rest[0]) }, from, was, play);
    case 'discard':
      return [{ way: 'discard', from, to: { at: 'pile' }, cards }];
    case 'withdraw':
      return withdrawn(was, play, side, from);
    default:
      return [];
  }
}

/** Cards from a hand; the one that was due comes from the pile, whose rest is the purchase. */
function laid(cards: readonly string[], to: Place, from: Place, was: PlayState, play: PlayState): Leg[] {
  const due = play.due === null ? cards.indexOf(was.due ?? '') : -1;
  const own = cards.filter((_, place) => place !== due);
  const legs: Leg[] = own.length ? [{ way: 'lay', from, to, cards: own }] : [];
  if (due < 0) return legs;
  legs.push({ way: 'lay', from: { at: 'pile' }, to, cards: [cards[due]!] });
  const rest = pileSeen(was).slice(0, -1);
  if (rest.length && !play.pile_size) legs.push({ way: 'pile', from: { at: 'pile' }, to: from, cards: rest });
  return legs;
}

function withdrawn(was: PlayState, play: PlayState, side: number, to: Place): Leg[] {
  const left = play.melds[side]?.length ?? 0;
  const gone = (was.melds[side] ?? []).slice(left);
  return gone.map((meld, place) => ({
    way: 'back',
    from: { at: 'meld', side, number: left + place + 1 },
    to,
    cards: cardsOf(meld.cards),
  }));
}

function followed(
  { seat, entry }: { seat: number; entry: string },
  was: PlayState,
  play: PlayState,
  you: number | null,
): Leg[] {
  const [verb, red, instead] = entry.split(' ');
  const to = home(seat, you);
  const side = seat % 2;
  if (verb === 'morto') {
    const place = play.morto_sizes.length;
    return [{ way: 'morto', from: { at: 'morto', place }, to, cards: backs(was.morto_sizes[place] ?? 0) }];
  }
  if (verb !== 'red' || !red) return [];
  const exposed = cardsOf(play.red_threes[side] ?? '').length > cardsOf(was.red_threes[side] ?? '').length;
  const drawn: Leg = { way: 'draw', from: { at: 'stock' }, to, cards: [seat === you ? (instead ?? BACK) : BACK] };
  return [
    ...(exposed ? [{ way: 'lay', from: to, to: { at: 'threes', side }, cards: [red] } as Leg] : []),
    ...(instead ? [drawn] : []),
  ];
}

function undone({ seat, entry }: { seat: number; entry: string }, was: PlayState, you: number | null): Leg[] {
  const [verb, ...rest] = entry.split(' ');
  const cards = rest.filter(isCard);
  const side = seat % 2;
  const number = verb === 'meld' ? (was.melds[side]?.length ?? 0) : Number(rest[0]);
  return cards.length ? [{ way: 'back', from: { at: 'meld', side, number }, to: home(seat, you), cards }] : [];
}

/** Where somebody's cards are: your own are seen. */
function home(seat: number, you: number | null): Place {
  return seat === you ? { at: 'hand' } : { at: 'seat', seat };
}

function backs(count: number): string[] {
  return Array<string>(Math.max(0, count)).fill(BACK);
}

function isCard(word: string): boolean {
  return /^([A2-9TJQK][SHDC]|\?\?)$/.test(word);
}
