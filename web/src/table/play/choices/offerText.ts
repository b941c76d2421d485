/** The labels and descriptions of offers, for buttons and lists. */
import type { PlayOption, State } from '../../../net/types';
import { cardName, t, type Key } from '../../../i18n';
import { moveOf } from '../../../board/moves';
import type { Offer } from './offers';

/** The table's figures that the texts need. */
export type TableFigures = Pick<NonNullable<State['play']>, 'stock_size' | 'pile_size' | 'points_laid' | 'minimum'>;

/** The label of an offer: "Baixar". */
export function label(offer: Offer): string {
  return t(`act.${offer.verb}`);
}

/** The small line below the label: "limpa · 35 pontos"; empty if there are no details yet. */
export function details(offer: Offer, play: TableFigures, side: number): string {
  switch (offer.verb) {
    case 'draw':
      return t('act.draw.detail', { n: play.stock_size });
    case 'take':
      return offer.then === null ? t('act.take.detail', { n: play.pile_size }) : t('act.take.then');
    case 'withdraw':
      return t('act.withdraw.detail', { total: play.points_laid, minimum: play.minimum[side] ?? 0 });
    case 'shift':
      return t('act.shift.detail', { n: offer.number ?? 1 });
    case 'refuse':
    case 'pass':
      return t(`act.${offer.verb}.detail`);
    case 'meld':
      return parts(kindOf(offer.way), pointsOf(offer.way));
    case 'lay':
      return parts(offer.number === null ? '' : t('act.meldNumber', { n: offer.number }), kindOf(offer.way));
    case 'discard':
      return '';
  }
}

/** The description of an offer in a list: "jogo 2 · suja · 2 no lugar do seis de copas · 15 pontos". */
export function description(offer: Offer): string {
  const { way, number } = offer;
  const { end } = moveOf(offer.action);
  const laid = offer.verb === 'lay' && number !== null ? t('act.meldNumber', { n: number }) : '';
  const stands = way?.stands_for
    ? t(way.stands_for.startsWith('Q') ? 'act.standsShe' : 'act.stands', { card: cardName(way.stands_for) })
    : '';
  return parts(laid, kindOf(way), stands || (end ? t(`act.${end}`) : ''), pointsOf(way), totalOf(way));
}

/** An offer as one sentence, for screen readers: "Encaixar sete de copas, jogo 2". */
export function spoken(offer: Offer, play: TableFigures, side: number): string {
  const cards = offer.cards.map(cardName).join(', ');
  const rest = offer.verb === 'lay' || offer.verb === 'meld' ? description(offer) : details(offer, play, side);
  return [`${label(offer)}${cards ? ` ${cards}` : ''}`, rest].filter(Boolean).join(': ');
}

/** The question that asks the player to confirm. */
export function question(offer: Offer): string {
  return t(`ask.${offer.verb}` as Key & `ask.${string}`);
}

function kindOf(way: PlayOption | null): string {
  if (!way?.meld) return '';
  if (way.canasta !== 'none') return t(`act.${way.canasta}`);
  return way.meld.wild === null ? '' : t('act.withWild');
}

function pointsOf(way: PlayOption | null): string {
  return way?.points ? t('act.points', { n: way.points }) : '';
}

function totalOf(way: PlayOption | null): string {
  if (way?.total == null || way.minimum == null) return '';
  return t('act.total', { total: way.total, minimum: way.minimum });
}

function parts(...texts: string[]): string {
  return texts.filter(Boolean).join(' · ');
}
