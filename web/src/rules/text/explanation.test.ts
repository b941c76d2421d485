import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RulebookCard } from '../../net/types';
import { pt } from '../../i18n/pt/pages/rules';
import { rows, traits } from './comparison';
import { examples } from './examples';
import { cardValues, explain, SECTIONS, type Point } from './explanation';
import books from '../fixtures/rulebooks.json';
import { anchorOf, parameterReader, clauseOf } from './parameters';

const cards = books as unknown as RulebookCard[];
const book = (id: string): RulebookCard => cards.find((card) => card.id === id)!;
const points = (card: RulebookCard): Point[] => explain(card).flatMap((section) => section.points);
const said = (card: RulebookCard): string[] => points(card).map((point) => point.say);

/** A rulebook with another value of one parameter. */
function changed(card: RulebookCard, topic: string, value: unknown): RulebookCard {
  const [section, name] = topic.split('.') as [string, string];
  const found = structuredClone(card);
  found.parameters[section]![name]!.value = value;
  return found;
}

describe('a rulebook explained', () => {
  test.each(cards.map((card) => card.id))(
    '%s: each sentence is there, says something once, and has its article',
    (id) => {
      const found = points(book(id));
      expect(new Set(found.map(({ say }) => say)).size).toBe(found.length);
      for (const { say, about, figures, list } of found) {
        const needed = [...new Set([...pt[say].matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();
        expect([...Object.keys(figures ?? {}), ...(list ? [list.name] : [])].sort()).toEqual(needed);
        if (!about.startsWith('clauses.')) expect(clauseOf(book(id), about)?.article).toBeTruthy();
      }
    },
  );

  test('what differs is said differently', () => {
    expect(said(book('canastra-regional'))).toContain('rules.out.needs.clean');
    expect(said(book('buraco'))).toContain('rules.out.needs.any');
    expect(said(book('canastra-duelo'))).toContain('rules.out.needs.none');
    expect(said(book('canastra-curinguinha'))).toContain('rules.purchase.justified');
    expect(said(book('tranca'))).toEqual(
      expect.arrayContaining(['rules.redThree', 'rules.blackThree', 'rules.blocks', 'rules.topTwo']),
    );
    expect(said(book('buraco'))).not.toContain('rules.royal');
  });

  test.each([
    ['pile.one_card', 'never', 'rules.oneCard.never'],
    ['pile.single_card_stays', 'until_laid', 'rules.singleStays.until_laid'],
    ['pile.single_card_stays', 'both_copies', 'rules.singleStays.both_copies'],
    ['sequences.goes_home', 'before_nine', 'rules.goesHome.before_nine'],
    ['pile.top_two', 'blocks', 'rules.twoBlocks'],
    ['melds.wild_lay_off', false, 'rules.wild.notLaidOff'],
    ['threes.red_kept', 'all_of_the_side', 'rules.redKept'],
    ['stock.exhausted', 'pile_may_be_taken_once', 'rules.exhausted.pile_may_be_taken_once'],
    ['hands_left.deducted', 'when_gone_out', 'rules.left.when_gone_out'],
    ['hands_left.deducted', 'nobody', 'rules.left.nobody'],
    ['morto.unplayed', 'charge_and_cards', 'rules.morto.unplayed.charge_and_cards'],
    ['morto.needs', 'clean', 'rules.morto.needs.clean'],
    ['morto.unplayed', 'charge', 'rules.morto.unplayed.charge'],
    ['morto.taken', 50, 'rules.morto.taken'],
    ['canastas.royal', 500, 'rules.royal'],
    ['canastas.thirteen', 500, 'rules.thirteen'],
    ['pile.purchase', 'two_naturals', 'rules.purchase.two_naturals'],
    ['groups.ranks', 'A K', 'rules.groups'],
    ['sequences.wild', 'locked', 'rules.wild.locked'],
    ['vulnerability.minimums', [75], 'rules.opening.again'],
    ['match.target', 0, 'rules.target.none'],
  ])('a house that changes %s to %s gets its sentence', (topic, value, say) => {
    expect(said(changed(book('buraco'), topic, value))).toContain(say);
  });

  test('red 3s of a morto that the stock left unexchanged', () => {
    expect(said(book('tranca'))).toContain('rules.redUnexchanged.plain');
    expect(said(changed(book('tranca'), 'threes.red_unexchanged', 'charged'))).toContain(
      'rules.redUnexchanged.charged',
    );
    expect(said(book('buraco')).join()).not.toContain('redUnexchanged');
  });

  test('values that are alike are one', () => {
    expect(cardValues(parameterReader(book('buraco')))).toHaveLength(1);
    expect(cardValues(parameterReader(book('canastra-curinguinha'))).map(({ points: n }) => n)).toEqual([
      15, 20, 5, 10,
    ]);
  });

  test('sections keep their order, and empty ones are left out', () => {
    expect(explain(book('buraco')).map(({ name }) => name)).toEqual(SECTIONS.filter((name) => name !== 'opening'));
    expect(anchorOf('pile.top_two')).toBe('pile-top_two');
  });
});

describe('examples', () => {
  const drawn = Object.fromEntries(
    cards.map((card) => [
      card.id,
      SECTIONS.flatMap((name) => examples(card, name).map((example) => ({ section: name, ...example }))),
    ]),
  );

  test('are those that the engine judges (tests/web/test_rules.py)', () => {
    const path = `${import.meta.dirname}/../fixtures/examples.json`;
    const text = `${JSON.stringify(drawn, null, 1)}\n`;
    if (process.env.WRITE_FIXTURES) writeFileSync(path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('have captions, each once in its section', () => {
    for (const list of Object.values(drawn)) {
      for (const { say } of list) expect(pt).toHaveProperty([say]);
      for (const name of SECTIONS) {
        const captions = list.filter(({ section }) => section === name).map(({ say }) => say);
        expect(new Set(captions).size).toBe(captions.length);
      }
    }
  });
});

describe('comparing', () => {
  test('a rulebook is known by a few traits', () => {
    expect(traits(book('canastra-duelo')).map(({ say }) => say)).toEqual([
      'rules.trait.players',
      'rules.trait.groups',
      'rules.trait.out.none',
      'rules.trait.pile.free',
      'rules.trait.oneDeal',
    ]);
  });

  test('rows are parameters, columns are rulebooks', () => {
    const rule = (value: string) => ({ key: 'a.b', name: 'x', value, article: 'Art. 1', decision: false });
    expect(rows([{ parameters: [rule('1')] }, { parameters: [rule('2')] }])).toEqual([
      { key: 'a.b', name: 'x', values: ['1', '2'] },
    ]);
    expect(rows([])).toEqual([]);
  });
});
