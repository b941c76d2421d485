/** Cards in words: "sete de copas", as a screen reader says them. */
import type { Key } from './keys';
import { t } from './translate.svelte';

/** The name of a rank, as of the ten ("T"). */
export function rankName(rank: string): string {
  return t(`rank.${rank}` as Key & `rank.${string}`);
}

/** The name of a suit ("H"). */
export function suitName(suit: string): string {
  return t(`suit.${suit}` as Key & `suit.${string}`);
}

/** The name of a card in notation ("7H"); for an unknown card ("??"), the words for face down. */
export function cardName(card: string): string {
  if (card === '??') return t('card.down');
  return t('card.name', { rank: rankName(card[0]!), suit: suitName(card[1]!) });
}
