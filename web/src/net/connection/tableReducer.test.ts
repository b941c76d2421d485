import { describe, expect, test } from 'vitest';
import { EVENTS, LINES, merged, NOTHING, REACTIONS, reduce, type Known } from './tableReducer';
import { play, state, TALK, welcome } from '../testHelpers';
import type { Line, Seen, ServerMessage, TableEvent } from '../types';

const event = (seat: number): TableEvent => ({ type: 'readied', at: 1, seat });
const seen = (seq: number): Seen => ({ seq, event: event(seq) });
const line = (n: number): Line => ({ n, at: n, player: 'p', name: 'Ana', preset: 'hello' });
const update = (from: number, to: number, changes = {}): ServerMessage => ({
  type: 'update',
  seq: to,
  events: Array.from({ length: to - from + 1 }, (_, n) => seen(from + n)),
  changes,
});

function all(...messages: ServerMessage[]): Known {
  return messages.reduce((known, message) => reduce(known, message, known.seq), NOTHING);
}

const numbers = (known: Known) => known.log.map(({ seq }) => seq);

describe('a state', () => {
  test('is brought up to date key by key', () => {
    const before = state({ play: play({ turn: 1 }) });
    const after = merged(before, { step: 2, play: { phase: 'play' } });
    expect(after).toEqual({ ...before, step: 2, play: { ...before.play, phase: 'play' } });
    expect([before.step, before.play!.phase]).toEqual([0, 'draw']);
    expect(merged(before, { play: null }).play).toBeNull();
    expect(merged(before, { step: 3 }).play).toBe(before.play);
    expect(merged(state(), { play: play() }).play).toEqual(play());
  });

  test('goes on with updates, and is replaced by a welcome', () => {
    const known = all(welcome(3), update(4, 5, { step: 9 }));
    expect([known.seq, known.state!.step]).toEqual([5, 9]);
    expect(all(welcome(3), update(4, 5, { step: 9 }), welcome(6)).state!.step).toBe(0);
  });

  test('nothing goes on before the first welcome', () => expect(all(update(1, 2))).toBe(NOTHING));

  test('comes with a refusal that has it', () => {
    const fault = { code: 'table_stale', pt: '', en: '' };
    const missed = { seq: 6, events: [seen(5), seen(6)], state: state({ step: 7 }) };
    const known = all(welcome(4), { type: 'refused', id: 'a', fault, missed });
    expect([known.seq, known.state!.step, numbers(known)]).toEqual([6, 7, [5, 6]]);
    const late = reduce({ ...known, seq: 8 }, { type: 'refused', id: 'b', fault, missed }, 8);
    expect(late.seq).toBe(8);
  });
});

describe('the log', () => {
  test('has every event once', () => {
    const [first, later] = [
      [seen(2), seen(3)],
      [seen(5), seen(6)],
    ];
    const known = all(welcome(3, { events: first }), update(4, 5), welcome(6, { events: later }));
    expect(numbers(known)).toEqual([2, 3, 4, 5, 6]);
    expect(known.missed).toBeNull();
  });

  test('leaves out what is not for these eyes', () => {
    const hidden = { ...update(4, 4), events: [{ seq: 4, event: null }] } as ServerMessage;
    expect(numbers(all(welcome(3), hidden))).toEqual([]);
  });

  test('says what nobody can tell any more', () => {
    expect(all(welcome(3), welcome(9)).missed).toEqual({ from: 4, to: 9 });
    expect(all(welcome(3), welcome(9, { events: [seen(8), seen(9)] })).missed).toEqual({ from: 4, to: 7 });
    expect(all(welcome(3), welcome(3)).missed).toBeNull();
  });

  test('forgets what a restored server has forgotten', () => {
    const known = all(welcome(3), update(4, 6), welcome(5));
    expect([known.seq, numbers(known)]).toEqual([5, [4, 5]]);
  });

  test('has an end', () => {
    const known = all(welcome(1), ...Array.from({ length: EVENTS + 50 }, (_, n) => update(n + 2, n + 2)));
    expect(known.log).toHaveLength(EVENTS);
    expect(known.log.at(-1)!.seq).toBe(EVENTS + 51);
  });

  test('the ends of deals are kept', () => {
    const ended = { type: 'deal_ended', at: 1, deal: 1, ending: 'stock', points: [1, 2], stock: '' } as const;
    const whole = { ...ended, hands: [], dealt: [], mortos: [] };
    const first = all(welcome(1, { state: state({ last: whole }) }));
    const second = { ...update(2, 2), events: [{ seq: 2, event: { ...whole, deal: 2 } }] } as ServerMessage;
    const both = reduce(first, second, 1);
    expect([...both.ended.keys()]).toEqual([1, 2]);
    expect([...first.ended.keys()]).toEqual([1]);
  });
});

describe('talk', () => {
  const talk = (...lines: Line[]) => ({ talk: { ...TALK, lines } });

  test('is in order, each line once', () => {
    const known = all(
      welcome(1, talk(line(2), line(3))),
      { type: 'said', line: line(5) },
      { type: 'said', line: line(4) },
      { type: 'said', line: line(5), id: 'a' },
    );
    expect(known.lines.map(({ n }) => n)).toEqual([2, 3, 4, 5]);
  });

  test('goes on after a welcome, which knows better what may be heard', () => {
    const known = all(welcome(1, talk(line(1), line(2), line(3))), welcome(1, talk(line(2), line(4))));
    expect(known.lines.map(({ n }) => n)).toEqual([1, 2, 4]);
    expect(all(welcome(1, talk(line(1))), welcome(1)).lines).toEqual([]);
  });

  test('has an end', () => {
    const lines = Array.from({ length: LINES + 5 }, (_, n): ServerMessage => ({ type: 'said', line: line(n + 1) }));
    expect(all(welcome(1), ...lines).lines).toHaveLength(LINES);
  });

  test('reactions are each another', () => {
    const clap = { type: 'reacted', at: 5, player: 'p', name: 'Ana', reaction: 'clap' } as const;
    const known = all(welcome(1), ...Array.from({ length: REACTIONS + 3 }, () => clap));
    expect(known.reactions).toHaveLength(REACTIONS);
    expect(new Set(known.reactions.map(({ key }) => key)).size).toBe(REACTIONS);
  });
});

test('who watches, and where it goes on', () => {
  const known = all(welcome(1, { watchers: 2 }), { type: 'watchers', count: 3 }, { type: 'next', table: 't-2' });
  expect([known.watchers, known.next]).toEqual([3, 't-2']);
  expect(all(welcome(1, { watchers: 2 }), welcome(1)).watchers).toBe(0);
});

test('messages of a newer server change nothing', () => {
  const known = all(welcome(1));
  expect(reduce(known, { type: 'novelty' } as unknown as ServerMessage, 1)).toBe(known);
});
