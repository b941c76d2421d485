/**
 * Sentences for events, for the log and the screen reader. Pure except for the language of `t`.
 *
 * A sentence alternates text and cards, so that the page can draw the cards and the screen reader can name them.
 */
import type { SeatState, TableEvent } from '../../net/types';
import { cardName, personName, t } from '../../i18n';
import { cardsOf } from '../../board/meldWords';
import { nameOf } from '../../lib/tables/seatNames';

/** Text, or cards in notation. */
export type SentencePart = string | readonly string[];
export type Sentence = readonly SentencePart[];

/** The parts of the table's state that sentences need. */
export interface Scene {
  seats: readonly SeatState[];
  you: number | null;
  /** True if sentences leave out the player: a summary names each player once. */
  nameless?: boolean;
  /** True if the player's time ran out before the action, which the sentence then mentions first. */
  late?: boolean;
}

/** The subject of an event: the cards, a play, or people. The log shows each of them differently. */
export type Weight = 'deal' | 'play' | 'people';

/** A sentence of the log. */
export interface Narration {
  weight: Weight;
  sentence: Sentence;
  /** A form for places with a single line; null if the event is not important enough. */
  short?: Sentence | null;
}

/** Marks the place of cards in a catalogue's text. */
const CARDS = '\u0001';

/** The sentence of an event; null if the event needs none. */
export function narrate(event: TableEvent, scene: Scene): Narration | null {
  const who = (seat: number): string =>
    scene.nameless ? '' : seat === scene.you ? t('table.you') : nameOf(scene.seats, seat);
  switch (event.type) {
    case 'opened':
    case 'play_called':
    case 'committed':
    case 'contributed':
    case 'pause_ended':
      return null;
    case 'lot_annulled':
      return deal(t('told.lotAnnulled'));
    case 'sat':
      return people(t('told.sat', { who: event.seat === scene.you ? t('table.you') : personName(event.name) }));
    case 'bot_sat':
      return people(t('told.sat', { who: event.name }));
    case 'held':
      if (event.by != null) {
        const by = who(event.by);
        return people(
          event.seat === scene.you ? t('told.you.heldBy', { by }) : t('told.heldBy', { by, who: who(event.seat) }),
        );
      }
      return people(event.seat === scene.you ? t('told.you.held') : t('told.held', { who: who(event.seat) }));
    case 'timed_out':
      return people(
        event.seat === scene.you ? t(`told.you.${event.type}`) : t(`told.${event.type}`, { who: who(event.seat) }),
      );
    case 'left':
    case 'readied':
    case 'returned':
    case 'disconnected':
    case 'reconnected':
      return people(t(`told.${event.type}`, { who: who(event.seat) }));
    case 'started':
    case 'resumed':
    case 'rematch_agreed':
      return people(t(`told.${event.type}`));
    case 'offered':
    case 'accepted':
    case 'declined':
    case 'taken_back':
      return people(offering(event, who(event.seat)));
    case 'seats_drawn': {
      // The lots were drawn from the former seats; the scene has the new seats.
      const sentence = drawn(t('told.lots'), event.drawn, (seat) => who(event.seats.indexOf(seat)));
      return { weight: 'deal', sentence, short: [t('told.seated')] };
    }
    case 'dealer_drawn': {
      const dealer = t('told.dealer', { who: who(event.dealer) });
      return {
        weight: 'deal',
        sentence: [...drawn(t('told.drawnBegin'), event.drawn, who), `. ${dealer}`],
        short: [dealer],
      };
    }
    case 'dealt':
      return deal(t('told.dealt', { n: event.deal, who: who(event.dealer) }));
    case 'time_called':
      return deal(t('told.time_called'));
    case 'deal_ended':
      return deal(ending(event, who));
    case 'match_ended':
      return deal(t(`told.ended.${event.reason}` as 'told.ended.played'));
    case 'played':
      return event.bot && scene.seats[event.seat]?.kind === 'person'
        ? instead(event, scene)
        : played(event, who(event.seat));
    case 'followed':
      return followed(event.entry, who(event.seat));
    case 'morto_seen':
      return { ...play(t('told.mortoSeen', { cards: CARDS }), cardsOf(event.cards)), short: null };
    case 'undone':
      return undone(event.entry, who(event.seat));
  }
}

/** A sentence as plain text, with the cards in words. */
export function spokenSentence(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : cardsRead(part))).join('');
}

function cardsRead(cards: readonly string[]): string {
  const names = cards.map(cardName);
  const last = names.pop() ?? '';
  return names.length ? t('table.and', { some: names.join(', '), last }) : last;
}

function people(text: string): Narration {
  return { weight: 'people', sentence: [text] };
}

function deal(text: string): Narration {
  return { weight: 'deal', sentence: [text] };
}

/** A text with the cards in the marked places. */
function filled(text: string, ...cards: (readonly string[])[]): Sentence {
  const parts: SentencePart[] = [];
  text.split(CARDS).forEach((piece, place) => {
    if (place && cards[place - 1]) parts.push(cards[place - 1]!);
    if (piece) parts.push(piece);
  });
  return parts;
}

function play(text: string, ...cards: (readonly string[])[]): Narration {
  return { weight: 'play', sentence: filled(text, ...cards) };
}

/** Splits an action in notation into verb, meld number and cards. */
function parsed(entry: string): { verb: string; number: string; cards: string[] } {
  const [verb = '', ...rest] = entry.split(' ');
  const numbered = verb === 'lay' || verb === 'shift';
  const cards = rest.slice(numbered ? 1 : 0).filter((word) => word !== 'low' && word !== 'high');
  return { verb, number: numbered ? (rest[0] ?? '') : '', cards };
}

function played({ entry, shown }: { entry: string; shown?: string }, who: string): Narration | null {
  const { verb, number, cards } = parsed(entry);
  switch (verb) {
    case 'draw':
      return cards[0] && cards[0] !== '??'
        ? play(t('told.drewCard', { who, cards: CARDS }), cards)
        : play(t('told.drew', { who }));
    case 'refuse':
      return play(t('told.refused', { who, cards: CARDS }), shown ? [shown] : ['??']);
    case 'take':
      return play(t('told.took', { who }));
    case 'meld':
      return play(t('told.melded', { who, cards: CARDS }), cards);
    case 'lay':
      return play(t('told.laid', { who, cards: CARDS, number }), cards);
    case 'shift':
      return play(t('told.shifted', { who, number }));
    case 'discard':
      return play(t('told.discarded', { who, cards: CARDS }), cards);
    case 'withdraw':
      return play(t('told.withdrew', { who }));
    case 'pass':
      return play(t('told.passed', { who }));
    default:
      return null;
  }
}

/** The action that a bot made for a person, with the reason. */
function instead(
  event: { seat: number; entry: string; shown?: string },
  { seats, you, nameless, late }: Scene,
): Narration | null {
  if (nameless) return played(event, '');
  const mine = event.seat === you;
  const who = nameOf(seats, event.seat);
  const bot = late ? (mine ? t('told.late.you') : t('told.late', { who })) : t('told.bot');
  const told = played(event, bot);
  if (!told || (late && !mine)) return told;
  return { ...told, sentence: [...told.sentence, mine ? t('told.forYou') : t('told.for', { who })] };
}

/** The numbers of the bots' actions in turns whose time had run out. */
export function lateActions(log: readonly { seq: number; event: TableEvent }[]): ReadonlySet<number> {
  const found = new Set<number>();
  let late: number | null = null;
  for (const { seq, event } of log) {
    if (event.type === 'timed_out') late = event.seat;
    else if (event.type === 'played' && event.seat === late && event.bot) found.add(seq);
    else if (event.type === 'played' || event.type === 'dealt') late = null;
  }
  return found;
}

/** The discard that a bot made after your time ran out; null once you have played again. */
export function ownTimeOut<Each extends { seq: number; event: TableEvent }>(
  log: readonly Each[],
  you: number | null,
): Each | null {
  const last = log.findLast(({ event }) => event.type === 'played' && event.seat === you);
  if (you === null || last?.event.type !== 'played' || !last.event.entry.startsWith('discard ')) return null;
  return lateActions(log).has(last.seq) ? last : null;
}

/** The same in one short line. The card comes first, so that it stays visible if the line is cut. */
export function timeOut({ entry }: { entry: string }): Sentence {
  return filled(t('told.timeOut', { cards: CARDS }), parsed(entry).cards);
}

function followed(entry: string, who: string): Narration | null {
  const { verb, cards } = parsed(entry);
  if (verb === 'morto') return play(t('told.morto', { who }));
  if (verb !== 'red') return null;
  const [red = '??', instead] = cards;
  if (!instead) return play(t('told.redKept', { who, cards: CARDS }), [red]);
  if (instead === '??') return play(t('told.red', { who, cards: CARDS }), [red]);
  return play(t('told.redFor', { who, cards: CARDS, instead: CARDS }), [red], [instead]);
}

function undone(entry: string, who: string): Narration {
  const { cards } = parsed(entry);
  return cards.length ? play(t('told.undoneCards', { who, cards: CARDS }), cards) : play(t('told.undone', { who }));
}

function offering(
  event: { type: 'offered' | 'accepted' | 'declined' | 'taken_back'; offer: string },
  who: string,
): string {
  const offer = event.offer === 'resign' ? 'resign' : 'rematch';
  return t(`told.${event.type}.${offer}`, { who });
}

/** "Sorteio: Ana 10♥, Bruno 3♣". A player who drew an equal card draws again. */
function drawn(begin: string, list: readonly string[], who: (seat: number) => string): Sentence {
  const parts: SentencePart[] = [begin];
  list.forEach((text, place) => {
    const [seat = '0', card = '??'] = text.split(' ');
    parts.push(`${place ? ', ' : ''}${who(Number(seat))} `, [card]);
  });
  return parts;
}

function ending(
  { ending: how, went_out, annulled }: { ending: string; went_out?: number | null; annulled?: boolean },
  who: (seat: number) => string,
): string {
  if (annulled) return t('told.over.annulled');
  if (how === 'going_out' && went_out != null) return t('told.wentOut', { who: who(went_out) });
  if (how === 'stalemate' || how === 'forfeit') return t(`told.over.${how}`);
  return t('told.over.stock');
}
