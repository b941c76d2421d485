import { expect, test } from 'vitest';
import { speak } from '../i18n';
import { DELETED } from '../i18n/personName';
import { pt } from '../i18n/pt';
import { others, outcome, rates, score } from './matches';

test.each([
  [0, 0, 'won'],
  [0, 2, 'won'],
  [1, 2, 'lost'],
  [1, 3, 'won'],
  [null, 1, 'drawn'],
] as const)('with winner %j seat %i has %s', (winner, seat, how) => {
  expect(outcome({ winner, seat })).toBe(how);
});

test('points are told from your side', () => {
  expect(score({ points: [100, 200], seat: 3 })).toEqual({ us: 200, them: 100 });
});

test('the partner is named first', () => {
  expect(others({ players: ['a', 'b', 'c', 'd'], seat: 1 })).toEqual(['d', 'c', 'a']);
});

test('a player whose account is deleted is named in the language of the page', async () => {
  expect(DELETED).toBe(pt['app.deleted']);
  const names = () => others({ players: ['a', DELETED], seat: 0 });
  expect(names()).toEqual(['Conta apagada']);
  await speak('en');
  expect(names()).toEqual(['Deleted account']);
  await speak('pt');
});

test('rates of no match are none', () => {
  const none = { rulebook: 'buraco', played: 0, won: 0, lost: 0, drawn: 0, points_for: 0, points_against: 0 };
  expect(rates(none)).toEqual({ share: 0, mean: 0 });
  expect(rates({ ...none, played: 3, won: 2, points_for: 100, points_against: 400 })).toEqual({
    share: 67,
    mean: -100,
  });
});
