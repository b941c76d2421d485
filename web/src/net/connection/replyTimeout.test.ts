import { beforeEach, expect, test } from 'vitest';
import { LATE, SHORTEST_LATE } from './replyTimeout';
import { Connection } from './socket';
import { FakeSocket, Hands, welcome } from '../testHelpers';

const TIME = 20_000 * LATE;
const READY = { type: 'ready', id: 'a' } as const;
const DONE = { type: 'done', id: 'a', seq: 8, last: 8 } as const;

let hands: Hands;
let sockets: FakeSocket[];
let connection: Connection;

beforeEach(() => {
  hands = new Hands();
  sockets = [];
  const dial = (from: number) => {
    const socket = new FakeSocket(`from=${from}`);
    sockets.push(socket);
    return socket;
  };
  connection = new Connection({
    dial,
    hear: () => undefined,
    chance: () => 0,
    now: hands.now,
    steady: hands.now,
    later: hands.later,
  });
  connection.network(true);
  opens();
});

const latest = () => sockets.at(-1)!;

function opens(heartbeat = 20_000): void {
  latest().open();
  latest().say(welcome(7, { heartbeat }));
}

/** A live connection: a message arrives every second, but not the awaited one. */
function goesOn(ms: number): void {
  for (let passed = 0; passed < ms; passed += 1000) {
    latest().say({ type: 'pong', n: 1, at: 1 });
    hands.pass(Math.min(1000, ms - passed));
  }
}

test('a command without its answer goes again, on another connection, with its id', () => {
  connection.ask(READY);
  goesOn(TIME - 1);
  expect(sockets).toHaveLength(1);
  hands.pass(1);
  expect(sockets).toHaveLength(2);
  expect(sockets[0]!.closed).toBe(true);
  opens();
  expect(latest().sent).toEqual([READY]);
});

test('one that was answered does not', () => {
  connection.ask(READY);
  latest().say({ ...DONE, last: 7 });
  hands.pass(3 * TIME);
  expect(sockets).toHaveLength(1);
});

test('a server that is slow is asked less and less often; the next command has its time again', () => {
  connection.ask(READY);
  hands.pass(TIME);
  opens();
  goesOn(2 * TIME - 1);
  expect(sockets).toHaveLength(2);
  hands.pass(1);
  expect(sockets).toHaveLength(3);
  opens();
  latest().say({ ...DONE, last: 7 });
  connection.ask({ ...READY, id: 'b' });
  goesOn(TIME);
  expect(sockets).toHaveLength(4);
});

test('what was done has to be seen too', () => {
  connection.ask(READY);
  latest().say(DONE);
  goesOn(TIME);
  expect(latest().url).toBe('from=8');
  latest().open();
  latest().say(welcome(8));
  hands.pass(3 * TIME);
  expect(sockets).toHaveLength(2);
});

test('a server that has forgotten what it did owes it no more', () => {
  connection.ask(READY);
  latest().say(DONE);
  goesOn(TIME);
  opens();
  goesOn(10 * TIME);
  expect(sockets).toHaveLength(2);
});

test('a server that is too busy, or about to stop, is left in peace', () => {
  connection.ask(READY);
  for (let times = 0; times < 10; times++) {
    latest().say({ type: 'error', id: 'a', fault: { code: 'live_busy', pt: '', en: '' } });
    hands.pass(TIME / 5);
  }
  latest().say({ type: 'draining', after: 60_000 });
  goesOn(3 * TIME);
  expect(sockets).toHaveLength(1);
});

test('however quick the heart beats, there is some time', () => {
  latest().lose();
  opens(100);
  connection.ask(READY);
  hands.pass(SHORTEST_LATE - 1 - 300);
  latest().say({ type: 'pong', n: 1, at: 1 });
  hands.pass(299);
  expect(sockets).toHaveLength(2);
});

test('nothing is waited for once it has ended', () => {
  connection.ask(READY);
  connection.close();
  hands.pass(3 * TIME);
  expect(sockets).toHaveLength(1);
});
