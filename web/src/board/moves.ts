/** Actions and cards in notation, as the state's `legal` list has them, taken apart. No rule of the game. */

export type Verb = 'draw' | 'refuse' | 'take' | 'meld' | 'lay' | 'shift' | 'discard' | 'withdraw' | 'pass';

/** An action: "lay 2 7S 8S high" is `{ verb: 'lay', number: 2, cards: ['7S', '8S'], end: 'high' }`. */
export interface Move {
  text: string;
  verb: Verb;
  cards: readonly string[];
  /** The own meld, from 1. */
  number: number | null;
  /** Where a wild card goes. */
  end: 'low' | 'high' | null;
}

const WITH_NUMBER: ReadonlySet<string> = new Set(['lay', 'shift']);

/** An action taken apart. */
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

/** Cards without some of them, each as often as it is taken away. */
export function without(cards: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return cards.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Whether these are the same cards, in whatever order. */
export function sameCards(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && without(one, other).length === 0;
}

/** Cards in an order of their own, so that the same ones always make the same text. */
export function written(cards: readonly string[]): string {
  return [...cards].sort().join(' ');
}
