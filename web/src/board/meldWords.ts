/** Melds in words: "sequência de copas, do quatro ao oito, canastra limpa". */
import { RANKS } from '../cards/faces';
import type { MeldState } from '../net/types';
import { cardName, rankName, suitName, t } from '../i18n';

export type Canasta = 'none' | 'clean' | 'dirty' | 'thirteen' | 'royal';

/** The long canastas with a bonus of their own: those of thirteen cards, and from ace to ace. */
export type Special = Record<'thirteen' | 'royal', boolean>;

/** The numbers of cards of a canasta, of a whole suit, and of a sequence from ace to ace. */
export const CANASTA = 7;
const WHOLE_SUIT = 13;
const FULL = 14;

export function cardsOf(text: string): string[] {
  return text ? text.split(' ') : [];
}

/** The kind of a meld's canasta. */
export function canastaOf(meld: MeldState, special: Special): Canasta {
  const count = cardsOf(meld.cards).length;
  if (count < CANASTA) return 'none';
  if (meld.wild !== null) return 'dirty';
  if (special.royal && count === FULL && meld.low > 0) return 'royal';
  return special.thirteen && count >= WHOLE_SUIT ? 'thirteen' : 'clean';
}

/** The rank of a place in a sequence; 1 and 14 are the ace's. */
function rankAt(place: number): string {
  return RANKS[(place - 1) % RANKS.length]!;
}

/** The suit of a sequence; undefined for a group. */
function suitOf({ cards, low, wild }: MeldState): string | undefined {
  if (!low) return undefined;
  return cardsOf(cards).find((_, index) => index !== wild)?.[1];
}

/** The card that a wild card at this index replaces; null for natural cards and in groups. */
export function standsFor(meld: MeldState, index: number): string | null {
  const suit = suitOf(meld);
  return suit && index === meld.wild ? rankAt(meld.low + index) + suit : null;
}

/** A meld in words. */
export function meldName(meld: MeldState, special: Special): string {
  const cards = cardsOf(meld.cards);
  const suit = suitOf(meld);
  const parts = [
    suit ? sequenceName(meld, suit, cards.length) : t('meld.group', { n: cards.length, rank: ranksOf(meld) }),
  ];
  if (meld.wild !== null) parts.push(wildName(meld, cards[meld.wild]!));
  const canasta = canastaOf(meld, special);
  if (canasta !== 'none') parts.push(t(`meld.is.${canasta}`));
  return parts.join(', ');
}

function sequenceName({ low }: MeldState, suit: string, count: number): string {
  const [from, to] = [rankAt(low), rankAt(low + count - 1)];
  return t('meld.sequence', { suit: suitName(suit), from: fromRank(from), to: toRank(to) });
}

function fromRank(rank: string): string {
  return t(rank === 'Q' ? 'meld.fromShe' : 'meld.fromHe', { rank: rankName(rank) });
}

function toRank(rank: string): string {
  return t(rank === 'Q' ? 'meld.toShe' : 'meld.toHe', { rank: rankName(rank) });
}

/** The suit of a sequence, or the rank of a group, in words. */
export function meldOf(meld: MeldState): string {
  const suit = suitOf(meld);
  return suit ? suitName(suit) : ranksOf(meld);
}

function ranksOf({ cards, wild }: MeldState): string {
  const natural = cardsOf(cards).find((_, index) => index !== wild)!;
  return t(`ranks.${natural[0]}` as 'ranks.A');
}

function wildName(meld: MeldState, card: string): string {
  const stands = standsFor(meld, meld.wild!);
  if (!stands) return t('meld.wildIn', { card: cardName(card) });
  return t('meld.wildFor', { card: cardName(card), other: cardName(stands) });
}
