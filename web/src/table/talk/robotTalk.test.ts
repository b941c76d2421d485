import { describe, expect, test } from 'vitest';
import { play, state } from '../../net/testHelpers';
import type { SeatState, State, TableEvent } from '../../net/types';
import { pt } from '../../i18n/pt/table/robots';
import {
  ANSWERS,
  greeting,
  isAlone,
  remark,
  robotsTalk,
  storedSpoken,
  storeSpoken,
  talker,
  variant,
  type Occasion,
} from './robotTalk';

const [ana, bot] = state().seats as [SeatState, SeatState];
const four = (changes: Partial<State> = {}): State =>
  state({ seats: [bot, ana, bot, bot], you: 1, stage: 'playing', play: play({ turn: 1 }), ...changes });
const OCCASIONS: Occasion[] = ['hello', 'good_game', 'canasta', 'own_canasta', 'out', 'own_out', 'won', 'lost'];

function dealt(last: object, now: State = four()): Parameters<typeof remark>[0] {
  const next = { ...now, last: { deal: 1, went_out: null, ...last } } as State;
  return { events: [{ seq: 9, event: { type: 'dealt', at: 1 } as unknown as TableEvent }], before: null, state: next };
}

describe('robots talk', () => {
  test('where nobody but them could answer', () => {
    expect(robotsTalk(four(), 0)).toBe(true);
    expect(isAlone(four(), 1)).toBe(false);
    expect(isAlone(four({ you: null }), 0)).toBe(false);
    expect(isAlone(four({ seats: [ana, ana, bot, bot] }), 0)).toBe(false);
  });

  test('not in tournaments, nor where others play the same packs', () => {
    expect(robotsTalk(four({ arranged: true }), 0)).toBe(false);
    expect(robotsTalk(four({ packs: 'p1' }), 0)).toBe(false);
  });

  test('as a partner may: the next one speaks where partners keep quiet', () => {
    expect([talker(four(), true), talker(four(), false)]).toEqual([3, 2]);
    expect(talker(four({ stage: 'gathering' }), false)).toBe(3);
    expect(talker(state(), true)).toBe(1);
  });

  test('to greet in the first round of a match', () => {
    expect(greeting(four(), true)).toEqual({ seat: 3, occasion: 'hello' });
    expect(greeting(four(), false)).toEqual({ seat: 2, occasion: 'good_game' });
    expect(greeting(four({ deal: 2 }), true)).toBeNull();
    expect(greeting(four({ play: play({ turn: 5 }) }), true)).toBeNull();
    expect(greeting(four({ stage: 'gathering', play: null }), true)).toBeNull();
  });

  test('about canastas of the person and of the other side', () => {
    const change = { events: [], before: null, state: four() };
    const made = (seat: number) => ({ seq: 1, seat, kind: 'clean' as const, points: 200 });
    expect(remark(change, made(1), true)).toEqual({ seat: 3, occasion: 'canasta' });
    expect(remark(change, made(2), true)).toEqual({ seat: 2, occasion: 'own_canasta' });
    expect(remark(change, made(3), true)).toBeNull();
    expect(remark(change, null, true)).toBeNull();
  });

  test('about a deal that is over when the next one is dealt', () => {
    const scores = [{ total: 100 }, { total: 300 }];
    expect(remark(dealt({ went_out: 1 }), null, true)).toEqual({ seat: 3, occasion: 'out' });
    expect(remark(dealt({ went_out: 0 }), null, true)).toEqual({ seat: 0, occasion: 'own_out' });
    expect(remark(dealt({ scores }), null, true)).toEqual({ seat: 3, occasion: 'won' });
    expect(remark(dealt({ scores: scores.toReversed() }), null, true)).toEqual({ seat: 3, occasion: 'lost' });
    expect(remark(dealt({ scores }), null, false)).toBeNull();
    expect(remark({ ...dealt({ scores }), events: [] }, null, true)).toBeNull();
  });

  test('of nothing that is hidden: other cards in hands change no word', () => {
    const hidden = { play: play({ hand: 'KS KD', known: ['5H', '6H'], legal: ['discard KS'] }) };
    for (const partners of [true, false]) {
      expect(greeting(four(hidden), partners)).toEqual(greeting(four(), partners));
      expect(remark(dealt({ went_out: 1 }, four(hidden)), null, partners)).toEqual(
        remark(dealt({ went_out: 1 }), null, partners),
      );
    }
  });

  test('in words that there are', () => {
    const keys = [
      ...OCCASIONS.flatMap((each) => [`robots.${each}.0`, `robots.${each}.1`]),
      ...Object.values(ANSWERS).map((each) => `robots.answer.${each}`),
    ];
    for (const key of keys) expect(pt).toHaveProperty([key]);
    expect([...new Set(keys), 'robots.says', 'robots.alone'].sort()).toEqual(Object.keys(pt).sort());
    expect(variant('m1', 'hello')).toBe(variant('m1', 'hello'));
    expect(new Set(['m1', 'm2', 'm3'].map((match) => variant(match, 'hello')))).toEqual(new Set([0, 1]));
  });
});

test('what was said is remembered by match, of the latest twenty', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  };
  expect(storedSpoken('m0', storage)).toEqual({ times: 0, deal: 0 });
  for (let each = 0; each < 25; each++) storeSpoken(`m${each}`, { times: 2, deal: each }, storage);
  expect(storedSpoken('m24', storage)).toEqual({ times: 2, deal: 24 });
  expect(storedSpoken('m4', storage)).toEqual({ times: 0, deal: 0 });
  for (const broken of ['{', 'null', '7']) {
    items.set('canastra.robots', broken);
    expect(storedSpoken('m24', storage)).toEqual({ times: 0, deal: 0 });
  }
});
