import { describe, expect, test } from 'vitest';
import { en } from '../../i18n/en/pages/rules';
import { pt } from '../../i18n/pt/pages/rules';
import type { RulebookCard } from '../../net/types';
import books from '../fixtures/rulebooks.json';
import { minute } from './minute';

const cards = books as unknown as RulebookCard[];
const book = (id: string): RulebookCard => cards.find((card) => card.id === id)!;
const said = (id: string): string[] => minute(book(id)).map(({ say }) => say);
const needed = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();

describe('the game in one minute', () => {
  test.each(cards.map(({ id }) => id))('%s: each figure has its words, and they have what they need', (id) => {
    const figures = minute(book(id));
    expect(new Set(said(id)).size).toBe(figures.length);
    for (const { say, figures: given, ranks } of figures) {
      const names = [...Object.keys(given ?? {}), ...(ranks ? ['ranks'] : [])].sort();
      expect(needed(pt[say])).toEqual(names);
      expect(needed(en[say])).toEqual(names);
    }
  });

  test.each(cards.map(({ id }) => id))('%s: it can be read in a minute', (id) => {
    // 200 words a minute is a calm reader's pace.
    for (const words of [pt, en]) {
      const text = minute(book(id))
        .map(({ say }) => words[say])
        .join(' ');
      expect(text.split(/\s+/).length).toBeLessThan(200);
    }
  });

  test('each rulebook says what is its own', () => {
    expect(said('tranca')).toEqual(
      expect.arrayContaining(['minute.redThrees', 'minute.pile.locked', 'minute.out.any.always']),
    );
    expect(said('canastra-curinguinha')).toEqual(
      expect.arrayContaining(['minute.pile.justified', 'minute.opening', 'minute.morto.any', 'minute.out.clean']),
    );
    expect(said('canastra-duelo')).toEqual(
      expect.arrayContaining(['minute.table.2.once', 'minute.canasta.royal', 'minute.out.none']),
    );
    expect(said('buraco')).not.toContain('minute.opening');
  });

  test('a popular game says what it asks for', () => {
    const card = structuredClone(book('buraco'));
    card.parameters.pile!.purchase!.value = 'two_naturals';
    Object.assign(card.parameters.canastas!, { thirteen: { value: 500, article: '', decision: false } });
    expect(minute(card).map(({ say }) => say)).toEqual(
      expect.arrayContaining(['minute.canasta.thirteen', 'minute.pile.naturals']),
    );
    card.parameters.canastas!.royal!.value = 1000;
    const { figures } = minute(card).find(({ say }) => say === 'minute.canasta.both')!;
    expect(Object.keys(figures!).sort()).toEqual(needed(pt['minute.canasta.both']));
  });
});
