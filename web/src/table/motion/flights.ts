/** The cards that fly when the table goes on, with only the faces that this player may see. Pure. */
import type { TableChange } from '../../live/ports';
import type { PlayState, State, TableEvent } from '../../net/types';
import { cardsOf } from '../../board/meldWords';

/** A place of the table where cards lie. */
export type Place =
  | { at: 'stock' | 'pile' | 'hand' }
  | { at: 'morto'; place: number }
  /** A seat whose cards are hidden from this player. */
  | { at: 'seat'; seat: number }
  /** By side, and by the meld's number from 1. */
  | { at: 'meld'; side: number; number: number }
  | { at: 'threes'; side: number };

/** `back` is for cards that were taken back. */
export type Way = 'deal' | 'draw' | 'lay' | 'discard' | 'pile' | 'morto' | 'back';

export interface Flight {
  way: Way;
  from: Place;
  to: Place;
  /** In notation; `??` is a card's back. */
  cards: readonly string[];
  /** The place of its event among the events of the change, from 0. They fly one after the other. */
  step: number;
}

/** More events than this at once follow an absence and are not animated. */
const MOST = 4;
const BACK = '??';

/** The flights of one change; empty after the table was loaded anew. */
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

/** The visible pile, the lowest card first. A card that is due in a justified purchase still lies on it. */
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
      // While the top card is due, it and the cards below it stay on the pile.
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

/** Cards laid from a hand. The due card flies from the pile, and the rest of the pile flies to the hand. */
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

/** The place of a seat's cards: the visible hand if it is the player's own seat. */
function home(seat: number, you: number | null): Place {
  return seat === you ? { at: 'hand' } : { at: 'seat', seat };
}

function backs(count: number): string[] {
  return Array<string>(Math.max(0, count)).fill(BACK);
}

function isCard(word: string): boolean {
  return /^([A2-9TJQK][SHDC]|\?\?)$/.test(word);
}
