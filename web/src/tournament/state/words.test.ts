import { describe, expect, test } from 'vitest';

const catalogues = import.meta.glob<Record<'pt' | 'en', Record<string, string>>>('../../i18n/{pt,en}/tournament/*.ts', {
  eager: true,
});
const all = (language: 'pt' | 'en'): Record<string, string> =>
  Object.assign({}, ...Object.values(catalogues).map((each) => each[language] ?? {}));
const pt = all('pt');
const en = all('en');
const figures = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the words of tournaments', () => {
  test('are the same in both languages', () => {
    expect(Object.keys(pt).length).toBeGreaterThan(50);
    expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
  });

  test.each(Object.keys(pt))('%s has the same figures and as many forms', (key) => {
    expect(en[key]!.trim()).not.toBe('');
    expect(figures(en[key]!)).toEqual(figures(pt[key]!));
    expect(en[key]!.split(' | ').length).toBe(pt[key]!.split(' | ').length);
  });
});
