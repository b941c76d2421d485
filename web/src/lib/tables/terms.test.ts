import { describe, expect, test } from 'vitest';
import { OFFICIAL, playersOf, TARGETS } from './rulebooks';
import {
  botSeats,
  clockName,
  CLOCKS,
  friendsTable,
  peopleChoices,
  playTable,
  readTarget,
  sections,
  usual,
  usualTarget,
  withRulebook,
} from './terms';

const play = { rulebook: 'buraco', level: 'greedy', people: 1 } as const;

describe('play now', () => {
  test('alone is a private table with bots on all other seats', () => {
    expect(playTable(play, 'avancado')).toEqual({
      rulebook: 'buraco',
      stand_in: 'avancado',
      private: true,
      bots: 'greedy',
    });
  });

  test('with friends leaves the seats to be filled', () => {
    const body = playTable({ ...play, people: 3 }, 'avancado');
    expect(body).toEqual({ rulebook: 'buraco', stand_in: 'avancado', private: true });
  });

  test.each([
    ['buraco', 1, [1, 2, 3]],
    ['buraco', 2, [1, 3]],
    ['tranca', 3, [3]],
    ['tranca', 4, []],
    ['canastra-duelo', 1, [1]],
    ['canastra-duelo', 2, []],
  ] as const)('%s with %i people has bots on %j', (rulebook, people, seats) => {
    expect(botSeats({ rulebook, people })).toEqual(seats);
  });

  test('offers as many people as there are seats', () => {
    expect(peopleChoices('buraco')).toEqual([1, 2, 3, 4]);
    expect(peopleChoices('canastra-duelo')).toEqual([1, 2]);
    expect(peopleChoices('canastra-duelo', 2)).toEqual([2]);
  });
});

describe('a table with friends', () => {
  test('is as usual unless something was chosen', () => {
    expect(friendsTable(usual(play), 'avancado')).toEqual({
      rulebook: 'buraco',
      stand_in: 'avancado',
      hints: true,
      undo: true,
      watch: true,
      private: true,
      talk: { mode: 'presets', partners: true },
    });
  });

  test('has what was chosen', () => {
    const terms = { ...usual(play), target: 1500, clock: 'fast', talk: 'free', watch: false } as const;
    expect(
      friendsTable(
        { ...terms, house: { 'canastas.clean': 300, 'canastas.dirty': 150, 'morto.needs': 'any' } },
        'avancado',
      ),
    ).toEqual({
      rulebook: 'buraco',
      stand_in: 'avancado',
      hints: true,
      undo: true,
      watch: false,
      private: true,
      target: 1500,
      clock: { turn: 15_000, bank: 60_000 },
      talk: { mode: 'free', partners: true },
      house: { canastas: { clean: 300, dirty: 150 }, morto: { needs: 'any' } },
    });
  });

  test('has partners who are silent where that was chosen; two players have none', () => {
    expect(friendsTable({ ...usual(play), partners: false }, 'avancado').talk).toEqual({ mode: 'presets' });
    expect(friendsTable(usual({ ...play, rulebook: 'canastra-duelo' }), 'avancado').talk).toEqual({ mode: 'presets' });
  });

  test('has an encounter, the next dealer and the lot where they were chosen', () => {
    const terms = { ...usual(play), encounter: 'exactly2', dealer: 'loser', lots: true } as const;
    expect(friendsTable(terms, 'avancado')).toMatchObject({
      encounter: { matches: 2, length: 'exactly' },
      next_dealer: 'loser',
      lots: true,
    });
  });

  test('lets no play be taken back where the rulebook forbids it, unless it was chosen', () => {
    const terms = withRulebook(usual(play), 'canastra-curinguinha');
    expect(friendsTable(terms, 'avancado').undo).toBe(false);
    expect(friendsTable({ ...terms, undo: true }, 'avancado').undo).toBe(true);
    expect(withRulebook(terms, 'tranca').undo).toBe(true);
  });

  test('leaves out a target that the rulebook has anyway', () => {
    expect(friendsTable({ ...usual(play), target: TARGETS.buraco }, 'avancado')).not.toHaveProperty('target');
  });

  test('forgets with the rulebook what depended on it', () => {
    const terms = { ...usual(play), target: 1500, house: { 'canastas.clean': 1 }, clock: 'calm' } as const;
    expect(withRulebook(terms, 'canastra-duelo')).toMatchObject({ people: 2, target: null, house: {}, clock: 'calm' });
  });

  test('is of as many people as the rulebook has players', () => {
    for (const rulebook of OFFICIAL) expect(usual({ ...play, rulebook }).people).toBe(playersOf(rulebook));
  });
});

test('house rules go by section', () => {
  expect(sections({ 'a.x': 1, 'b.y': 'z', 'a.w': [1] })).toEqual({ a: { x: 1, w: [1] }, b: { y: 'z' } });
});

test.each([
  ['', null],
  [' ', null],
  ['1500', 1500],
  ['2.000', 2000],
  ['2,000', 2000],
  ['0', NaN],
  ['-1', NaN],
  ['12x', NaN],
  ['1000000', NaN],
])('a target of %j is %j', (text, target) => {
  expect(readTarget(text)).toBe(target);
});

test('clocks are known again by their times', () => {
  for (const [name, clock] of Object.entries(CLOCKS)) expect(clockName(clock)).toBe(name);
  expect(clockName({ turn: 1 })).toBe(null);
});

test('house rules may change a popular game, which then is the table’s rulebook', () => {
  const popular = { name: 'buraco-fechado', target: 3000 } as const;
  const terms = { ...usual({ rulebook: 'buraco', level: 'basico' }), popular, house: { 'pile.purchase': 'justified' } };
  expect(friendsTable(terms, 'avancado')).toMatchObject({
    rulebook: 'buraco-fechado',
    house: { pile: { purchase: 'justified' } },
  });
  expect(friendsTable({ ...terms, house: {} }, 'avancado')).not.toHaveProperty('house');
  expect(usualTarget(terms)).toBe(3000);
  expect(friendsTable({ ...terms, target: 3000 }, 'avancado')).not.toHaveProperty('target');
  expect(withRulebook(terms, 'tranca')).toMatchObject({ rulebook: 'tranca', popular: null, house: {} });
});
