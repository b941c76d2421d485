import { describe, expect, test } from 'vitest';
import { libraryHashing } from '../../net/fairness/hashing';
import { commit, dealOut, fromHex, shuffle, type Piles } from '../../net/fairness/shuffle';
import { play } from '../../net/testHelpers';
import { SHUFFLE, type ReplayCard, type ReplayDeal, type ReplayState, type ReplayStep } from '../../net/types';
import { eventAt, eventsOf, handSeen, logAt, pointsAt, stateAt, statesOf } from './views';
import { grown } from '../../result/curve';
import { verify } from './verification';

const {
  hand: _,
  legal: __,
  may_refuse: ___,
  may_undo: ____,
  ...bare
} = play({ hand_sizes: [2, 2], pile: '4H 9C', pile_size: 2 });
const start: ReplayState = { ...bare, hands: ['AS 2S', '3D 4D'] };
const step = (turn: number, seat: number, entry: string, changes: ReplayStep['changes'] = {}): ReplayStep => ({
  turn,
  seat,
  entry,
  changes,
});

const deal: ReplayDeal = {
  deal: 1,
  dealer: 1,
  draw: [],
  hands: ['AS 2S', '3D 4D'],
  mortos: ['', ''],
  stock: '5C',
  start,
  steps: [
    step(1, 0, 'draw 5C', { hands: ['AS 2S 5C', '3D 4D'], hand_sizes: [3, 2] }),
    step(1, 0, 'refuse', { hands: ['AS 2S', '3D 4D'], hand_sizes: [2, 2], pile: '4H 9C 5C', pile_size: 3 }),
    step(2, 1, 'red 3D 6H', { red_threes: ['', '3D'] }),
    step(2, 1, 'morto', { has_morto: [false, true] }),
  ],
  ending: 'going_out',
  went_out: 1,
  scores: [],
  rulings: [],
  points: [100, -20],
  shuffle: { status: 'unproven', contributors: 0, flaws: [], proof: null },
};
const rulebook = {
  id: 'x',
  revision: 1,
  sha256: '',
  name: { pt: 'X', en: 'X' },
  players: 2,
  target: 0,
  parameters: {},
};
const card: ReplayCard = {
  about: {},
  players: ['Ana', 'Bruno'],
  rulebook,
  target: 2000,
  brought: [10, 20],
  deals: [deal, { ...deal, deal: 2, ending: null, points: [100, -20] }],
  points: [100, -20],
  finished: false,
  winner: null,
  forfeit: null,
};
const top: ReplayCard = {
  ...card,
  rulebook: { ...rulebook, parameters: { pile: { shown: { value: 'top', article: 'Lixo', decision: false } } } },
};

describe('states', () => {
  test('are folded step by step and keep what does not change', () => {
    const states = statesOf(deal);
    expect(states).toHaveLength(5);
    expect(states[1]!.hands[0]).toBe('AS 2S 5C');
    expect(states[4]!.pile).toBe('4H 9C 5C');
    expect(states[4]!.has_morto).toEqual([false, true]);
    expect(deal.start.hands[0]).toBe('AS 2S');
  });

  test('points are those before a deal, and on its sheet those after it', () => {
    expect(pointsAt(card, { deal: 0, step: 4 })).toEqual([10, 20]);
    expect(pointsAt(card, { deal: 0, step: 5 })).toEqual([100, -20]);
    expect(pointsAt(card, { deal: 1, step: 0 })).toEqual([100, -20]);
    expect(grown(card)).toEqual([
      [10, 20],
      [100, -20],
    ]);
    expect(grown({ ...card, deals: [{ ...deal, points: [null, 5] }] })).toEqual([[10, 20]]);
  });

  test('the table that is drawn has the seats, the points and the deal', () => {
    const state = stateAt(card, { deal: 0, step: 2 }, statesOf(deal)[2]!, null);
    expect(state).toMatchObject({ you: null, dealer: 1, deal: 1, points: [10, 20], target: 2000 });
    expect(state.seats.map(({ name }) => name)).toEqual(['Ana', 'Bruno']);
    expect(state.play).not.toHaveProperty('hands');
  });
});

describe('from one seat', () => {
  const states = statesOf(deal);

  test('other hands are closed', () => {
    expect(handSeen(states[1]!, 0, null)).toEqual(['AS', '2S', '5C']);
    expect(handSeen(states[1]!, 0, 0)).toEqual(['AS', '2S', '5C']);
    expect(handSeen(states[1]!, 0, 1)).toEqual(['??', '??', '??']);
  });

  test('what others drew is not told, what is laid open is', () => {
    const entries = (seat: number | null) =>
      eventsOf(deal, states, seat).map((event) => ('entry' in event ? event.entry : ''));
    expect(entries(null)).toEqual(['draw 5C', 'refuse', 'red 3D 6H', 'morto']);
    expect(entries(0)).toEqual(['draw 5C', 'refuse', 'red 3D ??', 'morto']);
    expect(entries(1)).toEqual(['draw ??', 'refuse', 'red 3D 6H', 'morto']);
    expect(eventsOf(deal, states, null)[1]).toMatchObject({ type: 'played', shown: '5C' });
    expect(eventsOf(deal, states, null)[3]).toMatchObject({ type: 'followed' });
  });

  test('a pile of which the top is shown shows no more', () => {
    const seen = (of: ReplayCard, seat: number | null) =>
      stateAt(of, { deal: 0, step: 0 }, states[2]!, seat).play!.pile;
    expect(seen(top, 0)).toBe('5C');
    expect(seen(top, null)).toBe('4H 9C 5C');
    expect(seen(card, 0)).toBe('4H 9C 5C');
  });
});

describe('telling', () => {
  const events = eventsOf(deal, statesOf(deal), null);

  test('each place has its event, and the log what came before', () => {
    expect(eventAt(deal, events, 0)).toMatchObject({ type: 'dealt', deal: 1, dealer: 1 });
    expect(eventAt({ ...deal, draw: ['0 3C', '1 KD'] }, events, 0)).toMatchObject({
      type: 'dealer_drawn',
      dealer: 1,
      drawn: ['0 3C', '1 KD'],
    });
    expect(eventAt(deal, events, 1)).toBe(events[0]);
    expect(eventAt(deal, events, 5)).toMatchObject({ type: 'deal_ended', ending: 'going_out', went_out: 1 });
    expect(eventAt({ ...deal, ending: 'annulled' }, events, 5)).toBeNull();
    expect(logAt(events, 2).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});

const hash = await libraryHashing();

describe('the shuffle', () => {
  const context = { match: 'm1', deal: 1, dealer: 1 };
  const secret = fromHex('11'.repeat(32))!;
  const cut = fromHex('ab')!;

  async function proved(): Promise<ReplayDeal> {
    const piles: Piles = dealOut(await shuffle(context, secret, [cut, cut], hash), 2, 1);
    const proof = {
      ...context,
      version: SHUFFLE,
      commitment: await commit(context, secret, hash),
      contributions: ['ab', 'ab'],
      secret: '11'.repeat(32),
    };
    const text = (cards: string[]) => cards.join(' ');
    return {
      ...deal,
      hands: piles.hands.map(text),
      mortos: piles.mortos.map(text),
      stock: text(piles.stock),
      shuffle: { status: 'verified', contributors: 2, flaws: [], proof },
    };
  }

  test('is found again from its proof, also where the record does not name its match', async () => {
    expect(await verify({ about: { id: 'm1' } }, await proved(), hash)).toMatchObject({
      status: 'verified',
      contributors: 2,
    });
    expect(await verify({ about: {} }, await proved(), hash)).toMatchObject({ status: 'verified' });
    expect(await verify({ about: { id: 'm2' } }, await proved(), hash)).toMatchObject({ status: 'wrong' });
  });

  test('does not bear a card exchanged, whatever the server says', async () => {
    const right = await proved();
    const [one, other] = right.hands as [string, string];
    const swapped = { ...right, hands: [`${other.slice(0, 2)}${one.slice(2)}`, `${one.slice(0, 2)}${other.slice(2)}`] };
    expect(await verify(card, swapped, hash)).toMatchObject({ status: 'wrong' });
  });

  test('can not be told of a deal without a proof, or one that is not open yet', async () => {
    expect(await verify(card, deal, hash)).toMatchObject({ status: 'unproven' });
    const sealed = { ...deal, shuffle: { ...deal.shuffle, status: 'sealed' } };
    expect(await verify(card, sealed, hash)).toMatchObject({ status: 'sealed' });
  });
});
