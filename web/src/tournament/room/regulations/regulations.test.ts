import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { afterChange, asExample, forFew, forPlayers, phasesIn, remarkOf, valueIn, withValue } from './regulations';

const FOLDER = '../src/canastra/tournament/regulations/presets/';
const EXAMPLES = readdirSync(FOLDER).map((name) => [name, readFileSync(FOLDER + name, 'utf8')] as const);
const example = (name: string) => EXAMPLES.find(([file]) => file === `${name}.toml`)![1];
const club = readFileSync(`${FOLDER}club-day.toml`, 'utf8');

describe('the text of regulations', () => {
  test('is read by the names that the server has for its places', () => {
    expect(valueIn(club, 'name')).toBe('Jogos do clube');
    expect(valueIn(club, 'phases[0].passing')).toBe(2);
    expect(valueIn(club, 'phases[1].seeding')).toBe('crossing');
    expect(valueIn(club, 'encounters.final.number')).toBe(3);
    expect(valueIn(club, 'walkover.score')).toEqual([1500, 0]);
    expect(valueIn(club, 'walkover.costs_tie_breaks')).toBe(true);
    for (const place of ['phases[2].kind', 'nothing', 'encounters.none.number', ''])
      expect(valueIn(club, place)).toBeUndefined();
    expect(phasesIn(club)).toEqual([
      { kind: 'groups', encounter: 'grupo', scoring: 'vitorias' },
      { kind: 'knockout', encounter: 'final', scoring: 'vitorias' },
    ]);
  });

  test('is changed in one line, whose comment stays', () => {
    const changed = withValue(club, 'phases[0].passing', 3);
    expect(changed).toContain('passing = 3           # de cada grupo');
    expect(changed.split('\n').filter((line, at) => line !== club.split('\n')[at])).toHaveLength(1);
    const named = withValue(club, 'name', 'Copa "do" #1');
    expect(valueIn(named, 'name')).toBe('Copa "do" #1');
    expect(valueIn(withValue(named, 'name', 'B'), 'name')).toBe('B');
    expect(withValue(club, 'walkover.score', [1000, 0])).toContain('score = [1000, 0]');
    expect(withValue(club, 'phases[7].passing', 3)).toBe(club);
  });

  test.each(EXAMPLES)('%s has all that the form asks for', (_, text) => {
    expect(phasesIn(text).length).toBeGreaterThan(0);
    for (const { encounter, scoring } of phasesIn(text)) {
      for (const key of ['length', 'number', 'minutes', 'warning', 'at_call', 'target']) {
        expect(valueIn(text, `encounters.${encounter}.${key}`)).toBeDefined();
      }
      expect(valueIn(text, `scorings.${scoring}.walkover`)).toHaveLength(2);
    }
  });

  test('of another example keeps the name and the rulebook', () => {
    const made = asExample(example('individual'), withValue(club, 'name', 'Copa'));
    expect([valueIn(made, 'name'), valueIn(made, 'rulebook'), valueIn(made, 'entries.kind')]).toEqual([
      'Copa',
      'buraco',
      'players',
    ]);
  });

  test('has players enter by a rulebook for two, and pairs again by one for four', () => {
    const two = forPlayers(withValue(club, 'rulebook', 'canastra-duelo'), 2);
    expect(valueIn(two, 'entries.kind')).toBe('players');
    expect(forPlayers(two, 4)).toBe(withValue(two, 'entries.kind', 'pairs'));
    expect(valueIn(asExample(example('club-rounds'), two), 'entries.kind')).toBe('players');
    expect(forPlayers(example('individual'), 4)).toBe(example('individual'));
    expect(valueIn(asExample(club, example('individual')), 'entries.kind')).toBe('pairs');
  });

  test('asks for as few entries as its phases can be played with, until somebody says another number', () => {
    const least = (text: string) => valueIn(text, 'entries.least');
    const rounds = forFew(example('club-rounds'));
    expect([least(forFew(club)), least(rounds), least(forFew(example('italy-danese')))]).toEqual([4, 10, 16]);
    const shorter = withValue(rounds, 'phases[0].rounds', 3);
    expect(least(afterChange(rounds, shorter))).toBe(6);
    const own = withValue(rounds, 'entries.least', 8);
    expect(least(afterChange(own, withValue(own, 'phases[0].rounds', 3)))).toBe(8);
  });
});

describe('a remark', () => {
  test('stands at its place', () => {
    expect(remarkOf('phases[0].rounds: são muitas', false)).toEqual({
      place: 'phases[0].rounds',
      words: 'São muitas',
      grave: false,
    });
    expect(remarkOf('falta name no congresso', true, 'name')).toEqual({
      place: 'name',
      words: 'Falta name no congresso',
      grave: true,
    });
    expect(remarkOf('linha 3 do congresso: chave', true)).toMatchObject({ place: '' });
  });
});
