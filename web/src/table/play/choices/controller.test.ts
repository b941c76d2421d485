import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../net/connection/pendingCommands';
import type { Previewed, State } from '../../../net/types';
import { speak } from '../../../i18n';
import { GRACE } from './premove.svelte';
import { Answers, PAUSE } from './answers';
import { needsConfirmation, confirms } from './confirmation';
import { lit, press, tapped } from './interaction';
import { HandController, SETTLES, TREMBLE } from './controller.svelte';
import type { Port } from './port';
import { description, details, spoken } from './offerText';
import { offerFor } from './offers';
import { deedOf } from './shortcuts';
import { runningTotal, statusOf } from '../bar/status';

/** A table with answers given by the test. */
class Fake implements Port {
  state: State;
  seat = 0;
  acting = false;
  sent: string[] = [];
  asked: string[] = [];
  answers: Record<string, Partial<Previewed>> = {};
  private end: (outcome: Outcome) => void = () => {};
  controller: HandController | null = null;

  constructor(play: object) {
    this.state = {
      deal: 1,
      step: 1,
      stage: 'playing',
      you: 0,
      seats: ['Ana', 'Bruno', 'Clara', 'Davi'].map((name) => ({ kind: 'person', name })),
      play: { ...PLAY, ...play },
    } as unknown as State;
  }

  get myTurn(): boolean {
    return this.state.play?.to_act === 0 && this.state.play.bot === null;
  }

  act(action: string): Promise<Outcome> {
    this.sent.push(action);
    this.acting = true;
    return new Promise((end) => (this.end = end));
  }

  undo(): Promise<Outcome> {
    return this.act('undo');
  }

  preview(cards: string): Promise<Previewed | null> {
    this.asked.push(cards);
    const found = this.answers[cards];
    return Promise.resolve(
      found
        ? ({ type: 'previewed', id: '', step: this.state.step, ways: [], faults: [], ...found } as Previewed)
        : null,
    );
  }

  hint(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Changes the state, as a message would. */
  become(play: object): void {
    this.state = { ...this.state, step: this.state.step + 1, play: { ...this.state.play!, ...play } };
    this.controller?.follow(this.state);
  }

  async answer(outcome: Outcome): Promise<void> {
    this.acting = false;
    this.end(outcome);
    await vi.advanceTimersByTimeAsync(0);
  }
}

const DONE: Outcome = { is: 'done', seq: 1, last: 1 };
const FAULT = { code: 'x', pt: 'não dá', en: 'no', article: 'Art. 5' };
const PLAY = {
  turn: 1,
  to_act: 0,
  phase: 'play',
  bot: null,
  due: null,
  hand: '7H 7H 8H 9H KS',
  legal: ['meld 7H 8H 9H', 'lay 1 KS', 'discard 7H', 'discard 8H', 'discard 9H', 'discard KS'],
  may_refuse: false,
  may_undo: true,
  hand_sizes: [5, 11, 11, 11],
  melds: [[{ cards: 'TS JS QS', low: 10, wild: null }], []],
  minimum: [0, 0],
  points_laid: 0,
  pile_size: 3,
  stock_size: 20,
  waiting_morto: [false, false, false, false],
};

/** `confirm`: true for a finger with the setting "touch"; "always" for that setting. */
function seated(play: object = {}, confirm: boolean | 'always' = false): [Fake, HandController] {
  const port = new Fake(play);
  const setting = confirm === 'always' ? 'always' : 'touch';
  const controller = new HandController(port, {
    confirm: (sure) => confirms(setting, confirm ? 'touch' : 'mouse', sure),
  });
  port.controller = controller;
  controller.follow(port.state);
  return [port, controller];
}
const shown = (controller: HandController): string => controller.hand.map(({ card }) => card).join(' ');
const chosen = (controller: HandController): string => [...controller.chosen].join(' ');

beforeEach(() => {
  vi.useFakeTimers();
  return speak('pt');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('playing a card', () => {
  test('takes it out of the hand at once, and for good once it is done', async () => {
    const [port, controller] = seated();
    controller.choose(['7H1', '8H0', '9H0']);
    expect(controller.offers.primary?.action).toBe('meld 7H 8H 9H');
    controller.primary();
    expect(port.sent).toEqual(['meld 7H 8H 9H']);
    expect(shown(controller)).toBe('KS 7H');
    expect(controller.sent?.action).toBe('meld 7H 8H 9H');
    expect(controller.offers.primary).toBeNull();
    port.become({ hand: '7H KS', legal: ['discard 7H', 'discard KS'] });
    await port.answer(DONE);
    expect(shown(controller)).toBe('KS 7H');
    expect(controller.hand.map(({ key }) => key)).toContain('7H0');
    expect(controller.sent).toBeNull();
  });

  test('puts it back with the reason if it is refused', async () => {
    const [port, controller] = seated();
    controller.choose(['KS0']);
    controller.take(controller.offers.all.filter(({ verb }) => verb === 'discard'));
    expect(shown(controller)).toBe('7H 7H 8H 9H');
    await port.answer({ is: 'refused', fault: FAULT });
    expect(shown(controller)).toBe('KS 7H 7H 8H 9H');
    expect(chosen(controller)).toBe('KS0');
    expect(controller.refused).toBe(FAULT);
    controller.toggle('KS0');
    expect(controller.refused).toBeNull();
  });

  test('sends nothing while something is on its way', async () => {
    const [port, controller] = seated();
    controller.choose(['KS0']);
    controller.primary();
    controller.choose(['8H0']);
    controller.primary();
    await controller.undo();
    expect(port.sent).toEqual(['lay 1 KS']);
  });

  test('asks before a discard, and not by a finger that trembles', async () => {
    const [port, controller] = seated({}, true);
    controller.choose(['9H0']);
    controller.primary();
    expect(controller.asking?.action).toBe('discard 9H');
    controller.primary();
    expect(port.sent).toEqual([]);
    vi.advanceTimersByTime(TREMBLE);
    controller.primary();
    expect(port.sent).toEqual(['discard 9H']);
  });

  test('asks nobody who drags a card to the pile, or taps it twice', () => {
    const [port, controller] = seated({}, true);
    controller.choose(['9H0']);
    tapped(controller, 'pile', undefined, true);
    expect(port.sent).toEqual(['discard 9H']);
    const [other, twice] = seated({}, true);
    expect(twice.discard('8H0')).toBe(true);
    expect(other.sent).toEqual(['discard 8H']);
    const [, drawing] = seated({ phase: 'draw', legal: ['draw'] }, true);
    expect(drawing.discard('8H0')).toBe(false);
  });

  test('asks before every discard, where that is set', async () => {
    const ways: Record<string, (controller: HandController) => void> = {
      dragged: (controller) => tapped(controller, 'pile', undefined, true),
      'tapped twice': (controller) => controller.discard('9H0'),
      'by a key': (controller) => press(controller, 'pile', false),
      'by Enter': (controller) => press(controller, 'primary', false),
      'from the list': (controller) => controller.take([offerFor('discard 9H')]),
    };
    for (const [way, does] of Object.entries(ways)) {
      const [port, controller] = seated({}, 'always');
      controller.choose(['9H0']);
      does(controller);
      expect([controller.asking?.action, port.sent], way).toEqual(['discard 9H', []]);
      vi.advanceTimersByTime(TREMBLE);
      controller.primary();
      expect(port.sent, way).toEqual(['discard 9H']);
    }
    const [port, controller] = seated({ to_act: 1, legal: [] }, 'always');
    controller.preselect('KS0');
    port.become({ to_act: 0, legal: ['discard 7H', 'discard KS'] });
    await vi.advanceTimersByTimeAsync(GRACE);
    expect([controller.asking?.action, port.sent, controller.premove.key]).toEqual(['discard KS', [], null]);
  });

  test('takes a second Enter for the same one: it draws nothing in the next turn', async () => {
    const [port, controller] = seated();
    controller.choose(['9H0']);
    press(controller, 'primary', true);
    port.become({ turn: 2, phase: 'draw', hand: '7H 7H 8H KS', legal: ['draw', 'take'] });
    await port.answer(DONE);
    press(controller, 'primary', true);
    expect(port.sent).toEqual(['discard 9H']);
    vi.advanceTimersByTime(SETTLES);
    press(controller, 'primary', true);
    expect(port.sent).toEqual(['discard 9H', 'draw']);
  });

  test('goes one step back at a time', () => {
    const [, controller] = seated({}, true);
    controller.choose(['9H0']);
    controller.primary();
    controller.back();
    expect([controller.asking, chosen(controller)]).toEqual([null, '9H0']);
    controller.back();
    expect(chosen(controller)).toBe('');
  });

  test('asks which of several ways', () => {
    const [port, controller] = seated({ hand: '2S KS', legal: ['lay 1 2S low', 'lay 1 2S high', 'discard 2S'] });
    controller.choose(['2S0']);
    controller.primary();
    expect(controller.sheet).toBe('ways');
    expect(port.sent).toEqual([]);
    controller.take([controller.ways[1]!]);
    expect(port.sent).toEqual(['lay 1 2S high']);
  });

  test('uses the top card right after the purchase, and has it chosen', async () => {
    const [port, controller] = seated({ phase: 'draw', legal: ['draw', 'take'] });
    const way = { kind: 'take', action: 'take', then: 'meld 8H 9H TH', number: null, fault: null };
    port.answers['8H 9H'] = { ways: [way] as unknown as Previewed['ways'] };
    controller.choose(['8H0', '9H0']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    controller.primary();
    expect(port.sent).toEqual(['take']);
    port.become({ phase: 'justify', due: 'TH', hand: '7H 7H 8H 9H TH KS', legal: ['meld 8H 9H TH'] });
    expect(chosen(controller)).toBe('8H0 9H0 TH0');
    await port.answer(DONE);
    expect(port.sent).toEqual(['take', 'meld 8H 9H TH']);
  });
});

describe('a discard chosen beforehand', () => {
  const others = { to_act: 1, legal: [] };

  test('goes once nothing else is left, after a moment', async () => {
    const [port, controller] = seated(others);
    controller.preselect('KS0');
    port.become({ to_act: 0, phase: 'draw', legal: ['draw'] });
    expect(controller.premove.going).toBe(false);
    port.become({ phase: 'play', legal: ['discard 7H', 'discard KS'] });
    expect(controller.premove.going).toBe(true);
    expect(port.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(GRACE);
    expect(port.sent).toEqual(['discard KS']);
  });

  test('is held back by a tap', async () => {
    const [port, controller] = seated(others);
    controller.preselect('KS0');
    port.become({ to_act: 0, legal: ['discard 7H', 'discard KS'] });
    controller.toggle('7H0');
    await vi.advanceTimersByTimeAsync(2 * GRACE);
    expect(port.sent).toEqual([]);
    expect(controller.premove.key).toBeNull();
  });

  test('is only chosen where there is more to do', async () => {
    const [port, controller] = seated(others);
    controller.preselect('KS0');
    port.become({ to_act: 0, legal: PLAY.legal });
    await vi.advanceTimersByTimeAsync(2 * GRACE);
    expect(port.sent).toEqual([]);
    expect(chosen(controller)).toBe('KS0');
  });
});

describe('the table around', () => {
  test('lights up what the chosen cards can do', () => {
    const [, controller] = seated();
    controller.choose(['KS0']);
    expect([...lit(controller).melds.keys()]).toEqual([1]);
    expect(lit(controller)).toMatchObject({ pile: 'discard', stock: false, fresh: null, due: false });
    controller.choose(['7H0', '8H0', '9H0']);
    expect(lit(controller)).toMatchObject({ pile: null, fresh: { action: 'meld 7H 8H 9H' } });
  });

  test('answers taps and keys', () => {
    const [port, controller] = seated();
    controller.choose(['KS0']);
    tapped(controller, 'meld', 1);
    expect(port.sent).toEqual(['lay 1 KS']);
    const [draws, drawing] = seated({ phase: 'draw', legal: ['draw', 'take'] });
    press(drawing, 'stock', true);
    expect(draws.sent).toEqual(['draw']);
    const [, waiting] = seated({ to_act: 1, legal: [] });
    waiting.choose(['KS0']);
    press(waiting, 'pile', true);
    expect(waiting.premove.key).toBe('KS0');
  });

  test('three cards let go over a meld wait for what the server says of them', async () => {
    const [port, controller] = seated();
    const lays = [{ kind: 'lay', action: 'lay 1 7H 8H 9H', then: null, number: 1, fault: null }];
    port.answers['7H 8H 9H'] = { ways: lays as unknown as Previewed['ways'] };
    controller.choose(['7H0', '8H0', '9H0']);
    tapped(controller, 'meld', 1);
    expect(port.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(port.sent).toEqual(['lay 1 7H 8H 9H']);
  });

  test('what was tapped before the next step is void', async () => {
    const [port, controller] = seated();
    const lays = [{ kind: 'lay', action: 'lay 1 7H 8H 9H', then: null, number: 1, fault: null }];
    port.answers['7H 8H 9H'] = { ways: lays as unknown as Previewed['ways'] };
    controller.choose(['7H0', '8H0', '9H0']);
    tapped(controller, 'meld', 1);
    port.become({});
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect(port.sent).toEqual([]);
  });

  test('a meld that does not take the cards says why', async () => {
    const [port, controller] = seated();
    port.answers['7H 8H'] = {
      faults: [{ kind: 'lay', action: 'lay 1 7H 8H', number: 1, fault: FAULT }] as unknown as Previewed['faults'],
    };
    controller.choose(['7H0', '8H0']);
    tapped(controller, 'meld', 1);
    expect(controller.refused).toBeNull();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(controller.refused).toBe(FAULT);
  });
});

describe('questions to the server', () => {
  test('wait until the choice stands, and are asked once', async () => {
    const asked: string[] = [];
    const answer = (cards: string) => (
      asked.push(cards),
      Promise.resolve({ step: 3, ways: [], faults: [] } as unknown as Previewed)
    );
    const answers = new Answers(answer, () => {});
    answers.want(3, ['8H']);
    answers.want(3, ['8H', '7H']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    answers.want(3, ['7H', '8H']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(asked).toEqual(['7H 8H']);
    expect(answers.get(3, ['8H', '7H'])).toBeDefined();
    expect(answers.get(4, ['8H', '7H'])).toBeUndefined();
  });

  test('an answer after another step is none', async () => {
    const answers = new Answers(
      () => Promise.resolve({ step: 4, ways: [], faults: [] } as unknown as Previewed),
      () => {},
    );
    answers.want(3, ['8H']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(answers.get(3, ['8H'])).toBeUndefined();
  });
});

describe('words', () => {
  const way = {
    kind: 'lay',
    action: 'lay 2 2S high',
    number: 2,
    meld: { cards: '', low: 3, wild: 6 },
    canasta: 'dirty',
  };
  const lay = {
    ...offerFor('lay 2 2S high'),
    way: { ...way, stands_for: '9H', points: 10, total: 80, minimum: 75 } as never,
  };

  test('say what an offer does', () => {
    const play = PLAY as never;
    expect(description(lay)).toBe('jogo 2 · suja · 2 no lugar do nove de copas · 10 pontos · abertura: 80/75');
    expect(description(offerFor('lay 2 2S high'))).toBe('jogo 2 · em cima');
    expect(details(offerFor('draw'), play, 0)).toBe('20 no monte');
    expect(spoken(offerFor('discard KS'), play, 0)).toBe('Descartar rei de espadas');
  });

  test('say whose turn it is, and what is missing', () => {
    const about = { ahead: null, going: false, offer: null, offline: false };
    const line = (play: object, more: object = {}): string => statusOf(new Fake(play).state, { ...about, ...more });
    expect(line({ phase: 'draw', legal: ['draw'] })).toBe('Sua vez: compre do monte');
    expect(line({ phase: 'draw', legal: ['draw', 'take'] })).toBe('Sua vez: monte ou lixo?');
    expect(line({ phase: 'draw', legal: ['pass', 'take'] })).toBe('O monte acabou: pegue o lixo ou passe');
    expect(line({ phase: 'justify', due: '7H' })).toBe('Use agora: sete de copas, do lixo');
    expect(line({ may_refuse: true })).toBe('Fique com a carta ou devolva-a');
    expect(line({ legal: ['discard KS'] })).toBe('Sua vez: descarte uma carta');
    expect(line({ minimum: [75, 0] })).toBe('Sua vez. Abertura: ao menos 75 pontos');
    expect(line({ minimum: [75, 0], points_laid: 40 })).toBe('Abertura: 40/75. Baixe mais ou recolha');
    expect(line({ to_act: 1, phase: 'draw' })).toBe('Vez de Bruno: compra');
    expect(line({ to_act: 1 }, { ahead: 'KS' })).toBe('Vez de Bruno. Depois sai rei de espadas');
    expect(line({ bot: 'greedy' })).toBe('Um robô joga no seu lugar');
    expect(runningTotal(new Fake({ minimum: [75, 0], points_laid: 40 }).state, lay)).toEqual({
      total: 80,
      minimum: 75,
    });
    expect(runningTotal(new Fake({}).state, lay)).toBeNull();
  });

  test('keys and confirmations', () => {
    const key = (name: string, more = {}) => ({
      key: name,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      ...more,
    });
    expect(deedOf(key('Enter'), false)).toBe('primary');
    expect(deedOf(key('Enter'), true)).toBeNull();
    expect(deedOf(key('Enter', { shiftKey: true }), false)).toBe('second');
    expect(deedOf(key('z', { ctrlKey: true }), false)).toBe('undo');
    expect(deedOf(key('m', { ctrlKey: true }), false)).toBeNull();
    expect(deedOf(key('3'), false)).toEqual({ meld: 3 });
    expect(deedOf(key('x'), false)).toBeNull();
    expect([
      confirms('touch', 'touch'),
      confirms('touch', 'mouse'),
      confirms('always', ''),
      confirms('never', 'touch'),
    ]).toEqual([true, false, true, false]);
    expect([confirms('touch', 'touch', true), confirms('always', 'touch', true), confirms('never', '', true)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([
      needsConfirmation('pass', false),
      needsConfirmation('withdraw', false),
      needsConfirmation('discard', false),
      needsConfirmation('discard', true),
      needsConfirmation('draw', true),
    ]).toEqual([true, true, false, true, false]);
  });
});
