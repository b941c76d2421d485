import { beforeEach, describe, expect, test } from 'vitest';
import { speak } from '../../i18n';
import { state } from '../../net/testHelpers';
import type { TableEvent } from '../../net/types';
import { ownNews, summary } from './announcement';
import type { Scene } from './narration';

const scene: Scene = { seats: state().seats, you: 0 };
const played = (entry: string, seat = 0): TableEvent => ({ type: 'played', at: 1, step: 1, seat, entry });
const followed = (entry: string, seat = 0): TableEvent => ({ type: 'followed', at: 1, step: 1, seat, entry });
const log = (...events: TableEvent[]) => events.map((event, place) => ({ seq: place + 1, event }));

beforeEach(() => speak('pt'));

describe('your own hand', () => {
  test('the card that was drawn is said', () => {
    expect(ownNews([played('draw 3S')], scene, '4H', '4H 3S')).toBe('Você comprou três de espadas');
  });

  test('the cards of the pile are said, with their number', () => {
    expect(ownNews([played('take')], scene, '4H 7D', '4H 7D 7D 2C KS')).toBe(
      'Você pegou 3 cartas do lixo: sete de ouros, dois de paus e rei de espadas',
    );
  });

  test('the rest of the pile comes with the meld that earns it', () => {
    expect(ownNews([played('meld 4H 5H 6H')], scene, '4H 5H 6H', 'TC JC')).toBe(
      'Você pegou 2 cartas do lixo: dez de paus e valete de paus',
    );
    expect(ownNews([played('meld 4H 5H 6H')], scene, '4H 5H 6H 9C', '9C')).toBe('');
  });

  test('a card that was taken and is gone already is said', () => {
    expect(ownNews([played('take'), played('lay 1 9H')], scene, '4H 7D', '4H 7D')).toBe(
      'Você pegou 1 carta do lixo: nove de copas',
    );
    expect(
      ownNews([played('take'), played('meld 9H TH JH'), played('discard 7D')], scene, '9H TH 7D 4C', '4C KS'),
    ).toBe('Você pegou 2 cartas do lixo: rei de espadas e valete de copas');
  });

  test('a pile is never of no cards', () => {
    for (const hand of ['', '4H', '4H 7D']) expect(ownNews([played('take')], scene, hand, hand)).toBe('');
  });

  test('a morto that comes with the last meld is no pile', () => {
    const seen = { type: 'morto_seen', at: 1, seat: 0, morto: 0, cards: 'AS 2S' } as TableEvent;
    expect(ownNews([played('meld 4H 5H 6H'), followed('morto'), seen], scene, '4H 5H 6H', 'AS 2S')).toBe(
      'Você pegou o morto, 2 cartas: ás de espadas e dois de espadas',
    );
    expect(ownNews([played('draw 3H'), followed('red 3H 5C'), played('meld 4C 5C 6C')], scene, '4C 6C 9S', '9S')).toBe(
      'Você comprou três de copas. Você expôs três de copas e comprou cinco de paus',
    );
  });

  test('a morto and a red three are said', () => {
    const seen = { type: 'morto_seen', at: 1, seat: 0, morto: 0, cards: 'AS 2S' } as TableEvent;
    expect(ownNews([played('discard 4H'), followed('morto'), seen], scene, '4H', 'AS 2S')).toBe(
      'Você pegou o morto, 2 cartas: ás de espadas e dois de espadas',
    );
    expect(ownNews([followed('red 3H 5C')], scene, '3H', '5C')).toBe(
      'Você expôs três de copas e comprou cinco de paus',
    );
  });

  test('what others do brings nothing', () => {
    expect(ownNews([played('draw ??', 1)], scene, '4H', '4H')).toBe('');
  });
});

describe('a round of others', () => {
  test('is one text, in which each is named once and a plain draw goes without saying', () => {
    const round = log(
      played('draw ??', 1),
      played('meld 4H 5H 6H', 1),
      played('discard 9D', 1),
      played('discard KS', 0),
    );
    expect(summary(round, scene)).toBe(
      'Tio Beto baixou quatro de copas, cinco de copas e seis de copas e descartou nove de ouros',
    );
  });

  test('a draw alone is said', () => {
    expect(summary(log(played('draw ??', 1)), scene)).toBe('Tio Beto comprou do monte');
  });

  test('what is no card is a sentence of its own', () => {
    const away = { type: 'disconnected', at: 1, seat: 1 } as TableEvent;
    expect(summary(log(played('take', 1), away, played('discard 9D', 1)), scene)).toBe(
      'Tio Beto pegou o lixo. Tio Beto perdeu a conexão. Tio Beto descartou nove de ouros',
    );
    expect(summary([], scene)).toBe('');
  });
});
