import { beforeEach, expect, test } from 'vitest';
import type { Changes, MeldState, PlayState, Seen, State, TableEvent, Update } from '../net/types';
import { finalPause, finalTime, pauseOf, Presentation, timeOf, type Pace } from './presentation';

let timers: { at: number; call: () => void }[] = [];
let now = 0;
let shown: string[] = [];
let waiting: boolean[] = [];

function later(ms: number, call: () => void): () => void {
  const timer = { at: now + ms, call };
  timers.push(timer);
  return () => (timers = timers.filter((each) => each !== timer));
}

function pass(ms: number): void {
  const end = now + ms;
  for (;;) {
    const due = timers.filter((each) => each.at <= end).sort((one, other) => one.at - other.at)[0];
    if (!due) break;
    timers = timers.filter((each) => each !== due);
    now = due.at;
    due.call();
  }
  now = end;
}

/** Each item is shown for as many milliseconds as its number, after a pause. */
function presentation(pause: number | null = 0): Presentation<number> {
  return new Presentation({
    show: (ms) => {
      shown.push(`${ms}@${now}`);
      return ms;
    },
    pause: () => pause,
    changed: (waits) => waiting.push(waits),
    later,
    now: () => now,
  });
}

beforeEach(() => {
  [timers, now, shown, waiting] = [[], 0, [], []];
});

test('the first is shown at once, each of the others when the one before has had its time', () => {
  const it = presentation();
  for (const ms of [600, 800, 600]) it.add(ms);
  expect(shown).toEqual(['600@0']);
  expect(it.waits).toBe(true);
  pass(599);
  expect(shown).toHaveLength(1);
  pass(1);
  expect(shown).toEqual(['600@0', '800@600']);
  pass(5_000);
  expect(shown).toEqual(['600@0', '800@600', '600@1400']);
  expect(waiting.at(-1)).toBe(false);
});

test('what takes no time does not wait behind itself', () => {
  const it = presentation();
  for (const ms of [0, 0, 600, 0]) it.add(ms);
  expect(shown).toEqual(['0@0', '0@0', '600@0']);
  pass(600);
  expect(shown.at(-1)).toBe('0@600');
});

test('a pause counts from what was shown last, whenever the next thing came', () => {
  const it = presentation(100);
  it.add(600);
  pass(650);
  it.add(600); // The time for which its bot has thought.
  expect(shown).toEqual(['600@0']);
  expect(it.waits).toBe(true);
  pass(50);
  expect(shown).toEqual(['600@0', '600@700']);
  pass(5_000);
  it.add(600);
  expect(shown.at(-1)).toBe('600@5700');
});

test('what has no pause at all does not even wait for what is seen', () => {
  const it = presentation(null);
  for (const ms of [600, 600]) it.add(ms);
  expect(shown).toEqual(['600@0', '600@0']);
});

test('all of it can be shown at once, and what comes later has its pause again', () => {
  const it = presentation(100);
  for (const ms of [600, 600, 600]) it.add(ms);
  pass(100);
  it.flush();
  expect(shown).toEqual(['600@0', '600@100', '600@100']);
  expect(waiting.at(-1)).toBe(false);
  it.add(600);
  expect(shown).toHaveLength(3);
  pass(100);
  expect(shown.at(-1)).toBe('600@200');
});

test('nothing is shown while it is held', () => {
  const it = presentation();
  it.add(600);
  it.hold(true);
  it.add(800);
  pass(10_000);
  expect(shown).toEqual(['600@0']);
  expect(it.waits).toBe(false);
  it.hold(false);
  expect(shown).toEqual(['600@0', '800@10000']);
});

test('a closed one shows nothing more', () => {
  const it = presentation();
  it.add(600);
  it.add(600);
  it.close();
  pass(10_000);
  expect(shown).toHaveLength(1);
});

const sequence = (count: number): MeldState => ({ cards: Array(count).fill('4H').join(' '), low: 4, wild: null });
const before = (melds: MeldState[][] = [[], []]): State =>
  ({ you: 0, play: { melds, phase: 'play', pile_size: 3 } as unknown as PlayState }) as State;
const played = (entry: string, seat = 1): TableEvent => ({ type: 'played', at: 0, step: 0, seat, entry });
const followed = (entry: string): TableEvent => ({ type: 'followed', at: 0, step: 0, seat: 1, entry });

function update(events: TableEvent[], play?: Partial<PlayState>): Update {
  const seen: Seen[] = events.map((event, place) => ({ seq: place + 1, event }));
  return { type: 'update', seq: events.length, events: seen, changes: (play ? { play } : {}) as Changes };
}

const time = (pace: Pace, ...given: Parameters<typeof update>): number => timeOf(update(...given), before(), pace);

test.each([
  ['draw ??', 250],
  ['lay 1 8H', 250],
  ['discard 9D', 250],
  ['meld 4H 5H 6H', 500],
  ['take', 900],
])('%s is seen for %i ms', (entry, ms) => {
  expect(time('normal', [played(entry)])).toBe(ms);
  expect(time('slow', [played(entry)])).toBeGreaterThan(ms);
  expect(time('fast', [played(entry)])).toBeLessThan(ms);
  expect(time('none', [played(entry)])).toBe(0);
  expect(time('normal', [played(entry, 0)])).toBe(ms);
});

test('what lies open besides takes longer', () => {
  expect(time('normal', [played('draw ??'), followed('red 3H ??')])).toBe(850);
});

test('a meld that becomes a canasta takes longer, one that grows does not', () => {
  const lay = update([played('lay 1 8H')], { melds: [[sequence(7)], []] });
  expect(timeOf(lay, before([[sequence(6)], []]), 'normal')).toBe(850);
  expect(timeOf(lay, before([[sequence(7)], []]), 'normal')).toBe(250);
});

test('the final table has its own time, and a pause after the last action', () => {
  expect([finalTime('slow'), finalTime('normal'), finalTime('fast'), finalTime('none')]).toEqual([
    2_500, 1_500, 800, 0,
  ]);
  expect([finalPause('normal'), finalPause('none')]).toEqual([350, 0]);
});

const robots = (entry: string): Update => update([{ ...played(entry), bot: 'greedy' } as TableEvent]);
const pause = (pace: Pace, message: Update, random = 0.5): number | null =>
  pauseOf(message, before(), pace, () => random);

test('a robot pauses before it acts, as the pace says; your own action waits for nothing', () => {
  for (const entry of ['draw ??', 'take', 'meld 4H 5H 6H', 'lay 1 8H', 'discard 9D']) {
    const normal = pause('normal', robots(entry))!;
    expect(normal).toBeGreaterThan(100);
    expect(pause('slow', robots(entry))).toBeGreaterThan(normal);
    expect(pause('fast', robots(entry))).toBeLessThan(normal);
    expect(pause('none', robots(entry))).toBe(0);
    expect(pause('normal', robots(entry), 0.9)).toBeGreaterThan(normal);
  }
  expect(pause('normal', update([played('discard 9D', 0)]))).toBeNull();
  expect(pause('normal', update([{ type: 'disconnected', at: 0, seat: 1 } as TableEvent]))).toBe(0);
});

test('no number is drawn for people, whose pauses are their own', () => {
  const drawn = (): number => expect.unreachable();
  expect(pauseOf(update([played('discard 9D')]), before(), 'normal', drawn)).toBe(350);
});

test('what is no card moves nothing', () => {
  expect(time('slow', [{ type: 'disconnected', at: 0, seat: 1 } as TableEvent])).toBe(0);
});
