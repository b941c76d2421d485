/** The rules that houses commonly change, with their display in a form and its input. Pure. */
import type { Parameter, RulebookCard } from '../net/types';
import { parameterReader, type ReadParameter } from '../rules/text/parameters';
import type { House } from '../lib/tables/terms';

/** A parameter, and the kind of its field. */
export type Rule = { key: string; fits?: (ask: ReadParameter) => boolean } & (
  | { kind: 'yes' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'number'; least: number; most: number }
  | { kind: 'numbers' }
);

const GROUPS = ['', 'A 4 K', 'A 3 K', 'A 4 5 6 7 8 9 T J Q K'];
const NEEDS = ['none', 'any', 'clean'];

/** Returns true if an own-suit wild card has a natural place to return to. */
const hasHome = (ask: ReadParameter): boolean =>
  ask('sequences.wild') === 'displaced' && ask('sequences.lowest') !== '4';
/** Returns true if a withdrawn purchase would need a stock that may be exhausted. */
const needsStock = (ask: ReadParameter): boolean =>
  ask('vulnerability.minimums').length > 0 && (ask('pile.purchase') !== 'free' || ask('pile.top_two') === 'new_meld');

/** In the order of the form; the text of each is `start.house.KEY`. A rule that doesn't fit a rulebook is left out. */
export const RULES = [
  { key: 'deal.opener', kind: 'choice', values: ['next', 'dealer'] },
  { key: 'draw.opener_may_refuse', kind: 'yes' },
  { key: 'pile.purchase', kind: 'choice', values: ['free', 'justified', 'two_naturals'] },
  { key: 'pile.shown', kind: 'choice', values: ['all', 'top'] },
  { key: 'pile.top_two', kind: 'choice', values: ['free', 'new_meld', 'blocks'] },
  {
    key: 'pile.single_card_stays',
    kind: 'choice',
    values: ['never', 'until_laid', 'both_copies'],
    fits: (ask) => ask('pile.one_card') !== 'allowed',
  },
  { key: 'groups.ranks', kind: 'choice', values: GROUPS },
  { key: 'melds.wild_lay_off', kind: 'yes' },
  { key: 'sequences.goes_home', kind: 'choice', values: ['never', 'before_nine', 'with_the_seventh'], fits: hasHome },
  { key: 'morto.needs', kind: 'choice', values: NEEDS },
  { key: 'going_out.needs', kind: 'choice', values: NEEDS },
  {
    key: 'stock.exhausted',
    kind: 'choice',
    values: ['deal_ends', 'pile_may_be_taken', 'pile_may_be_taken_once'],
    fits: (ask) => !needsStock(ask),
  },
  { key: 'canastas.clean', kind: 'number', least: 0, most: 10_000 },
  { key: 'canastas.dirty', kind: 'number', least: 0, most: 10_000 },
  { key: 'canastas.thirteen', kind: 'number', least: 0, most: 10_000, fits: (ask) => ask('sequences.lowest') !== '4' },
  { key: 'canastas.royal', kind: 'number', least: 0, most: 10_000 },
  { key: 'morto.not_taken', kind: 'number', least: -10_000, most: 0 },
  { key: 'morto.unplayed', kind: 'choice', values: ['cards', 'charge', 'charge_and_cards'] },
  {
    key: 'hands_left.deducted',
    kind: 'choice',
    values: ['both_sides', 'opponent_of_going_out', 'when_gone_out', 'nobody'],
  },
  {
    key: 'threes.red_kept',
    kind: 'choice',
    values: ['that_one', 'all_of_the_side'],
    fits: (ask) => ask('threes.red_exposed'),
  },
  {
    key: 'threes.red_unexchanged',
    kind: 'choice',
    values: ['plain', 'charged'],
    fits: (ask) => ask('threes.red_exposed') && ask('hands_left.deducted') === 'both_sides',
  },
  { key: 'values.ace', kind: 'number', least: 1, most: 1_000 },
  { key: 'values.two', kind: 'number', least: 1, most: 1_000 },
  { key: 'vulnerability.minimums', kind: 'numbers' },
] as const satisfies readonly Rule[];

export type RuleKey = (typeof RULES)[number]['key'];

/** The rules that a house can change in a rulebook, depending on the rules already changed. */
export function rulesOf(book: RulebookCard, house: House = {}): readonly (typeof RULES)[number][] {
  const read = parameterReader(book);
  const ask: ReadParameter = (topic) =>
    topic in house ? (house[topic] as ReturnType<typeof read<typeof topic>>) : read(topic);
  return RULES.filter((rule: Rule) => !rule.fits || rule.fits(ask));
}

/** A parameter of a rulebook. */
export function parameter(book: RulebookCard, key: string): Parameter | undefined {
  const [section, name] = key.split('.') as [string, string];
  return book.parameters[section]?.[name];
}

/** The values that a choice offers: its own, and the rulebook's value if it is another. */
export function offeredValue(rule: Extract<Rule, { kind: 'choice' }>, value: unknown): string[] {
  const values = [...rule.values];
  return typeof value === 'string' && !values.includes(value) ? [...values, value] : values;
}

/** A value as text for an input. */
export function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The typed or chosen value in the server's form; undefined if the rule doesn't allow it. */
export function typed(rule: Rule, text: string): unknown {
  if (rule.kind === 'yes') return text === 'true';
  if (rule.kind === 'choice') return text;
  if (rule.kind === 'number') {
    const value = number(text.trim().replace(/[.,](?=\d{3}$)/, '')); // "1.000", as the page writes it
    return value !== undefined && value >= rule.least && value <= rule.most ? value : undefined;
  }
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  const values = parts.map(number);
  return values.length <= 10 && values.every((each) => each !== undefined && each > 0) ? values : undefined;
}

/** The house rules with another decision; a value equal to the rulebook's is removed. */
export function decided(house: House, book: RulebookCard, key: string, value: unknown): House {
  const { [key]: _former, ...others } = house;
  return JSON.stringify(parameter(book, key)?.value) === JSON.stringify(value) ? others : { ...others, [key]: value };
}

function number(text: string): number | undefined {
  return /^[-−]?[0-9]{1,6}$/.test(text) ? Number(text.replace('−', '-')) : undefined;
}
