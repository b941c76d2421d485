import { expect, test } from 'vitest';
import type { TableCard } from '../../net/types';
import { freeSeats, isUnfinished, namesOf, withBefore, withPeople, yoursFirst } from './tables';

const seat = (kind: 'bot' | 'empty' | 'person', name = '') => ({ kind, name, player: name, level: '', animal: '' });
const card = {
  stage: 'seating',
  seats: [seat('person', 'Ana'), seat('bot', 'Tio Beto'), seat('empty'), seat('person', 'Davi')],
} as unknown as TableCard;

test('people who sit there are named, bots counted', () => {
  expect(namesOf(card)).toBe('Ana, Davi, 1 robô');
  expect(namesOf(card, 0)).toBe('Davi, 1 robô');
  expect(namesOf({ ...card, seats: [seat('bot'), seat('bot'), seat('bot')] })).toBe('3 robôs');
  expect(namesOf({ ...card, seats: [seat('person', 'Ana'), seat('empty')] })).toBe('Ana');
});

test('empty seats are counted', () => {
  expect(freeSeats(card)).toBe(1);
});

test('only what is finished is over', () => {
  expect(isUnfinished(card)).toBe(true);
  expect(isUnfinished({ ...card, stage: 'finished' })).toBe(false);
});

test('what was shown keeps its place, what is new comes after it, what is gone goes', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((table) => ({ ...card, table }));
  expect(withBefore([a!, b!], [c!, b!]).map(({ table }) => table)).toEqual(['b', 'c']);
  const turned = { ...a!, your_turn: true };
  expect(withBefore([a!], [b!, turned])).toEqual([turned, b]);
  expect(yoursFirst([b!, turned, c!])).toEqual([turned, b, c]);
});

test('against robots alone nothing changes while one is away', () => {
  expect(withPeople({ ...card, seat: 0 })).toBe(true);
  expect(withPeople({ ...card, seat: 0, seats: [seat('person', 'Ana'), seat('bot')] })).toBe(false);
});
