import { describe, expect, test } from 'vitest';
import { gamesOf, gameWords, missingAt, playsOnline, seatedAt } from './state/games';
import { arrivals, awaitedAt, awaitedBy } from './player/arrivals';
import { gameOf, halvesOf, nameIn, stateOf } from './player/state';
import { linksAsText, linksBySide } from './room/sides/playerLinks';
import type { FixtureCard, GameCard, PlayerLink, PlayerView, SideCard, TournamentView } from './state/types';

const side = (number: number, ...players: string[]): SideCard => ({
  number,
  name: players.join(' e '),
  players,
  delegation: '',
  category: '',
  checked_in: true,
  withdrawn: false,
});
const ana = side(1, 'Ana', 'Rui');
const bia = side(2, 'Bia', 'Leo');
const view = (given: Partial<PlayerView> = {}): PlayerView =>
  ({
    side: ana,
    player: 1,
    due: 'results',
    phase: 1,
    round: 1,
    stage: 'playing',
    table: 3,
    bye: false,
    partners: [],
    opponents: [bia],
    half: 0,
    game: 'g1',
    absent_at: null,
    last: false,
    result: null,
    ...given,
  }) as PlayerView;
const result = { kind: 'played' as const, matches: [[2000, 10] as const] };
const card = (given: Partial<GameCard> = {}): GameCard => ({
  phase: 1,
  round: 1,
  table: 3,
  game: 'g1',
  match: 1,
  stage: 'playing',
  here: [true, false, true, true],
  points: [340, -20],
  ...given,
});

describe('what a player is shown', () => {
  test.each([
    [{ due: 'entries', round: 0, stage: null, table: 0, game: '' }, 'before'],
    [{}, 'play'],
    [{ stage: 'published' }, 'play'],
    [{ game: '' }, 'opening'],
    [{ table: 0, bye: true, game: '' }, 'bye'],
    [{ table: 0, game: '' }, 'rests'],
    [{ result }, 'result'],
    [{ stage: 'ratified', result }, 'result'],
    [{ stage: 'ratified', table: 0, bye: true, game: '' }, 'between'],
    [{ side: { ...ana, withdrawn: true } }, 'withdrawn'],
    [{ due: 'over', result }, 'over'],
  ] as [Partial<PlayerView>, string][])('%o: %s', (given, state) => expect(stateOf(view(given))).toBe(state));

  test('the table is that of a round that goes on', () => {
    expect(gameOf(view())).toBe('g1');
    expect(gameOf(view({ result }))).toBe('');
  });

  test('sides are named in the order of results', () => {
    expect(nameIn(view({ player: 2 }))).toBe('Rui');
    expect(halvesOf(view())).toEqual(['Ana e Rui', 'Bia e Leo']);
    expect(halvesOf(view({ half: 1, partners: [side(5, 'Eva')] }))).toEqual(['Bia e Leo', 'Ana e Rui + Eva']);
  });
});

describe('who is awaited at a table', () => {
  const seat = (name = '', ready = false) => ({ kind: name ? ('person' as const) : ('empty' as const), name, ready });

  test('has the names of those who never came by their links, where the reader plays there', () => {
    const seats = [seat('Ana', true), seat('Leo', true), seat('Rui'), seat()];
    expect(arrivals(seats, 0, awaitedBy(view()).players)).toEqual([
      { name: 'Ana', half: 0, here: true },
      { name: 'Rui', half: 0, here: false },
      { name: 'Leo', half: 1, here: true },
      { name: 'Bia', half: 1, here: false },
    ]);
    expect(arrivals(seats, null, null).map(({ name }) => name)).toEqual(['Ana', 'Rui', 'Leo']);
  });

  test('whoever looks is there, and two of the same name are two', () => {
    const twins = view({ opponents: [side(2, 'Zé', 'Zé')] });
    const found = arrivals([seat('Ana'), seat('Zé', true), seat('Rui', true), seat()], 0, awaitedBy(twins).players);
    expect(found.filter(({ here }) => !here)).toEqual([{ name: 'Zé', half: 1, here: false }]);
  });
});

describe('who watches a table that waits', () => {
  const seat = (name = '') => ({ kind: name ? ('person' as const) : ('empty' as const), name, ready: !!name });
  const tables = [{ table: 3, one: [1], two: [2], result: null }] as unknown as FixtureCard[];
  const seen = (stage: string) =>
    ({
      sides: [ana, bia],
      phases: [{ number: 1, rounds: [{ number: 1, stage, tables }] }],
    }) as unknown as TournamentView;

  test('reads the names of all who are expected', () => {
    const found = awaitedAt(seen('published'), [card({ game: 'g0', table: 2 }), card()], 'g1')!;
    expect([found.number, found.begun]).toEqual([3, false]);
    expect(
      arrivals([seat(), seat('Leo'), seat(), seat()], null, found.players).map(({ name, here }) =>
        here ? name : `${name}?`,
      ),
    ).toEqual(['Ana?', 'Rui?', 'Leo', 'Bia?']);
    expect(awaitedAt(seen('playing'), [card()], 'g1')!.begun).toBe(true);
  });

  test('and none of a table that is no round’s', () => expect(awaitedAt(seen('playing'), [card()], 'g9')).toBe(null));

  test('the other half has the names of the other half', () => {
    expect(awaitedBy(view({ half: 1 })).players).toEqual([
      ['Bia', 'Leo'],
      ['Ana', 'Rui'],
    ]);
  });
});

describe('the tables of a round', () => {
  const fixture = { table: 3, one: [1], two: [2], result: null } as unknown as FixtureCard;

  test('seats go round the table', () => {
    expect(seatedAt([ana, bia], fixture)).toEqual(['Ana', 'Bia', 'Rui', 'Leo']);
    expect(seatedAt([side(1, 'Ana'), side(2, 'Bia')], fixture)).toEqual(['Ana', 'Bia']);
    expect(
      seatedAt([side(1, 'Ana'), side(2, 'Bia'), side(3, 'Eva'), side(4, 'Leo')], { one: [1, 3], two: [4, 2] }),
    ).toEqual(['Ana', 'Leo', 'Eva', 'Bia']);
    expect(missingAt([ana, bia], fixture, card())).toEqual(['Bia']);
  });

  test('are said in words', () => {
    expect(gameWords(card())).toBe('em jogo: 340\u00a0×\u00a0\u221220');
    expect(gameWords(card({ match: 2 }))).toMatch(/^2ª partida: 340/);
    expect(gameWords(card({ stage: 'waiting' }), ['Bia'])).toBe('esperando: Bia');
    expect(gameWords(card({ stage: 'waiting' }))).toBe('esperando');
    expect(gameWords(card({ stage: 'over' }))).toBe('acabou');
  });

  test('are asked for while a round is published or played, and only online', () => {
    const at = (stage: string, online = true) =>
      ({ online, phases: [{ groups: [{}], rounds: [{ stage }] }] }) as unknown as TournamentView;
    expect(['draft', 'published', 'playing', 'closed'].map((stage) => playsOnline(at(stage)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(playsOnline(at('playing', false))).toBe(false);
    expect(playsOnline(undefined)).toBe(false);
    expect(gamesOf([card(), card({ round: 2 })], { number: 1 }, { number: 2 })).toEqual([card({ round: 2 })]);
  });
});

describe('the links of players', () => {
  const link = (of: number, player: number, name: string): PlayerLink => ({
    side: of,
    player,
    name,
    token: `t${of}${player}`,
    taken: false,
  });

  test('stand side by side, and as lines to be sent', () => {
    const eva = side(3, 'Eva');
    const gone = { ...side(4, 'Zé'), withdrawn: true };
    const all = [link(1, 1, 'Ana'), link(1, 2, 'Rui'), link(3, 1, 'Eva'), link(4, 1, 'Zé')];
    const found = linksBySide(all, [ana, eva, gone]);
    expect(found.map((each) => [each.name, each.links.length])).toEqual([
      ['Ana e Rui', 2],
      ['Eva', 1],
    ]);
    expect(linksAsText(found, ({ token }) => `https://x/${token}`)).toBe(
      'Ana (Ana e Rui): https://x/t11\nRui (Ana e Rui): https://x/t12\nEva: https://x/t31',
    );
  });
});
