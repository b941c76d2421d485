/** What houses commonly play otherwise, how a form shows it and reads it back. Pure. */
import type { Parameter, RulebookCard } from '../net/types';
import type { House } from './terms';

/** How a parameter is asked for. */
export type Rule =
  | { key: string; kind: 'yes' }
  | { key: string; kind: 'choice'; values: readonly string[] }
  | { key: string; kind: 'number'; least: number; most: number }
  | { key: string; kind: 'numbers' };

const GROUPS = ['', 'A 4 K', 'A 3 K', 'A 4 5 6 7 8 9 T J Q K'];
const NEEDS = ['none', 'any', 'clean'];

/** In the order of the form; each has words of its own, `start.house.KEY`. */
export const RULES = [
  { key: 'draw.opener_may_refuse', kind: 'yes' },
  { key: 'pile.purchase', kind: 'choice', values: ['free', 'justified'] },
  { key: 'pile.shown', kind: 'choice', values: ['all', 'top'] },
  { key: 'groups.ranks', kind: 'choice', values: GROUPS },
  { key: 'morto.needs', kind: 'choice', values: NEEDS },
  { key: 'going_out.needs', kind: 'choice', values: NEEDS },
  { key: 'canastas.clean', kind: 'number', least: 0, most: 10_000 },
  { key: 'canastas.dirty', kind: 'number', least: 0, most: 10_000 },
  { key: 'canastas.royal', kind: 'number', least: 0, most: 10_000 },
  { key: 'morto.not_taken', kind: 'number', least: -10_000, most: 0 },
  { key: 'values.ace', kind: 'number', least: 1, most: 1_000 },
  { key: 'values.two', kind: 'number', least: 1, most: 1_000 },
  { key: 'vulnerability.minimums', kind: 'numbers' },
] as const satisfies readonly Rule[];

export type RuleKey = (typeof RULES)[number]['key'];

/** A parameter of a rulebook. */
export function parameter(book: RulebookCard, key: string): Parameter | undefined {
  const [section, name] = key.split('.') as [string, string];
  return book.parameters[section]?.[name];
}

/** The values that a choice offers: its own, and the rulebook's where that is another. */
export function offered(rule: Extract<Rule, { kind: 'choice' }>, value: unknown): string[] {
  const values = [...rule.values];
  return typeof value === 'string' && !values.includes(value) ? [...values, value] : values;
}

/** A value as text for an input. */
export function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What was typed or chosen, as the server spells it; undefined for what is none of what the rule allows. */
export function typed(rule: Rule, text: string): unknown {
  if (rule.kind === 'yes') return text === 'true';
  if (rule.kind === 'choice') return text;
  if (rule.kind === 'number') {
    const value = number(text.trim());
    return value !== undefined && value >= rule.least && value <= rule.most ? value : undefined;
  }
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  const values = parts.map(number);
  return values.length <= 10 && values.every((each) => each !== undefined && each > 0) ? values : undefined;
}

/** The house rules with one more decided: what is as in the rulebook is none. */
export function decided(house: House, book: RulebookCard, key: string, value: unknown): House {
  const { [key]: _former, ...others } = house;
  return JSON.stringify(parameter(book, key)?.value) === JSON.stringify(value) ? others : { ...others, [key]: value };
}

function number(text: string): number | undefined {
  return /^[-−]?[0-9]{1,6}$/.test(text) ? Number(text.replace('−', '-')) : undefined;
}
