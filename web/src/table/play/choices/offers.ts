/**
 * The offers for the chosen cards, and the first of them. Pure and without any rule of the game: they come from the
 * legal moves of the state and from the server's answer about the cards.
 */
import type { Fault, PlayOption, PlayState, Previewed } from '../../../net/types';
import { moveOf, sameCards, type Verb } from '../../../board/moves';

/** An action that the player can choose. */
export interface Offer {
  verb: Verb;
  /** In notation, as sent to the server. */
  action: string;
  /** The action that must follow at once, because it uses the top card of the taken pile; otherwise null. */
  then: string | null;
  /** The cards of the hand that it plays. */
  cards: readonly string[];
  /** The number of the player's own meld, from 1. */
  number: number | null;
  /** The details, if the server has sent them. */
  way: PlayOption | null;
}

/** The parts of a deal's state that the offers need. */
export type LegalPlay = Pick<PlayState, 'phase' | 'due' | 'hand' | 'legal'>;

/** The server's answer about the chosen cards after this step. */
export type PreviewAnswer = Pick<Previewed, 'ways' | 'faults'>;

export interface Offers {
  /** The first offer; if `choices` has several, the player is asked which. */
  primary: Offer | null;
  /** An offer of another kind, shown beside the first. */
  second: Offer | null;
  /** All offers of the first one's kind, best first. */
  choices: readonly Offer[];
  /** All offers for these cards. */
  all: readonly Offer[];
  /** The offers by the number of your meld. */
  melds: ReadonlyMap<number, readonly Offer[]>;
  /** Why the chosen cards can do nothing. */
  fault: Fault | null;
  /** True while only the server knows the offers and hasn't answered yet. */
  waiting: boolean;
}

const NOTHING: Offers = {
  primary: null,
  second: null,
  choices: [],
  all: [],
  melds: new Map(),
  fault: null,
  waiting: false,
};

/** The actions that need no card, in the order in which they are offered. */
const WITHOUT_CARDS: readonly Verb[] = ['draw', 'take', 'withdraw', 'refuse', 'pass', 'shift'];
/** Offered first, because choosing cards is the exception here. */
const FIRST: ReadonlySet<Verb> = new Set(['draw', 'take']);

/**
 * The offers for a selection. `answer` is the server's answer about exactly these cards; null before it has arrived.
 */
export function offersFor(play: LegalPlay, chosen: readonly string[], answer: PreviewAnswer | null): Offers {
  const legal = (play.legal ?? []).map(moveOf).map((move) => offerOf(move));
  if (!legal.length) return NOTHING;
  if (play.phase === 'draw') return drawing(legal, chosen, answer);
  if (!chosen.length) return withoutCards(legal);
  const found = withCards(legal, chosen, answer);
  // The page chose the due card by itself, so no fault is shown.
  const begun = chosen.length > 1 || play.phase !== 'justify' || chosen[0] !== play.due;
  return begun ? found : { ...found, fault: null };
}

/** Returns true if the state has all offers for this number of cards, so that the server need not be asked. */
export function knownAtOnce(phase: PlayState['phase'], chosen: readonly string[]): boolean {
  // The legal moves have all lay-offs of one card and all melds of three; but three cards can also be laid off
  // together.
  return phase === 'draw' || chosen.length < 2 || chosen.length === 3;
}

/** The cards that some legal action uses. They are highlighted while the pile's top card is due. */
export function useful(play: LegalPlay): ReadonlySet<string> {
  return new Set((play.legal ?? []).flatMap((text) => moveOf(text).cards));
}

/** The offer for an action in notation. */
export function offerFor(action: string): Offer {
  return offerOf(moveOf(action));
}

function offerOf({ text, verb, cards, number }: ReturnType<typeof moveOf>): Offer {
  return { verb, action: text, then: null, cards, number, way: null };
}

function wayOffer(way: PlayOption): Offer {
  const { verb, cards, number } = moveOf(way.action);
  const used = way.then === null ? cards : moveOf(way.then).cards;
  return { verb, action: way.action, then: way.then, cards: used, number: way.number ?? number, way };
}

function drawing(legal: readonly Offer[], chosen: readonly string[], answer: PreviewAnswer | null): Offers {
  const plain = withoutCards(legal);
  // With chosen cards, the pile may be bought for the meld that they form with its top card.
  const bought = chosen.length ? (answer?.ways ?? []).filter((way) => way.kind === 'take' && way.then !== null) : [];
  if (!bought.length) return plain;
  const choices = bought.map(wayOffer);
  const second = legal.find(({ verb }) => verb === 'draw') ?? null;
  return { ...plain, primary: choices[0]!, second, choices, all: [...choices, ...plain.all] };
}

function withoutCards(legal: readonly Offer[]): Offers {
  const all = legal
    .filter(({ verb }) => WITHOUT_CARDS.includes(verb))
    .sort((one, other) => WITHOUT_CARDS.indexOf(one.verb) - WITHOUT_CARDS.indexOf(other.verb));
  const primary = all.find(({ verb }) => FIRST.has(verb)) ?? null;
  const second = all.find((offer) => offer !== primary && offer.verb !== 'shift') ?? null;
  return { ...NOTHING, primary, second, choices: primary ? [primary] : [], all, melds: byMeld(all) };
}

function withCards(legal: readonly Offer[], chosen: readonly string[], answer: PreviewAnswer | null): Offers {
  const all = answer
    ? answer.ways.map(wayOffer)
    : legal.filter(({ cards }) => cards.length > 0 && sameCards(cards, chosen));
  const primary = all[0] ?? null;
  if (!primary) {
    const waiting = !answer && !knownAtOnce('play', chosen);
    return { ...NOTHING, fault: answer?.faults.find(({ fault }) => fault)?.fault ?? null, waiting };
  }
  const choices = all.filter(({ verb }) => verb === primary.verb);
  const second = all.find(({ verb }) => verb !== primary.verb) ?? null;
  return { ...NOTHING, primary, second, choices, all, melds: byMeld(all) };
}

function byMeld(offers: readonly Offer[]): ReadonlyMap<number, readonly Offer[]> {
  const found = new Map<number, Offer[]>();
  for (const offer of offers) {
    if (offer.number === null) continue;
    found.set(offer.number, [...(found.get(offer.number) ?? []), offer]);
  }
  return found;
}

/** The discard of the chosen card; null if it is not legal. */
export function discardOf(play: LegalPlay, card: string): Offer | null {
  const action = `discard ${card}`;
  return play.legal?.includes(action) ? offerFor(action) : null;
}

/** Returns true if all legal actions are discards. */
export function onlyDiscards(play: LegalPlay): boolean {
  const legal = play.legal ?? [];
  return legal.length > 0 && legal.every((text) => text.startsWith('discard '));
}

/** All legal actions, grouped by verb. */
export function legalOffers(play: LegalPlay): readonly (readonly [Verb, readonly Offer[]])[] {
  const groups = new Map<Verb, Offer[]>();
  for (const text of play.legal ?? []) {
    const offer = offerFor(text);
    groups.set(offer.verb, [...(groups.get(offer.verb) ?? []), offer]);
  }
  return [...groups];
}
