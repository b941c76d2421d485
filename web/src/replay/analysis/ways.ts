/** A way to decide, as the server writes it ("meld 4H 5H 6H, discard KS"): what is said of it, and where it shows on the table. Pure. */
import type { SentencePart } from '../../table/news/narration';
import { say } from '../../i18n/words/analysis';

/** A step of a way. */
export interface Deed {
  verb: Verb;
  /** Of the player's side, from 1; null where no meld is named. */
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

/** A deed that lays cards on one meld after another is one deed with all of them. */
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

/** A way in words, cards apart: "baixar 4♥ 5♥ 6♥, descartar K♠". */
export function wayWords(way: string): SentencePart[] {
  return together(deedsOf(way)).flatMap((each, place) => {
    const text = `${place ? ', ' : ''}${say(`analysis.do.${each.verb}`, { cards: CARDS, n: each.meld ?? '' })}`;
    const parts: SentencePart[] = text.split(CARDS).flatMap((part, at) => (at ? [each.cards, part] : [part]));
    return parts.filter((part) => part.length > 0);
  });
}

/** A mark on the table: cards of the hand and where they would go. */
export interface Mark {
  cards: readonly string[];
  to: 'stock' | 'pile' | 'melds' | { meld: number };
  /** It goes there as well, or comes from there alone. */
  from: 'hand' | null;
}

/** What is drawn of a way. Cards that its player doesn't hold yet, as those of a pile that is taken, are left out. */
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
