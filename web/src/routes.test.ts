import { describe, expect, test } from 'vitest';
import { invitationIn, routeOf, type Route } from './routes';

const ROUTES: [string, Route][] = [
  ['/', { page: 'start' }],
  ['/mesa/ab12', { page: 'table', id: 'ab12' }],
  ['/mesa/ab12-2', { page: 'table', id: 'ab12-2' }],
  ['/convite/ab12#i=X_Y-z', { page: 'invitation', id: 'ab12', invitation: 'X_Y-z' }],
  ['/convite/ab12', { page: 'invitation', id: 'ab12', invitation: null }],
  ['/partida', { page: 'replay', id: null }],
  ['/partida/ab12', { page: 'replay', id: 'ab12' }],
  ['/regras', { page: 'rules', id: null }],
  ['/regras/canastra-duelo', { page: 'rules', id: 'canastra-duelo' }],
  ['/aprender', { page: 'lesson', id: null }],
  ['/aprender/tranca', { page: 'lesson', id: 'tranca' }],
  ['/placar', { page: 'sheet', id: null }],
  ['/placar/nova', { page: 'sheet', id: 'nova' }],
  ['/conta', { page: 'account' }],
  ['/ajustes', { page: 'settings' }],
  ['/cartas', { page: 'cards' }],
  ['/torneios', { page: 'tournaments' }],
  ['/torneio/ab12', { page: 'tournament', id: 'ab12' }],
  ['/torneio/ab12#convite=X_Y-z', { page: 'tournament', id: 'ab12' }],
  ['/torneio/ab12/sala', { page: 'tournamentRoom', id: 'ab12' }],
  ['/torneio/ab12/mesa#t=ABC', { page: 'tournamentTable', id: 'ab12' }],
  ['/torneio/ab12/jogar#p=ABC', { page: 'tournamentPlayer', id: 'ab12' }],
  ['/torneio/ab12/telao', { page: 'tournamentWall', id: 'ab12' }],
];

describe('addresses', () => {
  test.each(ROUTES)('%s', (address, route) => {
    expect(routeOf(address)).toEqual(route);
  });

  test.each(ROUTES)('%s on a sub-path', (address, route) => {
    const base = '/jogos/canastra/';
    expect(routeOf(base + address.slice(1), base)).toEqual(route);
    expect(routeOf(address, base)).toEqual({ page: 'unknown' });
  });

  test('have their invitation behind #, and nothing else is taken for one', () => {
    expect(routeOf('/convite/ab12#i=X_Y-z')).toEqual({ page: 'invitation', id: 'ab12', invitation: 'X_Y-z' });
    expect(invitationIn(new URL('http://x/partida/ab12?deal=2#i=abc'))).toBe('abc');
    for (const text of ['', '#main', '#i=', '#i=%20', '?i=abc', '?j=abc']) {
      expect(invitationIn(new URL(`http://x/mesa/ab12${text}`))).toBe(null);
    }
  });

  test('a slash at the end changes nothing', () => {
    expect(routeOf('/regras/')).toEqual({ page: 'rules', id: null });
    expect(routeOf('/mesa/ab12/')).toEqual({ page: 'table', id: 'ab12' });
    expect(routeOf('/mesa/ab12//')).toEqual({ page: 'table', id: 'ab12' });
  });

  test('capitals change nothing but an id', () => {
    expect(routeOf('/Placar')).toEqual({ page: 'sheet', id: null });
    expect(routeOf('/MESA/aB12')).toEqual({ page: 'table', id: 'aB12' });
    expect(routeOf('/Torneio/aB12/Sala/')).toEqual({ page: 'tournamentRoom', id: 'aB12' });
  });

  test.each([
    '/mesa',
    '/mesa/',
    '/mesa/a/b',
    '/mesa/a%20b',
    '/x',
    '/convite',
    '/torneio',
    '/torneio/ab12/x',
    '/toString',
    `/mesa/${'a'.repeat(81)}`,
  ])('%s is no page', (address) => expect(routeOf(address)).toEqual({ page: 'unknown' }));
});
