/**
 * Announcements for the screen reader: new cards of the player's hand at once, and the actions of others as one summary
 * of their round. Pure except for the language of `t`.
 */
import { cardName, t } from '../../i18n';
import type { LoggedEvent } from '../../net/connection/tableReducer';
import type { TableEvent } from '../../net/types';
import { cardsOf } from '../../board/meldWords';
import { narrate, spokenSentence, type Scene } from './narration';
import { moveOf, without } from '../../board/moves';
import { nameOf } from '../../lib/tables/seatNames';

/** The most events of others in a summary; after a longer absence the rest is in the log. */
const AT_ONCE = 24;

/**
 * The cards that changed in the player's hand without their choice: a drawn card, a pile, a morto, a replaced red 3.
 */
export function ownNews(events: readonly TableEvent[], scene: Scene, before: string, after: string): string {
  const told: string[] = [];
  const own = events.filter((event) => 'seat' in event && event.seat === scene.you);
  const pile = fromPile(own, before, after);
  for (const event of own) {
    if (
      event.type === 'timed_out' ||
      event.type === 'held' ||
      (event.type === 'played' && event.bot && event.entry.startsWith('discard '))
    ) {
      told.push(spoken(event, scene));
      continue;
    }
    // The rest of a justified pile arrives with the meld that uses its top card.
    const takes = event.type === 'played' && /^(take$|(meld|lay) )/.test(event.entry);
    if (takes && pile.length) told.push(t('told.youTook', { n: pile.length, cards: listed(pile.splice(0)) }));
    else if (event.type === 'morto_seen')
      told.push(t('told.youMorto', { n: cardsOf(event.cards).length, cards: listed(cardsOf(event.cards)) }));
    else if (
      (event.type === 'played' && event.entry.startsWith('draw ')) ||
      (event.type === 'followed' && event.entry.startsWith('red '))
    ) {
      told.push(spoken(event, scene));
    }
  }
  return told.join('. ');
}

/** The cards that came to a hand in an event that doesn't name them. Some may have left the hand again since. */
function fromPile(own: readonly TableEvent[], before: string, after: string): string[] {
  const known = cardsOf(before);
  const all = cardsOf(after);
  for (const event of own) {
    if (event.type === 'morto_seen') known.push(...cardsOf(event.cards));
    if (event.type !== 'played' && event.type !== 'followed') continue;
    const { verb, cards } = moveOf(event.entry);
    switch (verb as string) {
      case 'draw':
        known.push(...cards);
        break;
      case 'red':
        all.push(...cards.slice(0, 1));
        known.push(...cards.slice(1));
        break;
      case 'meld':
      case 'lay':
      case 'discard':
        all.push(...cards);
    }
  }
  return without(all, known);
}

function listed(cards: readonly string[]): string {
  const names = cards.map(cardName);
  const last = names.pop() ?? '';
  return names.length ? t('table.and', { some: names.join(', '), last }) : last;
}

function spoken(event: TableEvent, scene: Scene): string {
  const told = narrate(event, scene);
  return told ? spokenSentence(told.sentence) : '';
}

/** The actions of others in one text: a sentence for each player, and the events that are not actions. */
export function summary(log: readonly LoggedEvent[], scene: Scene): string {
  const sentences: string[] = [];
  let seat: number | null = null;
  let deeds: string[] = [];
  let bot = false;
  const close = (): void => {
    const who = seat === null ? '' : nameOf(scene.seats, seat);
    if (deeds.length) sentences.push(`${bot ? t('told.botInstead', { who }) : who} ${joined(deeds)}`);
    [seat, deeds, bot] = [null, [], false];
  };
  for (const { event } of log.slice(-AT_ONCE)) {
    if ('seat' in event && event.seat === scene.you) continue;
    if (event.type !== 'played' && event.type !== 'followed' && event.type !== 'undone') {
      const told = spoken(event, scene);
      if (!told) continue;
      close();
      sentences.push(told);
      continue;
    }
    if (event.seat !== seat) close();
    seat = event.seat;
    bot ||= event.type === 'played' && !!event.bot && scene.seats[seat]?.kind === 'person';
    const deed = spoken(event, { ...scene, nameless: true }).trim();
    if (deed) deeds.push(deed);
  }
  close();
  return sentences.join('. ');
}

/** The actions as one text, without a draw that another action follows. */
function joined(deeds: readonly string[]): string {
  const drew = t('told.drew', { who: '' }).trim();
  const worth = deeds.filter((deed, place) => deed !== drew || place === deeds.length - 1);
  const last = worth.at(-1)!;
  return worth.length > 1 ? t('table.and', { some: worth.slice(0, -1).join(', '), last }) : last;
}
