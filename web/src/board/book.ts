/** What the table has to know of its rulebook, only to draw it: who decides what is allowed is the server. */
import { rulebook } from '../net/api';
import type { RulebookCard, Words } from '../net/types';
import type { Canasta, Special } from './meldWords';

/** What canastas are worth. */
export type Bonus = Record<Exclude<Canasta, 'none'>, number>;

export interface Book {
  name: Words;
  /** Whether the next player sits at the left. */
  clockwise: boolean;
  special: Special;
  bonus: Bonus;
  /** Whether a black three on the pile keeps it from who is next. */
  blocks: boolean;
}

/** What is needed of a rulebook's card. */
export type BookCard = Pick<RulebookCard, 'name'> & {
  readonly parameters: Readonly<Record<string, Record<string, { value: unknown }>>>;
};

/** What is to be known of a rulebook. */
export function bookOf(card: BookCard): Book {
  const { table, canastas, pile } = card.parameters;
  const worth = (kind: keyof Bonus): number => Number(canastas?.[kind]?.value ?? 0);
  return {
    name: card.name,
    clockwise: table?.direction?.value === 'clockwise',
    special: { thirteen: worth('thirteen') > 0, royal: worth('royal') > 0 },
    bonus: { clean: worth('clean'), dirty: worth('dirty'), thirteen: worth('thirteen'), royal: worth('royal') },
    blocks: pile?.black_three_blocks?.value === true,
  };
}

/** Asks the server; without an answer the table is drawn as most are. */
export async function bookFor(id: string): Promise<Book> {
  try {
    return bookOf(await rulebook(id));
  } catch {
    return {
      name: { pt: id, en: id },
      clockwise: false,
      special: { thirteen: false, royal: false },
      bonus: { clean: 0, dirty: 0, thirteen: 0, royal: 0 },
      blocks: false,
    };
  }
}
