import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Cuts } from '../net/fairness/cuts';
import { FakeSocket, Hands, welcome } from '../net/testHelpers';
import type { Changes, Seen, ServerMessage, State, TableEvent } from '../net/types';
import { publicFacts, robotPause, type PublicFacts } from './pauses';
import { pauseOf, timeOf } from './presentation';
import { TableStore } from './store.svelte';

interface Deal {
  seq: number;
  state: State;
  updates: { at: number; seq: number; events: [number, TableEvent | null][]; changes: Changes }[];
}
interface Fixture {
  pauses: [kind: string, pile: number, melds: number, random: number, ms: number][];
  reckoned: Record<string, number>;
  twins: [Deal, Deal];
}

/** Made with the server's code: tests/web/pauses.py. */
const fixture = JSON.parse(readFileSync(new URL('./fixtures/pauses.json', import.meta.url), 'utf8')) as Fixture;
const PACES = ['normal', 'slow', 'fast'] as const;

describe('a pause', () => {
  test('is the same on the page and at a terminal', () => {
    for (const [kind, pile, melds, random, ms] of fixture.pauses)
      expect(robotPause({ kind, pile, melds }, random)).toBe(ms);
    expect(fixture.pauses.length).toBeGreaterThan(100);
  });

  test('is longer before a large pile is taken, and before a discard late in a deal', () => {
    const at = (facts: PublicFacts): number => robotPause(facts, 0.5);
    expect(at({ kind: 'take', pile: 12, melds: 2 })).toBeGreaterThan(at({ kind: 'take', pile: 1, melds: 2 }));
    expect(at({ kind: 'take', pile: 1, melds: 2 })).toBeGreaterThan(at({ kind: 'draw', pile: 1, melds: 2 }));
    expect(at({ kind: 'draw', pile: 12, melds: 2 })).toBeGreaterThan(at({ kind: 'draw', pile: 0, melds: 2 }));
    expect(at({ kind: 'discard', pile: 3, melds: 8 })).toBeGreaterThan(at({ kind: 'discard', pile: 3, melds: 0 }));
  });

  test('is never longer than the server reckons with, so that no clock runs before its player has seen it', () => {
    for (const [entry, reckoned] of Object.entries(fixture.reckoned)) {
      const play = { pile_size: 100, melds: [Array(30).fill({ cards: '4H', low: 4, wild: null }), []] };
      const before = { you: 0, play } as unknown as State;
      const events: Seen[] = [{ seq: 1, event: { type: 'played', at: 0, step: 0, seat: 1, entry, bot: 'greedy' } }];
      const update = { type: 'update' as const, seq: 1, events, changes: {} as Changes };
      expect(timeOf(update, before, 'normal') + pauseOf(update, before, 'normal', () => 1)!).toBeLessThanOrEqual(
        reckoned,
      );
    }
  });

  test('sees no hand: other hidden keys of a state change nothing', () => {
    const play = { pile_size: 4, melds: [[], []] };
    const more = { ...play, hand: 'AS 2S', legal: ['draw'], known: ['', 'KD'] };
    expect(publicFacts('discard 9D', more)).toEqual(publicFacts('discard 9D', play));
    expect(Object.keys(publicFacts('discard 9D', more))).toEqual(['kind', 'pile', 'melds']);
  });
});

/**
 * The times at which a robot's actions are shown, in milliseconds since the person's last action, which is sent when
 * everything was shown.
 */
function moments({ seq, state, updates }: Deal, pace: (typeof PACES)[number]): number[] {
  const hands = new Hands();
  const socket = new FakeSocket('0');
  let drawn = 0;
  const { now, later } = hands;
  const store = new TableStore(
    { table: 't' },
    {
      dial: () => socket,
      follow: () => () => {},
      cuts: new Cuts(() => Uint8Array.from([1]), null),
      others: null,
      now,
      later,
      pace: () => pace,
      random: () => (drawn++ * 0.37) % 1,
    },
  );
  const found: number[] = [];
  let acted = hands.at;
  store.listen(({ events }) => {
    for (const { event } of events) if (event?.type === 'played' && event.bot) found.push(hands.at - acted);
  });
  store.open();
  socket.open();
  socket.say(welcome(seq, { state }));
  const told = updates.map(({ events, ...rest }) => ({
    ...rest,
    events: events.map(([n, event]) => ({ seq: n, event })),
  }));
  const isOwn = (update: (typeof told)[number]): boolean =>
    update.events.some(({ event }) => event?.type === 'played' && !event.bot);
  let late = 0;
  for (const update of told) {
    const { at, ...message } = update;
    if (isOwn(update)) {
      hands.pass(20_000);
      acted = hands.at;
      late = acted - at;
    } else hands.pass(Math.max(0, at + late - hands.at));
    socket.say({ type: 'update', ...message } as ServerMessage);
  }
  hands.pass(20_000);
  store.close();
  return found;
}

describe('two deals that differ in every hidden card, and in how long robots think', () => {
  const [one, other] = fixture.twins;
  const seen = ({ updates }: Deal): string =>
    updates
      .flatMap(({ events }) => events.map(([, event]) => (event?.type === 'played' ? event.entry : '')))
      .join(' ')
      .replace(/draw ../g, 'draw');

  test('look alike to everybody', () => {
    expect(seen(other)).toBe(seen(one));
    expect(other.state.play!.hand).not.toBe(one.state.play!.hand);
    expect(other.updates.map(({ at }) => at)).not.toEqual(one.updates.map(({ at }) => at));
  });

  test.each(PACES)('have the same pauses at the pace %s', (pace) => {
    const shown = moments(one, pace);
    expect(shown.length).toBeGreaterThan(30);
    expect(moments(other, pace)).toEqual(shown);
  });

  test('have pauses that vary', () => {
    const shown = moments(one, 'normal');
    const gaps = shown.slice(1).map((at, place) => at - shown[place]!);
    expect(new Set(gaps).size).toBeGreaterThan(15);
  });
});
