import { expect, test } from 'vitest';
import { ANIMALS, animalsOf } from './animals';

const named = (...names: string[]) => animalsOf(names.map((name) => ({ name })));

test('a name has one animal, wherever it sits', () => {
  expect(named('Ana', 'Bruno')[0]).toBe(named('Ana')[0]);
  expect(named('Bruno', 'Ana')[0]).toBe(named('Bruno')[0]);
});

test('no two at a table are alike, not even of one name', () => {
  expect(new Set(named('Ana', 'Ana', 'Ana', 'Ana')).size).toBe(4);
  expect(new Set(named(...ANIMALS)).size).toBe(ANIMALS.length);
});

test('names are spread over all of them', () => {
  const names = Array.from({ length: 400 }, (_, place) => `Pessoa ${place}`);
  for (const animal of ANIMALS) expect(names.filter((name) => named(name)[0] === animal).length).toBeGreaterThan(15);
});

test('what somebody chose goes before what others are called', () => {
  const own = named('Ana')[0]!;
  const [first, second] = animalsOf([{ name: 'Ana' }, { name: 'Bruno', animal: own }]);
  expect(second).toBe(own);
  expect(first).not.toBe(own);
});

test('of two with one choice the second is drawn by the name, and so is a choice that there is no picture of', () => {
  const [first, second, third] = animalsOf([
    { name: 'Ana', animal: 'owl' },
    { name: 'Bia', animal: 'owl' },
    { name: 'Ana', animal: 'cat' },
  ]);
  expect(first).toBe('owl');
  expect(second).not.toBe('owl');
  expect(new Set([first, second, third]).size).toBe(3);
});
