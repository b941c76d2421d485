import { describe, expect, test } from 'vitest';
import { addressOf, routeOf, type Route } from './routing';

const ROUTES: [string, Exclude<Route, { page: 'unknown' }>][] = [
  ['/', { page: 'start' }],
  ['/mesa/ab12', { page: 'table', id: 'ab12' }],
  ['/mesa/ab12-2', { page: 'table', id: 'ab12-2' }],
  ['/convite/ab12?i=X%2FY', { page: 'invitation', id: 'ab12', invitation: 'X/Y' }],
  ['/convite/ab12', { page: 'invitation', id: 'ab12', invitation: null }],
  ['/partida', { page: 'replay', id: null }],
  ['/partida/ab12', { page: 'replay', id: 'ab12' }],
  ['/regras', { page: 'rules', id: null }],
  ['/regras/canastra-duelo', { page: 'rules', id: 'canastra-duelo' }],
  ['/conta', { page: 'account' }],
  ['/ajustes', { page: 'settings' }],
  ['/cartas', { page: 'cards' }],
];

describe('addresses', () => {
  test.each(ROUTES)('%s', (address, route) => {
    expect(routeOf(address)).toEqual(route);
    expect(addressOf(route)).toBe(address === '/' ? './' : address.slice(1));
  });

  test.each(ROUTES)('%s on a sub-path', (address, route) => {
    const base = '/jogos/canastra/';
    expect(routeOf(base + address.slice(1), base)).toEqual(route);
    expect(routeOf(addressOf(route), base)).toEqual(route);
    expect(routeOf(address, base)).toEqual({ page: 'unknown' });
  });

  test('a slash at the end changes nothing', () => {
    expect(routeOf('/regras/')).toEqual({ page: 'rules', id: null });
    expect(routeOf('/mesa/ab12/')).toEqual({ page: 'table', id: 'ab12' });
  });

  test.each(['/mesa', '/mesa/', '/mesa/a/b', '/mesa/a%20b', '/x', '/convite', '/toString', '/mesa/' + 'a'.repeat(81)])(
    '%s is no page',
    (address) => expect(routeOf(address)).toEqual({ page: 'unknown' }),
  );
});
