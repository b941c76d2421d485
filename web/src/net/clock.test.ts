import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerClock, steadyTime } from './clock';

const HOUR = 3_600_000;
let steady: number;
let clock: ServerClock;

/** An answer that took `ms`, in whose middle the server's clock shows `at`. */
function answered(at: number, ms: number): void {
  const sent = steady;
  steady += ms;
  clock.heard(at, sent);
}

beforeEach(() => {
  steady = 1_000_000;
  clock = new ServerClock(() => steady);
});

describe('the server’s time', () => {
  test('is the device’s before it is known, then goes on evenly', () => {
    expect([clock.known, clock.now()]).toEqual([false, 1_000_000]);
    answered(7_000_100, 200);
    expect([clock.known, clock.now()]).toEqual([true, 7_000_200]);
    steady += 90_000;
    expect(clock.now()).toBe(7_090_200);
  });

  test('is never further off than half of the quickest answer', () => {
    // The server is 5000 ahead; each answer was given as early or as late as possible.
    for (const [ms, late] of [
      [900, 0],
      [40, 40],
      [2_000, 2_000],
      [300, 0],
    ] as const) {
      answered(steady + late + 5_000, ms);
      expect(Math.abs(clock.now() - steady - 5_000)).toBeLessThanOrEqual(ms / 2);
    }
    expect(Math.abs(clock.now() - steady - 5_000)).toBeLessThanOrEqual(20);
  });

  test.each([HOUR, -HOUR, 2_000, -2_000])(
    'after a sleep, or where the server’s own clock was set by %i, the next answer counts',
    (jump) => {
      for (let n = 0; n < 9; n++) answered(steady + 5_010, 20);
      answered(steady + 5_010 + jump, 20);
      expect(clock.now()).toBe(steady + 5_000 + jump);
    },
  );

  test('a late answer says little, and one that was slept over nothing', () => {
    answered(steady + 5_010, 20);
    answered(steady + 15_000 + 5_000, 30_000);
    expect(clock.now()).toBe(steady + 5_000);
    clock.heard(5, 1);
    clock.heard(5, steady + 900);
    expect(clock.now()).toBe(steady + 5_000);
  });
});

test('the steady time begins with the device’s, and doesn’t follow it', () => {
  const before = steadyTime();
  expect(Math.abs(before - Date.now())).toBeLessThan(5_000);
  vi.useFakeTimers({ toFake: ['Date'], now: before + HOUR });
  expect(steadyTime() - before).toBeLessThan(5_000);
  vi.useRealTimers();
});
