/** What the table has to know of its rulebook, only to draw it: who decides what is allowed is the server. */
import { rulebook } from '../net/api';
import type { RulebookCard, Words } from '../net/types';

/** What canastas are worth. */
export type Bonus = Record<'clean' | 'dirty' | 'royal', number>;

export interface Book {
  name: Words;
  /** Whether the next player sits at the left. */
  clockwise: boolean;
  /** Whether a canasta from ace to ace counts as a royal one. */
  royal: boolean;
  bonus: Bonus;
  /** Whether a black three on the pile keeps it from who is next. */
  blocks: boolean;
}

/** What is to be known of a rulebook. */
export function bookOf(card: RulebookCard): Book {
  const { table, canastas, pile } = card.parameters;
  const worth = (kind: keyof Bonus): number => Number(canastas?.[kind]?.value ?? 0);
  return {
    name: card.name,
    clockwise: table?.direction?.value === 'clockwise',
    royal: worth('royal') > 0,
    bonus: { clean: worth('clean'), dirty: worth('dirty'), royal: worth('royal') },
    blocks: pile?.black_three_blocks?.value === true,
  };
}

/** Asks the server; without an answer the table is drawn as most are. */
export async function bookFor(id: string): Promise<Book> {
  try {
    return bookOf(await rulebook(id));
  } catch {
    return { name: { pt: id, en: id }, clockwise: false, royal: false, bonus: { clean: 0, dirty: 0, royal: 0 }, blocks: false };
  }
}
