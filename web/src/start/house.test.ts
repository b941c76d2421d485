import { describe, expect, test } from 'vitest';
import type { RulebookCard } from '../net/types';
import { pt } from '../i18n/pt/pages/house';
import books from '../rules/fixtures/rulebooks.json';
import { POPULAR } from '../lib/tables/rulebooks';
import { decided, offeredValue, RULES, rulesOf, shown, typed, type Rule } from './house';

const given = (value: unknown) => ({ value, article: 'Art. 1', decision: false });
const book = {
  parameters: {
    canastas: { clean: given(200) },
    vulnerability: { minimums: given([75, 90]) },
    groups: { ranks: given('A 5') },
  },
} as unknown as RulebookCard;

const number: Rule = { key: 'canastas.clean', kind: 'number', least: -10, most: 1000 };
const numbers: Rule = { key: 'vulnerability.minimums', kind: 'numbers' };

test('every rule has words', () => {
  for (const { key } of RULES) expect(pt).toHaveProperty([`start.house.${key}`]);
  for (const rule of RULES) {
    if (rule.kind !== 'choice' || rule.key === 'groups.ranks') continue;
    for (const value of rule.values) {
      const key = rule.key.endsWith('.needs') ? `needs.${value}` : `${rule.key}.${value}`;
      expect(pt).toHaveProperty([`start.house.${key}`]);
    }
  }
});

test('a rulebook offers what can be changed of it', () => {
  const keys = (id: string) =>
    rulesOf(books.find((each) => each.id === id) as unknown as RulebookCard).map(({ key }) => key);
  const some = [
    'pile.single_card_stays',
    'sequences.goes_home',
    'stock.exhausted',
    'threes.red_kept',
    'threes.red_unexchanged',
  ];
  const offers = (id: string) => some.filter((key) => keys(id).includes(key as 'pile.shown'));
  expect(offers('buraco')).toEqual(['pile.single_card_stays', 'sequences.goes_home', 'stock.exhausted']);
  expect(offers('canastra-regional')).toEqual(['sequences.goes_home', 'stock.exhausted']);
  expect(offers('canastra-curinguinha')).toEqual([]);
  expect(offers('tranca')).toEqual(['stock.exhausted', 'threes.red_kept', 'threes.red_unexchanged']);
  expect(offers('canastra-duelo')).toEqual(['pile.single_card_stays', 'stock.exhausted']);
  for (const { id } of books)
    expect(keys(id)).toEqual(expect.arrayContaining(['pile.top_two', 'melds.wild_lay_off', 'hands_left.deducted']));
});

test('what a house has changed decides what else it can change', () => {
  const buraco = books.find((each) => each.id === 'buraco') as unknown as RulebookCard;
  const keys = rulesOf(buraco, { 'sequences.lowest': '4' }).map(({ key }) => key);
  expect(rulesOf(buraco).map(({ key }) => key)).toContain('canastas.thirteen');
  expect(keys).not.toContain('canastas.thirteen');
  const tranca = books.find((each) => each.id === 'tranca') as unknown as RulebookCard;
  const uncounted = rulesOf(tranca, { 'hands_left.deducted': 'when_gone_out' }).map(({ key }) => key);
  expect(uncounted).not.toContain('threes.red_unexchanged');
});

test('popular games have words', () => {
  for (const name of POPULAR) {
    expect(pt).toHaveProperty([`start.popular.${name}`]);
    expect(pt).toHaveProperty([`start.popular.${name}.says`]);
  }
});

describe('what is typed', () => {
  test.each([
    ['250', 250],
    ['1.000', 1000],
    ['1,000', 1000],
    [' 0 ', 0],
    ['-10', -10],
    ['−10', -10],
    ['-11', undefined],
    ['1001', undefined],
    ['', undefined],
    ['1.5', undefined],
    ['x', undefined],
  ])('%j is the number %j', (text, value) => expect(typed(number, text)).toBe(value));

  test.each([
    ['75, 90', [75, 90]],
    ['75 90;120', [75, 90, 120]],
    ['', []],
    ['75, x', undefined],
    ['0', undefined],
    ['1,2,3,4,5,6,7,8,9,10,11', undefined],
  ])('%j is the numbers %j', (text, value) => expect(typed(numbers, text)).toEqual(value));

  test('a yes or no, a choice', () => {
    expect(typed({ key: 'a.b', kind: 'yes' }, 'true')).toBe(true);
    expect(typed({ key: 'a.b', kind: 'yes' }, 'false')).toBe(false);
    expect(typed({ key: 'a.b', kind: 'choice', values: ['x'] }, 'x')).toBe('x');
  });
});

describe('a decision', () => {
  test('is kept where it is another than the rulebook', () => {
    expect(decided({}, book, 'canastas.clean', 300)).toEqual({ 'canastas.clean': 300 });
  });

  test('is none where it is the same', () => {
    expect(decided({ 'canastas.clean': 300, 'a.b': 1 }, book, 'canastas.clean', 200)).toEqual({ 'a.b': 1 });
    expect(decided({}, book, 'vulnerability.minimums', [75, 90])).toEqual({});
  });
});

test('a choice offers the rulebook’s own value too', () => {
  const rule = { key: 'groups.ranks', kind: 'choice', values: ['', 'A 4 K'] } as const;
  expect(offeredValue(rule, 'A 5')).toEqual(['', 'A 4 K', 'A 5']);
  expect(offeredValue(rule, '')).toEqual(['', 'A 4 K']);
});

test('values are shown as they are typed', () => {
  expect(shown([75, 90])).toBe('75, 90');
  expect(shown(-100)).toBe('-100');
});
