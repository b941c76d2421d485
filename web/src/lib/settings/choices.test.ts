import { describe, expect, test } from 'vitest';
import { attributes, beginning, CHOICES, readSettings } from './choices';

const begin = beginning(['pt-BR']);
const system = { dark: false, contrast: false, reduced: false };

describe('the beginning', () => {
  test.each([
    [['pt-BR'], 'pt'],
    [['en-GB', 'pt'], 'en'],
    [['de', 'en'], 'en'],
    [['de', 'fr'], 'pt'],
    [[], 'pt'],
  ])('for readers of %j is %s', (tags, language) => {
    expect(beginning(tags).language).toBe(language);
  });

  test('is the first value of everything else', () => {
    for (const [name, values] of Object.entries(CHOICES)) expect(begin[name as keyof typeof begin]).toBe(values[0]);
  });
});

describe('reading what was kept', () => {
  test('gives back what was set', () => {
    const set = { ...begin, theme: 'dark', deck: 'four' } as const;
    expect(readSettings(JSON.stringify(set), begin)).toEqual(set);
  });

  test.each([null, '', '{', 'null', '7', '"x"', '[]', '{"theme": "pink", "toString": "x", "deck": 4}'])(
    'is as in the beginning for %j',
    (kept) => expect(readSettings(kept, begin)).toEqual(begin),
  );
});

describe('the attributes', () => {
  test('follow the system where nothing else was set', () => {
    const asked = { dark: true, contrast: true, reduced: true };
    expect(attributes(begin, asked)).toMatchObject({
      theme: 'dark',
      contrast: 'more',
      face: 'white',
      motion: 'reduced',
    });
    expect(attributes(begin, system)).toMatchObject({
      theme: 'light',
      contrast: 'normal',
      face: 'white',
      motion: 'full',
    });
  });

  test('follow the person otherwise', () => {
    const set = { ...begin, theme: 'light', face: 'ink', motion: 'full', contrast: 'normal' } as const;
    const asked = { dark: true, contrast: true, reduced: true };
    expect(attributes(set, asked)).toMatchObject({ theme: 'light', face: 'ink', motion: 'full', contrast: 'normal' });
  });
});
