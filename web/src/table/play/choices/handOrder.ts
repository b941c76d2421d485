/** Sorts the hand by suit, by rank, by possible melds, or as the player arranged it. */

/** A card of the hand. Each of two equal cards has its own key for as long as it is held. */
export interface HandCard {
  key: string;
  card: string;
}

export const ORDERS = ['suit', 'rank', 'melds', 'own'] as const;
export type Order = (typeof ORDERS)[number];

/** Red and black suits alternate, so that neighbours differ. */
const SUITS = 'SHCD';
/** The ace is beside the king. The player, or the order `melds`, moves it to a low sequence. */
const RANKS = '3456789TJQKA2';

/**
 * The hand with keys: known cards keep key and place, new cards come last.
 *
 * If one of two equal cards is gone, the card whose key is in `leaving` is removed.
 */
export function keyedHand(
  before: readonly HandCard[],
  cards: readonly string[],
  leaving: readonly string[] = [],
): HandCard[] {
  const left = [...cards];
  const keep = (each: HandCard): boolean => {
    const place = left.indexOf(each.card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  };
  const staying = new Set(before.filter(({ key }) => !leaving.includes(key)).filter(keep));
  for (const each of before) if (leaving.includes(each.key) && keep(each)) staying.add(each);
  const hand = before.filter((each) => staying.has(each));
  const keys = new Set(hand.map(({ key }) => key));
  for (const card of left) {
    let copy = 0;
    while (keys.has(`${card}${copy}`)) copy++;
    const key = `${card}${copy}`;
    keys.add(key);
    hand.push({ key, card });
  }
  return hand;
}

/** The hand in an order; `own` leaves it as it is. */
export function sortedHand(hand: readonly HandCard[], order: Order): HandCard[] {
  if (order === 'own') return [...hand];
  if (order === 'melds') return byMelds(hand);
  const [first, second] = order === 'suit' ? [suit, rank] : [rank, suit];
  // Wild cards stay together, whatever their suit.
  const weight = (card: string): number => (card[0] === '2' ? 1000 + suit(card) : first(card) * 20 + second(card));
  return [...hand].sort((a, b) => weight(a.card) - weight(b.card) || (a.key < b.key ? -1 : 1));
}

/** The hand with one card moved before the place of another; the length moves it to the end. */
export function movedCard(hand: readonly HandCard[], key: string, to: number): HandCard[] {
  const from = hand.findIndex((each) => each.key === key);
  if (from < 0) return [...hand];
  const rest = hand.filter((each) => each.key !== key);
  rest.splice(to > from ? to - 1 : to, 0, hand[from]!);
  return rest;
}

function suit(card: string): number {
  return SUITS.indexOf(card[1]!);
}

function rank(card: string): number {
  return RANKS.indexOf(card[0]!);
}

/** Runs of three and more first, then three of a rank, then neighbours, then the rest; twos at the end. */
function byMelds(hand: readonly HandCard[]): HandCard[] {
  let rest = sortedHand(hand, 'suit');
  const taken: HandCard[] = [];
  const take = (cards: readonly HandCard[]): void => {
    taken.push(...cards);
    rest = rest.filter((each) => !cards.includes(each));
  };
  const twos = rest.filter(({ card }) => card[0] === '2');
  rest = rest.filter(({ card }) => card[0] !== '2');
  for (let found = longestRun(rest, 1); found.length >= 3; found = longestRun(rest, 1)) take(found);
  for (const one of 'AK') {
    const same = rest.filter(({ card }) => card[0] === one);
    if (same.length >= 3) take(same);
  }
  for (let found = longestRun(rest, 2); found.length >= 2; found = longestRun(rest, 2)) take(found);
  return [...taken, ...rest, ...twos];
}

/** The longest run of one suit with no gap larger than `step`. The ace counts high and low. */
function longestRun(hand: readonly HandCard[], step: number): HandCard[] {
  let longest: HandCard[] = [];
  for (const one of SUITS) {
    const places = new Map<number, HandCard>();
    for (const each of hand) {
      if (each.card[1] !== one) continue;
      if (!places.has(rank(each.card) + 3)) places.set(rank(each.card) + 3, each);
      if (each.card[0] === 'A' && !places.has(1)) places.set(1, each);
    }
    let run: HandCard[] = [];
    let last = -9;
    for (const place of [...places.keys()].sort((a, b) => a - b)) {
      const card = places.get(place)!;
      if (run.includes(card)) break;
      run = place - last <= step ? [...run, card] : [card];
      last = place;
      if (run.length > longest.length) longest = run;
    }
  }
  return longest;
}
