import { beforeEach, describe, expect, test } from 'vitest';
import { CARDS } from '../cards/faces';
import { CHOICES } from '../lib/settings/choices';
import { en } from './en';
import { cardName } from './cardNames';
import { pt } from './pt';
import { pt as settings } from './pt/pages/settings';
import { filled, speak, t } from './translate.svelte';

const figures = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the two catalogues', () => {
  test('have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
  });

  test.each(Object.keys(pt) as (keyof typeof pt)[])('%s has the same figures and as many forms', (key) => {
    expect(en[key].trim()).not.toBe('');
    expect(figures(en[key])).toEqual(figures(pt[key]));
    expect(en[key].split(' | ').length).toBe((pt[key] as string).split(' | ').length);
  });

  test('say every value of every setting', () => {
    for (const [name, values] of Object.entries(CHOICES)) {
      if (['text', 'language', 'haptics', 'notify', 'robots'].includes(name)) continue;
      for (const value of values) expect(settings).toHaveProperty([`settings.${name}.${value}`]);
    }
  });
});

describe('speaking', () => {
  beforeEach(() => speak('pt'));

  test('is Portuguese until English is wanted', async () => {
    expect(t('start.play')).toBe('Jogar agora');
    await speak('en');
    expect(t('start.play')).toBe('Play now');
  });

  test('fills figures in and chooses between one and more', () => {
    const text = '{n} carta | {n} cartas';
    expect(filled(text, { n: 1 })).toBe('1 carta');
    expect(filled(text, { n: 11 })).toBe('11 cartas');
    expect(filled('{a} e {b}', { a: 'x' })).toBe('x e {b}');
  });

  test('groups numbers as the language does, and leaves texts as they are', async () => {
    expect(filled('até {n} | {n}', { n: 12000 })).toBe('12.000');
    expect(filled('{n} e {m}', { n: -1250, m: '1250' })).toBe('\u22121.250 e 1250');
    await speak('en');
    expect(filled('{n}', { n: 2000 })).toBe('2,000');
  });

  test('no sentence has a number of points that is not grouped', () => {
    // Seeds, and numbers for typing, are written without separators.
    const left = new Set(['room.seedHelp', 'room.fault.number']);
    const catalogues = import.meta.glob<Record<string, Record<string, string>>>('./{pt,en}/**/*.ts', { eager: true });
    const sentences = Object.values(catalogues)
      .flatMap((module) => Object.values(module))
      .flatMap(Object.entries<string>);
    expect(sentences.length).toBeGreaterThan(2000);
    expect(sentences.filter(([key, text]) => /\b\d{4,}\b/.test(text) && !left.has(key))).toEqual([]);
  });

  test('names cards as people say them', async () => {
    expect(cardName('7H')).toBe('sete de copas');
    expect(cardName('??')).toBe('carta fechada');
    await speak('en');
    expect(cardName('TD')).toBe('ten of diamonds');
    expect(new Set(CARDS.map(cardName)).size).toBe(52);
  });
});
