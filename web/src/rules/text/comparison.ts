/** Compares rulebooks. Pure. */
import type { Rule, RulebookCard } from '../../net/types';
import type { RulesKey } from './explanation';
import { parameterReader, groupRanks } from './parameters';

/** A characteristic of a rulebook, in a few words. */
export interface Trait {
  say: RulesKey;
  n?: number;
  ranks?: readonly string[];
}

export function traits(card: RulebookCard): Trait[] {
  const ask = parameterReader(card);
  const ranks = groupRanks(ask);
  const target = ask('match.target');
  const found: Trait[] = [
    { say: 'rules.trait.players', n: ask('table.players') },
    ranks.length ? { say: 'rules.trait.groups', ranks } : { say: 'rules.trait.sequences' },
    { say: `rules.trait.out.${ask('going_out.needs')}` },
    { say: `rules.trait.pile.${ask('pile.purchase')}` },
    target ? { say: 'rules.trait.target', n: target } : { say: 'rules.trait.oneDeal' },
  ];
  if (ask('vulnerability.minimums').length) found.push({ say: 'rules.trait.opening' });
  return found;
}

/** A parameter, and its value in each rulebook. */
export interface Row {
  key: string;
  name: string;
  values: string[];
}

/** The parameters of several rulebooks, row by row; all rulebooks have the same parameters in the same order. */
export function rows(books: readonly { parameters: readonly Rule[] }[]): Row[] {
  return (books[0]?.parameters ?? []).map(({ key, name }, place) => ({
    key,
    name,
    values: books.map((book) => book.parameters[place]?.value ?? ''),
  }));
}
