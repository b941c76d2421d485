import { expect, test } from 'vitest';
import { formsOf } from './shortName';

test('a title goes, the name stays', () => {
  expect(formsOf('Dona Nice')).toEqual(['Dona Nice', 'D. Nice', 'Nice']);
  expect(formsOf('Mana Lila')).toEqual(['Mana Lila', 'Lila']);
  expect(formsOf('Vô Chico')).toEqual(['Vô Chico', 'Chico']);
});

test('of two names the first one stays', () => {
  expect(formsOf('Ana Clara Souza')).toEqual(['Ana Clara Souza', 'Ana C.', 'Ana']);
  expect(formsOf('Zé')).toEqual(['Zé']);
});
