/** Reads actions and cards in notation, as in the state's `legal` list. It contains no rule of the game. */

export type Verb = 'draw' | 'refuse' | 'take' | 'meld' | 'lay' | 'shift' | 'discard' | 'withdraw' | 'pass';

/** An action: "lay 2 7S 8S high" is `{ verb: 'lay', number: 2, cards: ['7S', '8S'], end: 'high' }`. */
export interface Move {
  text: string;
  verb: Verb;
  cards: readonly string[];
  /** The number of the player's own meld, from 1. */
  number: number | null;
  /** The end at which a wild card is laid. */
  end: 'low' | 'high' | null;
}

const WITH_NUMBER: ReadonlySet<string> = new Set(['lay', 'shift']);

/** Reads an action. */
export function moveOf(text: string): Move {
  const [verb, ...rest] = text.split(' ') as [Verb, ...string[]];
  const number = WITH_NUMBER.has(verb) ? Number(rest.shift()) : null;
  const last = rest.at(-1);
  const end = last === 'low' || last === 'high' ? last : null;
  return { text, verb, cards: end ? rest.slice(0, -1) : rest, number, end };
}

/** A text of cards as a list: "7H 2C" is ['7H', '2C']. */
export function cardsOf(text: string | undefined): string[] {
  return text ? text.split(' ') : [];
}

/** The cards without some of them, each removed as often as it occurs in `taken`. */
export function without(cards: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return cards.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Returns true if both lists have the same cards, in any order. */
export function sameCards(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && without(one, other).length === 0;
}

/** Cards as a text in a fixed order, so that equal cards always give the same text. */
export function written(cards: readonly string[]): string {
  return [...cards].sort().join(' ');
}
