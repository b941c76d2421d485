import { beforeEach, expect, test } from 'vitest';
import { TurnNotification, type System } from './notification';

let hidden: boolean;
let done: string[];
let look: (() => void) | null;
const system: System = {
  hidden: () => hidden,
  // A browser needs time, most of all for the first notification.
  show: async (table, title, body) => {
    await new Promise((later) => setTimeout(later, 5));
    done.push(`${table}: ${title}, ${body}`);
  },
  close: async (table) => void done.push(`close ${table}`),
  whenSeen: (seen) => {
    look = seen;
    return () => (look = null);
  },
};
const settled = () => new Promise((later) => setTimeout(later, 20));
const turn = (notification: TurnNotification, on: boolean) => notification.follow(on, 'É a sua vez', 'Buraco');

beforeEach(() => {
  hidden = true;
  done = [];
});

test('comes once when the turn begins unseen, and goes with it', async () => {
  const notification = new TurnNotification('ab', system);
  for (const on of [false, true, true, false]) turn(notification, on);
  await settled();
  expect(done).toEqual(['close ab', 'ab: É a sua vez, Buraco', 'close ab']);
});

test('does not come to who looks, nor to who looked when the turn began', async () => {
  hidden = false;
  const notification = new TurnNotification('ab', system);
  turn(notification, true);
  hidden = true;
  turn(notification, true);
  await settled();
  expect(done).toEqual(['close ab']);
});

test('goes when the page is seen, also while it is on its way', async () => {
  const notification = new TurnNotification('ab', system);
  turn(notification, true);
  look!();
  await settled();
  expect(done).toEqual(['close ab', 'ab: É a sua vez, Buraco', 'close ab']);
});

test('goes with the table, and then follows nothing', async () => {
  const notification = new TurnNotification('ab', system);
  turn(notification, true);
  notification.end();
  await settled();
  expect(done.at(-1)).toBe('close ab');
  expect(look).toBeNull();
});

test('a browser that refuses breaks nothing', async () => {
  const refusing = { ...system, show: () => Promise.reject(new TypeError('no')) };
  const notification = new TurnNotification('ab', refusing);
  turn(notification, true);
  turn(notification, false);
  await settled();
  expect(done).toEqual(['close ab', 'close ab']);
});
