import { beforeEach, expect, test, vi } from 'vitest';
import { watchNetwork, LOOK, SLEEP } from './networkEvents';

class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
}

let window: EventTarget;
let document: FakeDocument;
let at: number;
let looking: (() => void) | null;
let stop: () => void;
const sleeper = { wake: vi.fn<() => void>(), doubt: vi.fn<() => void>() };

beforeEach(() => {
  vi.clearAllMocks();
  window = new EventTarget();
  document = new FakeDocument();
  at = 1_000_000;
  const often = (_: number, call: () => void) => {
    looking = call;
    return () => (looking = null);
  };
  stop = watchNetwork(sleeper, { window, document, now: () => at, often });
});

function look(ms: number): void {
  at += ms;
  looking?.();
}

test('the network comes and goes', () => {
  window.dispatchEvent(new Event('offline'));
  expect([sleeper.wake.mock.calls.length, sleeper.doubt.mock.calls.length]).toEqual([0, 1]);
  window.dispatchEvent(new Event('online'));
  expect([sleeper.wake.mock.calls.length, sleeper.doubt.mock.calls.length]).toEqual([1, 1]);
});

test('a page that comes into sight wakes up, one that goes out of sight does not', () => {
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sleeper.wake).not.toHaveBeenCalled();
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sleeper.wake).toHaveBeenCalledTimes(1);
});

test('a page that was kept aside wakes up, one that was loaded anew does not', () => {
  window.dispatchEvent(new Event('pageshow'));
  expect(sleeper.wake).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(sleeper.wake).toHaveBeenCalledTimes(1);
});

test('a clock that jumped is a sleep, a busy page is none', () => {
  for (let n = 0; n < 10; n++) look(LOOK + 200);
  look(LOOK + SLEEP);
  expect(sleeper.wake).not.toHaveBeenCalled();
  look(3_600_000);
  expect(sleeper.wake).toHaveBeenCalledTimes(1);
  look(LOOK);
  expect(sleeper.wake).toHaveBeenCalledTimes(1);
});

test('nobody looks out of a page out of sight: its timers are slow', () => {
  document.visibilityState = 'hidden';
  look(60_000);
  expect(sleeper.wake).not.toHaveBeenCalled();
});

test('it ends', () => {
  stop();
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(looking).toBeNull();
  expect(sleeper.wake).not.toHaveBeenCalled();
});
