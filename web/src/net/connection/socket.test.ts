import { beforeEach, describe, expect, test } from 'vitest';
import type { Deliver, Report } from './reconnection';
import { Connection, LONGEST_PROBE, OLD_ATTEMPT, SHORTEST_PROBE } from './socket';
import { POSTPONED } from './reconnection';
import { FakeSocket, Hands, welcome } from '../testHelpers';

let hands: Hands;
let sockets: FakeSocket[];
let heard: (Deliver | Report)[];
let connection: Connection;

beforeEach(() => {
  hands = new Hands();
  sockets = [];
  heard = [];
  const dial = (from: number) => {
    const socket = new FakeSocket(`from=${from}`);
    sockets.push(socket);
    return socket;
  };
  const hear = (told: Deliver | Report) => void heard.push(told);
  connection = new Connection({ dial, hear, chance: () => 0, now: hands.now, steady: hands.now, later: hands.later });
});

const latest = () => sockets.at(-1)!;
const stages = () => heard.filter((each) => each.do === 'report').map((each) => each.stage);
const delivered = () => heard.filter((each) => each.do === 'deliver').map((each) => each.message.type);

/** A live connection whose handshake took `handshake` milliseconds. */
function live(seq = 7, handshake = 30): FakeSocket {
  connection.network(true);
  hands.pass(handshake);
  latest().open();
  latest().say(welcome(seq));
  return latest();
}

describe('one socket', () => {
  test('is opened, welcomed, and carries messages both ways', () => {
    const socket = live();
    connection.ask({ type: 'ready', id: 'a' });
    expect(socket.sent).toEqual([{ type: 'ready', id: 'a' }]);
    socket.say({ type: 'done', id: 'a', seq: 8, last: 8 });
    expect(delivered()).toEqual(['welcome', 'done']);
    expect(stages()).toEqual(['connecting', 'live']);
    expect(socket.url).toBe('from=0');
  });

  test('that is lost is followed by another, which gets what was not answered', () => {
    const first = live();
    connection.ask({ type: 'ready', id: 'a' });
    first.lose();
    expect(latest().url).toBe('from=8');
    latest().open();
    latest().say(welcome(8));
    expect(latest().sent).toEqual([{ type: 'ready', id: 'a' }]);
  });

  test('that is closing is given nothing: what was asked goes over the next one', () => {
    const first = live();
    first.readyState = 2;
    connection.ask({ type: 'ready', id: 'a' });
    expect(connection.tell({ type: 'ping', n: 1 })).toBe(false);
    expect(first.sent).toEqual([]);
    first.lose();
    latest().open();
    latest().say(welcome(8));
    expect(latest().sent).toEqual([{ type: 'ready', id: 'a' }]);
  });

  test.each(['[]', 'null', '{', '"x"', '{"type": 5}'])('that says %s is dropped', (text) => {
    const first = live();
    first.say(text);
    expect(first.closed).toBe(true);
    expect(sockets).toHaveLength(2);
  });

  test('that says something unknown is none the worse', () => {
    live().say('{"type": "novelty"}');
    expect(sockets).toHaveLength(1);
  });

  test('that was dropped is not heard any more', () => {
    const first = live();
    const { onmessage } = first;
    connection.network(false);
    expect(onmessage).not.toBeNull();
    expect([first.onmessage, first.onclose, first.closed]).toEqual([null, null, true]);
  });

  test('closes with what codes say: 4008 is for good, and no code is none', () => {
    live().lose(4008);
    expect(heard.at(-1)).toMatchObject({ stage: 'ended', code: 4008 });
    expect(sockets).toHaveLength(1);
  });

  test('is left for good, with its timers', () => {
    const socket = live();
    connection.close();
    expect(socket.closed).toBe(true);
    hands.pass(1_000_000);
    connection.network(true);
    connection.wake();
    expect(sockets).toHaveLength(1);
  });
});

describe('what the server is too busy for', () => {
  const busy = { type: 'error', id: 'a', fault: { code: 'live_busy', pt: '', en: '' } } as const;

  test('is sent again in a moment, with its id', () => {
    const socket = live();
    connection.ask({ type: 'ready', id: 'a' });
    socket.say(busy);
    expect(delivered()).toEqual(['welcome']);
    expect(socket.sent).toHaveLength(1);
    hands.pass(2 * POSTPONED);
    expect(socket.sent).toEqual([
      { type: 'ready', id: 'a' },
      { type: 'ready', id: 'a' },
    ]);
    socket.say({ type: 'done', id: 'a', seq: 8, last: 8 });
    expect(delivered()).toEqual(['welcome', 'done']);
  });

  test('is not sent twice if the socket is lost meanwhile', () => {
    live().say(busy);
    connection.ask({ type: 'ready', id: 'a' });
    latest().say(busy);
    latest().lose();
    latest().open();
    latest().say(welcome(8));
    hands.pass(2 * POSTPONED);
    expect(latest().sent).toEqual([{ type: 'ready', id: 'a' }]);
  });

  test('other errors are answers', () => {
    const socket = live();
    connection.ask({ type: 'say', id: 'a', text: 'x' });
    socket.say({ ...busy, fault: { ...busy.fault, code: 'chat_presets_only' } });
    expect(delivered()).toEqual(['welcome', 'error']);
  });
});

describe('after a sleep', () => {
  test('a live connection is asked, and kept if it answers', () => {
    const socket = live();
    connection.wake();
    expect(socket.sent).toEqual([{ type: 'ping', n: hands.at }]);
    hands.pass(SHORTEST_PROBE - 1);
    socket.say({ type: 'pong', n: hands.at, at: 5 });
    hands.pass(SHORTEST_PROBE);
    expect(sockets).toHaveLength(1);
  });

  test('a silent one is given up within half a second where connecting is quick', () => {
    const socket = live();
    connection.wake();
    hands.pass(SHORTEST_PROBE);
    expect(socket.closed).toBe(true);
    expect(sockets).toHaveLength(2);
    expect(latest().url).toBe('from=8');
  });

  test('where connecting is slow there is more time, but not for ever', () => {
    live(7, 9_000);
    connection.wake();
    hands.pass(LONGEST_PROBE - 1);
    expect(sockets).toHaveLength(1);
    hands.pass(1);
    expect(sockets).toHaveLength(2);
  });

  test('the question is forgotten with the connection', () => {
    live().say(welcome(7));
    connection.wake();
    latest().lose();
    hands.pass(LONGEST_PROBE);
    expect(sockets).toHaveLength(2);
  });

  test('of three heartbeats nobody is asked', () => {
    const socket = live();
    hands.sleep(61_000);
    connection.wake();
    expect(socket.sent).toEqual([]);
    expect(sockets).toHaveLength(2);
  });

  test('an attempt that is old is given up, a young one is not', () => {
    connection.network(true);
    connection.wake();
    expect(sockets).toHaveLength(1);
    hands.sleep(OLD_ATTEMPT + 1);
    connection.wake();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]!.closed).toBe(true);
  });

  test('nobody waits for the next attempt', () => {
    connection.network(true);
    latest().lose();
    latest().lose();
    expect(stages().at(-1)).toBe('waiting');
    connection.wake();
    expect(stages().at(-1)).toBe('connecting');
    expect(sockets).toHaveLength(3);
  });
});

describe('when the browser says that there is no network', () => {
  test('a server that answers is believed more', () => {
    const socket = live();
    connection.doubt();
    socket.say({ type: 'pong', n: hands.at, at: 5 });
    hands.pass(10_000);
    expect(stages().at(-1)).toBe('live');
  });

  test('one that is silent is not', () => {
    live();
    connection.doubt();
    hands.pass(SHORTEST_PROBE);
    expect(stages().at(-1)).toBe('offline');
    hands.pass(100_000);
    expect(sockets).toHaveLength(1);
    connection.wake();
    expect(sockets).toHaveLength(2);
  });
});

test('what has to be said at once is said or not at all', () => {
  connection.network(true);
  expect(connection.tell({ type: 'ping', n: 1 })).toBe(false);
  latest().open();
  latest().say(welcome(1));
  expect(connection.tell({ type: 'ping', n: 1 })).toBe(true);
  latest().say({ type: 'draining', after: 5 });
  expect(connection.tell({ type: 'ping', n: 2 })).toBe(false);
});
