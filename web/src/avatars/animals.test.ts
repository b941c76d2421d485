import { expect, test } from 'vitest';
import { ANIMALS, animalsOf } from './animals';

test('a name has one animal, wherever it sits', () => {
  expect(animalsOf(['Ana', 'Bruno'])[0]).toBe(animalsOf(['Ana'])[0]);
  expect(animalsOf(['Bruno', 'Ana'])[0]).toBe(animalsOf(['Bruno'])[0]);
});

test('no two at a table are alike, not even of one name', () => {
  expect(new Set(animalsOf(['Ana', 'Ana', 'Ana', 'Ana'])).size).toBe(4);
  expect(new Set(animalsOf(ANIMALS.map((animal) => animal))).size).toBe(ANIMALS.length);
});

test('names are spread over all of them', () => {
  const names = Array.from({ length: 400 }, (_, place) => `Pessoa ${place}`);
  for (const animal of ANIMALS) expect(names.filter((name) => animalsOf([name])[0] === animal).length).toBeGreaterThan(15);
});
