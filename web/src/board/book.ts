/** The parts of a rulebook that drawing a table needs. The server alone decides which moves are legal. */
import { rulebook } from '../net/api';
import type { RulebookCard, Words } from '../net/types';
import type { Canasta, Special } from './meldWords';

/** The points of canastas. */
export type Bonus = Record<Exclude<Canasta, 'none'>, number>;

export interface Book {
  name: Words;
  /** True if the next player sits at the left. */
  clockwise: boolean;
  special: Special;
  bonus: Bonus;
  /** True if the next player can't take a pile with a black three on top. */
  blocks: boolean;
}

/** The part of a rulebook's card that is needed here. */
export type BookCard = Pick<RulebookCard, 'name'> & {
  readonly parameters: Readonly<Record<string, Record<string, { value: unknown }>>>;
};

/** The book of a rulebook's card. */
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

/** Requests the rulebook; without an answer, returns the most common values. */
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
