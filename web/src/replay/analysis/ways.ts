/**
 * A way to decide in the server's notation ("meld 4H 5H 6H, discard KS"): its words, and its marks on the table. Pure.
 */
import type { SentencePart } from '../../table/news/narration';
import { say } from '../../i18n/words/analysis';

/** A step of a way. */
export interface Deed {
  verb: Verb;
  /** The number of a meld of the player's side, from 1; null for steps without a meld. */
  meld: number | null;
  cards: readonly string[];
}

const VERBS = ['draw', 'refuse', 'take', 'meld', 'lay', 'shift', 'discard', 'withdraw', 'pass'] as const;
export type Verb = (typeof VERBS)[number];

export function deedsOf(way: string): Deed[] {
  return way.split(', ').filter(Boolean).map(deed);
}

function deed(text: string): Deed {
  const [verb, ...rest] = text.split(' ');
  const cards = rest.filter((word) => /^[A2-9TJQK][SHDC]$/.test(word));
  return {
    verb: VERBS.find((each) => each === verb) ?? 'pass',
    meld: /^\d+$/.test(rest[0] ?? '') ? Number(rest[0]) : null,
    cards,
  };
}

/** Joins consecutive steps that lay cards on the same meld. */
export function together(deeds: readonly Deed[]): Deed[] {
  const found: Deed[] = [];
  for (const each of deeds) {
    const last = found.at(-1);
    const joins = last?.verb === 'lay' && each.verb === 'lay' && last.meld === each.meld;
    if (joins) found[found.length - 1] = { ...last, cards: [...last.cards, ...each.cards] };
    else found.push(each);
  }
  return found;
}

const CARDS = '\u0001';

/** A way in words, with the cards separate: "baixar 4♥ 5♥ 6♥, descartar K♠". */
export function wayWords(way: string): SentencePart[] {
  return together(deedsOf(way)).flatMap((each, place) => {
    const text = `${place ? ', ' : ''}${say(`analysis.do.${each.verb}`, { cards: CARDS, n: each.meld ?? '' })}`;
    const parts: SentencePart[] = text.split(CARDS).flatMap((part, at) => (at ? [each.cards, part] : [part]));
    return parts.filter((part) => part.length > 0);
  });
}

/** A mark on the table: cards of the hand, and the place where they go. */
export interface Mark {
  cards: readonly string[];
  to: 'stock' | 'pile' | 'melds' | { meld: number };
  /** `hand` if the cards come from the hand; null if only the place is marked. */
  from: 'hand' | null;
}

/** The marks of a way. Cards that the player doesn't hold yet, for example from a pile, are left out. */
export function marksOf(way: string, hand: readonly string[]): Mark[] {
  const left = [...hand];
  const own = (cards: readonly string[]): string[] =>
    cards.filter((card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  const found: Mark[] = [];
  for (const { verb, meld, cards } of together(deedsOf(way))) {
    if (verb === 'draw') found.push({ cards: [], to: 'stock', from: null });
    else if (verb === 'take') found.push({ cards: [], to: 'pile', from: null });
    else if (verb === 'discard') found.push({ cards: own(cards), to: 'pile', from: 'hand' });
    else if (verb === 'meld') found.push({ cards: own(cards), to: 'melds', from: 'hand' });
    else if (verb === 'lay' && meld !== null) found.push({ cards: own(cards), to: { meld }, from: 'hand' });
  }
  return found;
}
