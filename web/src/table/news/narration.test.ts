import { beforeEach, describe, expect, test } from 'vitest';
import { state } from '../../net/testHelpers';
import type { TableEvent } from '../../net/types';
import { speak } from '../../i18n';
import { lateActions, narrate, ownTimeOut, spokenSentence, type Scene } from './narration';

const seats = state().seats;
const scene: Scene = { seats, you: null };
const AT = { at: 1 };

/** An event of each kind and form, with its Portuguese sentence. */
const CASES: [event: TableEvent, said: string | null][] = [
  [
    {
      ...AT,
      type: 'deal_ended',
      deal: 1,
      ending: 'forfeit',
      annulled: true,
      hands: [],
      dealt: [],
      mortos: [],
      stock: '',
      points: [0, 0],
    },
    'O servidor voltou a um estado anterior: a mão foi anulada, e as cartas são dadas de novo',
  ],
  [
    {
      ...AT,
      type: 'opened',
      match: 'm',
      rulebook: 'buraco',
      sha256: '',
      target: 0,
      turn: 0,
      bank: 0,
      increment: 0,
      grace: 0,
      between: 0,
      undo: true,
      stand_in: '',
    },
    null,
  ],
  [{ ...AT, type: 'committed', deal: 1, commitment: 'ab' }, null],
  [
    { ...AT, type: 'lot_annulled', fairness: {} },
    'O servidor voltou a um estado anterior: o sorteio dos lugares foi anulado e será refeito',
  ],
  [{ ...AT, type: 'contributed', seat: 0, bytes: 'ab' }, null],
  [{ ...AT, type: 'pause_ended', seat: 0 }, null],
  [{ ...AT, type: 'sat', seat: 0, player: 'p1', name: 'Ana' }, 'Ana sentou à mesa'],
  [{ ...AT, type: 'bot_sat', seat: 1, level: 'greedy', name: 'Tio Beto' }, 'Tio Beto sentou à mesa'],
  [{ ...AT, type: 'left', seat: 0 }, 'Ana saiu da mesa'],
  [{ ...AT, type: 'readied', seat: 0 }, 'Ana está a postos'],
  [{ ...AT, type: 'started' }, 'A partida começa'],
  [
    { ...AT, type: 'dealer_drawn', dealer: 1, drawn: ['0 TH', '1 KD'] },
    'Sorteio: Ana dez de copas, Tio Beto rei de ouros. Tio Beto dá as cartas',
  ],
  [
    { ...AT, type: 'seats_drawn', seats: [1, 0], drawn: ['0 TH', '1 KD'] },
    'Sorteio dos lugares: Tio Beto dez de copas, Ana rei de ouros',
  ],
  [{ ...AT, type: 'dealt', step: 1, deal: 2, dealer: 0, hands: [], mortos: [], stock: '' }, 'Mão 2: Ana deu as cartas'],
  [played('draw ??'), 'Ana comprou do monte'],
  [played('draw 9C'), 'Ana comprou nove de paus'],
  [{ ...played('refuse'), shown: '4S' } as TableEvent, 'Ana devolveu quatro de espadas ao lixo'],
  [played('take'), 'Ana pegou o lixo'],
  [played('meld 4H 5H 2C'), 'Ana baixou quatro de copas, cinco de copas e dois de paus'],
  [played('lay 2 7S 8S high'), 'Ana encaixou sete de espadas e oito de espadas no jogo 2'],
  [played('shift 3'), 'Ana levou o curinga do jogo 3 ao lugar do dois'],
  [played('discard KD'), 'Ana descartou rei de ouros'],
  [{ ...played('discard KD'), bot: 'greedy' } as TableEvent, 'O robô descartou rei de ouros por Ana'],
  [played('withdraw'), 'Ana recolheu: faltaram pontos para abrir'],
  [played('pass'), 'Ana passou'],
  [played('of a newer server'), null],
  [{ ...AT, type: 'followed', step: 1, seat: 0, entry: 'morto' }, 'Ana pegou o morto'],
  [
    { ...AT, type: 'followed', step: 1, seat: 0, entry: 'red 3H 5C' },
    'Ana expôs três de copas e comprou cinco de paus',
  ],
  [{ ...AT, type: 'followed', step: 1, seat: 0, entry: 'red 3H ??' }, 'Ana expôs três de copas e comprou outra'],
  [
    { ...AT, type: 'followed', step: 1, seat: 0, entry: 'red 3H' },
    'Ana ficou com três de copas: não há carta para a troca',
  ],
  [{ ...AT, type: 'followed', step: 1, seat: 0, entry: 'newer' }, null],
  [{ ...AT, type: 'morto_seen', seat: 0, morto: 0, cards: 'AS 2S' }, 'No morto: ás de espadas e dois de espadas'],
  [{ ...AT, type: 'undone', step: 1, seat: 0, entry: 'lay 1 7D' }, 'Ana desfez: sete de ouros de volta à mão'],
  [{ ...AT, type: 'undone', step: 1, seat: 0, entry: 'shift 1' }, 'Ana desfez a jogada'],
  [over('going_out', 1), 'Fim da mão: Tio Beto bateu'],
  [over('stock'), 'Fim da mão: acabou o monte'],
  [over('stalemate'), 'Fim da mão: ninguém comprou nem baixou por muitas vezes seguidas'],
  [over('forfeit'), 'A mão parou no meio e não conta'],
  [{ ...AT, type: 'match_ended', reason: 'played', winner: 0 }, 'Fim da partida'],
  [{ ...AT, type: 'match_ended', reason: 'resigned', winner: 0 }, 'Fim da partida: um lado desistiu'],
  [{ ...AT, type: 'match_ended', reason: 'claimed', winner: 0 }, 'Fim da partida: os adversários não voltaram'],
  [{ ...AT, type: 'match_ended', reason: 'left', winner: 0 }, 'Fim da partida: alguém saiu de vez'],
  [{ ...AT, type: 'match_ended', reason: 'called', winner: 0 }, 'Fim da partida: o tempo acabou'],
  [{ ...AT, type: 'match_ended', reason: 'stopped' }, 'Fim da partida: a organização parou o jogo'],
  [{ ...AT, type: 'time_called' }, 'Tempo: esta é a última mão'],
  [{ ...AT, type: 'play_called' }, null],
  [{ ...AT, type: 'match_ended', reason: 'abandoned' }, 'Fim da partida: todos saíram'],
  [{ ...AT, type: 'match_ended', reason: 'closed' }, 'A mesa foi desfeita'],
  [{ ...AT, type: 'timed_out', seat: 0, in_a_row: 1 }, 'O tempo de Ana acabou: um robô joga esta vez'],
  [{ ...AT, type: 'held', seat: 0 }, 'Um robô joga no lugar de Ana'],
  [{ ...AT, type: 'returned', seat: 0 }, 'Ana voltou ao lugar'],
  [{ ...AT, type: 'disconnected', seat: 0 }, 'Ana perdeu a conexão'],
  [{ ...AT, type: 'reconnected', seat: 0 }, 'Ana voltou'],
  [{ ...AT, type: 'resumed' }, 'O servidor voltou, e a partida segue'],
  [{ ...AT, type: 'offered', seat: 0, offer: 'resign' }, 'Ana propõe desistir'],
  [{ ...AT, type: 'offered', seat: 0, offer: 'rematch' }, 'Ana quer outra partida'],
  [{ ...AT, type: 'accepted', seat: 0, offer: 'resign' }, 'Ana aceita desistir'],
  [{ ...AT, type: 'accepted', seat: 0, offer: 'rematch' }, 'Ana também quer outra partida'],
  [{ ...AT, type: 'declined', seat: 0, offer: 'resign' }, 'Ana não quer desistir'],
  [{ ...AT, type: 'declined', seat: 0, offer: 'rematch' }, 'Ana não quer outra partida'],
  [{ ...AT, type: 'taken_back', seat: 0, offer: 'resign' }, 'Ana não propõe mais desistir'],
  [{ ...AT, type: 'taken_back', seat: 0, offer: 'rematch' }, 'Ana não quer mais outra partida'],
  [{ ...AT, type: 'rematch_agreed' }, 'Outra partida: a mesa nova está sendo aberta'],
];

/** Fails to compile if the server has a kind of event that is missing above. */
const KINDS: Record<TableEvent['type'], true> = {
  opened: true,
  sat: true,
  bot_sat: true,
  left: true,
  readied: true,
  play_called: true,
  started: true,
  seats_drawn: true,
  lot_annulled: true,
  dealer_drawn: true,
  committed: true,
  contributed: true,
  dealt: true,
  played: true,
  followed: true,
  morto_seen: true,
  undone: true,
  deal_ended: true,
  match_ended: true,
  timed_out: true,
  held: true,
  returned: true,
  disconnected: true,
  reconnected: true,
  pause_ended: true,
  resumed: true,
  offered: true,
  accepted: true,
  declined: true,
  taken_back: true,
  rematch_agreed: true,
  time_called: true,
};

function played(entry: string): TableEvent {
  return { ...AT, type: 'played', step: 1, seat: 0, entry };
}

function over(ending: 'going_out' | 'stock' | 'stalemate' | 'forfeit', went_out: number | null = null): TableEvent {
  return {
    ...AT,
    type: 'deal_ended',
    deal: 1,
    ending,
    hands: [],
    dealt: [],
    mortos: [],
    stock: '',
    points: [0, 0],
    went_out,
  };
}

function say(event: TableEvent, of: Scene = scene): string | null {
  const told = narrate(event, of);
  return told && spokenSentence(told.sentence);
}

describe('telling', () => {
  beforeEach(() => speak('pt'));

  test.each(CASES)('%j', (event, said) => {
    expect(say(event)).toBe(said);
  });

  test('knows every kind', () => {
    expect(new Set(CASES.map(([event]) => event.type))).toEqual(new Set(Object.keys(KINDS)));
  });

  test.each(CASES)('says %j in English as well, and of the same events', async (event, said) => {
    await speak('en');
    const english = say(event);
    expect(english === null).toBe(said === null);
    expect(english ?? '').not.toMatch(/[{}]/);
    expect(english ?? '').not.toContain('\u0001');
    if (english) expect(english).not.toBe(said);
  });

  test('says truly who played when somebody ran out of time', () => {
    const discard = { ...played('discard 3H'), bot: 'greedy' } as TableEvent;
    const own = { seats, you: 0 };
    expect(say(discard, own)).toBe('O robô descartou três de copas por você');
    expect(say(discard, { ...own, late: true })).toBe('Seu tempo acabou: o robô descartou três de copas por você');
    expect(say(discard, { seats, you: 1, late: true })).toBe('O tempo de Ana acabou: o robô descartou três de copas');
    const events: TableEvent[] = [
      { ...AT, type: 'timed_out', seat: 0, in_a_row: 1 },
      { ...played('draw ??'), bot: 'greedy' } as TableEvent,
      discard,
    ];
    const log = events.map((event, seq) => ({ seq, event }));
    expect(lateActions(log)).toEqual(new Set([1, 2]));
    expect(ownTimeOut(log, 0)?.event).toBe(discard);
    expect(ownTimeOut(log, 1)).toBeNull();
    expect(ownTimeOut([...log, { seq: 3, event: played('draw 9C') }], 0)).toBeNull();
    expect(ownTimeOut(log.slice(1), 0)).toBeNull();
  });

  test('tells that time was called as part of the deal, which the log shows plainly', () => {
    expect(narrate({ ...AT, type: 'time_called' }, scene)?.weight).toBe('deal');
  });

  test('calls the reader by no name', () => {
    const own = { seats, you: 0 };
    expect(say(played('take'), own)).toBe('Você pegou o lixo');
    expect(say({ ...AT, type: 'held', seat: 0 }, own)).toBe('Um robô joga no seu lugar');
    expect(say({ ...AT, type: 'timed_out', seat: 0, in_a_row: 1 }, own)).toBe(
      'O seu tempo acabou: um robô joga esta vez',
    );
    expect(say({ ...AT, type: 'sat', seat: 0, player: 'p1', name: 'Ana' }, own)).toBe('Você sentou à mesa');
  });

  test('keeps cards apart from words, so that they can be drawn', () => {
    expect(narrate(played('meld 4H 5H 6H'), scene)!.sentence).toEqual(['Ana baixou ', ['4H', '5H', '6H']]);
    expect(narrate({ ...AT, type: 'followed', step: 1, seat: 0, entry: 'red 3H 5C' }, scene)!.sentence).toEqual([
      'Ana expôs ',
      ['3H'],
      ' e comprou ',
      ['5C'],
    ]);
  });
});
