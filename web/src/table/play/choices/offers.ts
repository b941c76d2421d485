/**
 * What chosen cards can do now, and which one action is offered first. Pure, and without a rule of the game: it knows
 * the legal moves of the state, and the server's answer about these cards.
 */
import type { Fault, PlayOption, PlayState, Previewed } from '../../../net/types';
import { moveOf, sameCards, type Verb } from '../../../board/moves';

/** Something that can be done. */
export interface Offer {
  verb: Verb;
  /** In notation; what is sent. */
  action: string;
  /** What has to follow at once: it uses the top card of the pile that was taken. */
  then: string | null;
  /** Cards of the hand that it plays. */
  cards: readonly string[];
  /** The own meld, from 1. */
  number: number | null;
  /** The details, where the server has told them. */
  way: PlayOption | null;
}

/** What is needed of a deal in progress. */
export type LegalPlay = Pick<PlayState, 'phase' | 'due' | 'hand' | 'legal'>;

/** What the server said about these cards, after this step. */
export type PreviewAnswer = Pick<Previewed, 'ways' | 'faults'>;

export interface Offers {
  /** The one that is offered first; where `choices` has several, which one is asked. */
  primary: Offer | null;
  /** One of another kind, beside it. */
  second: Offer | null;
  /** All of the first one's kind, best first. */
  choices: readonly Offer[];
  /** Everything that these cards can do. */
  all: readonly Offer[];
  /** By the number of your meld. */
  melds: ReadonlyMap<number, readonly Offer[]>;
  /** Why they can do nothing. */
  fault: Fault | null;
  /** Whether only the server knows what they can do, and hasn't said so yet. */
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

/** What may be done without any card, in the order in which it is offered. */
const WITHOUT_CARDS: readonly Verb[] = ['draw', 'take', 'withdraw', 'refuse', 'pass', 'shift'];
/** What one does rather than choosing cards: it is offered first. */
const FIRST: ReadonlySet<Verb> = new Set(['draw', 'take']);

/** What is offered for a selection; `answer` is the server's about just these cards, if it is there. */
export function offersFor(play: LegalPlay, chosen: readonly string[], answer: PreviewAnswer | null): Offers {
  const legal = (play.legal ?? []).map(moveOf).map((move) => offerOf(move));
  if (!legal.length) return NOTHING;
  if (play.phase === 'draw') return drawing(legal, chosen, answer);
  if (!chosen.length) return withoutCards(legal);
  const found = withCards(legal, chosen, answer);
  // The card that has to be used is chosen by the page: nobody has done anything wrong yet.
  const begun = chosen.length > 1 || play.phase !== 'justify' || chosen[0] !== play.due;
  return begun ? found : { ...found, fault: null };
}

/** Whether the state says all that can be done with so many cards, so that nobody has to wait for the server. */
export function knownAtOnce(phase: PlayState['phase'], chosen: readonly string[]): boolean {
  // Legal are all lay-offs of one card and all new melds of three; three cards can also be laid off together.
  return phase === 'draw' || chosen.length < 2 || chosen.length === 3;
}

/** The cards that have a use in some legal action: those that light up while the pile's top card has to be used. */
export function useful(play: LegalPlay): ReadonlySet<string> {
  return new Set((play.legal ?? []).flatMap((text) => moveOf(text).cards));
}

/** An offer by its action in notation. */
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
  // With cards chosen, the pile may be bought for what they do with its top card.
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

/** The one discard of the chosen card, if it is legal. */
export function discardOf(play: LegalPlay, card: string): Offer | null {
  const action = `discard ${card}`;
  return play.legal?.includes(action) ? offerFor(action) : null;
}

/** Whether nothing but a discard is left to do. */
export function onlyDiscards(play: LegalPlay): boolean {
  const legal = play.legal ?? [];
  return legal.length > 0 && legal.every((text) => text.startsWith('discard '));
}

/** All legal actions as a list to choose from, in groups of their verb. */
export function legalOffers(play: LegalPlay): readonly (readonly [Verb, readonly Offer[]])[] {
  const groups = new Map<Verb, Offer[]>();
  for (const text of play.legal ?? []) {
    const offer = offerFor(text);
    groups.set(offer.verb, [...(groups.get(offer.verb) ?? []), offer]);
  }
  return [...groups];
}
