import { beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../net/connection/pendingCommands';
import { ServerClock } from '../net/clock';
import { Cuts } from '../net/fairness/cuts';
import type { StoreDependencies, TableChange } from './ports';
import { FakeSocket, Hands, play, state, welcome } from '../net/testHelpers';
import type { Channel, Word } from '../net/connection/tabs';
import type { ServerMessage, State } from '../net/types';
import { TableStore } from './store.svelte';

/** The tabs of one browser. */
class Air {
  private readonly channels: Channel[] = [];

  channel(): Channel {
    const own: Channel = {
      onmessage: null,
      postMessage: (data: Word) => {
        for (const each of this.channels) if (each !== own) each.onmessage?.({ data } as MessageEvent);
      },
      close: () => (own.onmessage = null),
    };
    this.channels.push(own);
    return own;
  }
}

let hands: Hands;
let air: Air;

class Page {
  readonly sockets: FakeSocket[] = [];
  readonly store: TableStore;
  sleeper = { wake: () => {}, doubt: () => {} };
  stopped = false;

  constructor(more: StoreDependencies = {}) {
    const dial = (from: number) => {
      this.sockets.push(new FakeSocket(String(from)));
      return this.socket;
    };
    const follow = (sleeper: Page['sleeper']) => {
      this.sleeper = sleeper;
      return () => void (this.stopped = true);
    };
    const cuts = new Cuts(() => Uint8Array.from([1, 2]), null);
    const { now, later } = hands;
    const clock = new ServerClock(now);
    this.store = new TableStore(
      { table: 't' },
      { dial, follow, cuts, clock, now, later, others: air.channel(), ...more },
    );
    this.store.open();
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** Messages sent on the present socket, without pings. */
  get sent() {
    return this.socket.sent.filter(({ type }) => type !== 'ping');
  }

  welcomed(seq: number, changes: Partial<State> = {}): this {
    this.socket.open();
    this.socket.say(welcome(seq, { state: state(changes) }));
    return this;
  }

  update(seq: number, changes: Partial<State> = {}): void {
    const events = [{ seq, event: { type: 'resumed', at: 1 } }];
    this.socket.say({ type: 'update', seq, events, changes } as ServerMessage);
  }

  kinds(): string[] {
    return this.store.notices.map(({ kind }) => kind);
  }
}

let page: Page;

beforeEach(() => {
  hands = new Hands();
  air = new Air();
  page = new Page();
});

const settled = async (promise: Promise<Outcome>) =>
  Promise.race([promise, new Promise<null>((done) => setTimeout(() => done(null)))]);

describe('the end of a deal', () => {
  const final = { ...play({ phase: 'over', to_act: null }), melds: [[], []] };
  const ended = {
    type: 'deal_ended',
    at: 2,
    deal: 1,
    ending: 'going_out',
    hands: ['', '4H'],
    dealt: [],
    mortos: [],
    stock: '',
    points: [0, 0],
    went_out: 0,
  };
  const gathering = {
    stage: 'gathering',
    deal: 2,
    play: null,
    last: ended,
    commitment: 'ab',
    contributions: [null, null],
  } as unknown as Partial<State>;

  test('first shows the last table with all hands; then the table waits for who reads', () => {
    page = new Page({ pace: () => 'normal' });
    page.welcomed(3, { play: final });
    page.socket.say({
      type: 'update',
      seq: 4,
      events: [{ seq: 4, event: ended }],
      changes: gathering,
    } as unknown as ServerMessage);
    hands.pass(350);
    expect([page.store.finale, page.store.presenting, page.store.state?.last]).toEqual([true, true, null]);
    expect(page.store.final).toMatchObject({ deal: 1, hands: ['', '4H'], wentOut: 0 });
    expect(page.sent.at(-1)).toMatchObject({ type: 'contribute', waits: true });
    page.store.skip();
    expect([page.store.finale, page.store.presenting, page.store.state?.last?.deal]).toEqual([false, false, 1]);
  });

  test('is shown at once without a pace', () => {
    page.welcomed(3, { play: final });
    page.socket.say({
      type: 'update',
      seq: 4,
      events: [{ seq: 4, event: ended }],
      changes: gathering,
    } as unknown as ServerMessage);
    expect([page.store.finale, page.store.state?.last?.deal, page.store.final?.deal]).toEqual([false, 1, 1]);
  });
});

describe('a command', () => {
  test('is pending until the state shows it', async () => {
    page.welcomed(3, { step: 5 });
    const outcome = page.store.act('draw', { optimistic: true });
    const { id } = page.sent[0]!;
    expect(page.sent).toEqual([{ type: 'act', id, action: 'draw', step: 5 }]);
    expect(page.store.pending).toMatchObject([{ id, optimistic: true, done: null, at: hands.at }]);
    expect(page.store.acting).toBe(true);
    page.socket.say({ type: 'done', id: id as string, seq: 4, last: 5 });
    expect(page.store.pending).toHaveLength(1);
    page.update(4);
    expect(await settled(outcome)).toBeNull();
    page.update(5);
    expect(await settled(outcome)).toEqual({ is: 'done', seq: 4, last: 5 });
    expect([page.store.pending, page.store.acting]).toEqual([[], false]);
  });

  test('is not of the state that it led to, when the answer comes after the update', () => {
    page.welcomed(3, { step: 5 });
    void page.store.act('draw');
    expect(page.store.playsOn).toBe(true);
    page.update(4, { step: 6 });
    expect([page.store.acting, page.store.playsOn]).toEqual([true, false]);
  });

  test('that is answered after its update is over at once', async () => {
    page.welcomed(3);
    const outcome = page.store.undo();
    page.update(4);
    page.socket.say({ type: 'done', id: page.sent[0]!.id as string, seq: 4, last: 4 });
    expect(await settled(outcome)).toEqual({ is: 'done', seq: 4, last: 4 });
  });

  test('that is refused says why', async () => {
    page.welcomed(3);
    const outcome = page.store.act('draw');
    const fault = { code: 'already_drawn', pt: '', en: '', article: 'Art. 6' };
    page.socket.say({ type: 'refused', id: page.sent[0]!.id as string, fault });
    expect(await settled(outcome)).toEqual({ is: 'refused', fault });
  });

  test('that was late brings the state', async () => {
    page.welcomed(3);
    const outcome = page.store.act('draw');
    const missed = { seq: 4, events: [], state: state({ step: 9 }) };
    const fault = { code: 'table_stale', pt: '', en: '' };
    page.socket.say({ type: 'refused', id: page.sent[0]!.id as string, fault, missed });
    expect(await settled(outcome)).toMatchObject({ is: 'refused' });
    expect([page.store.state!.step, page.kinds()]).toEqual([9, ['behind']]);
    page.store.dismiss();
    expect(page.kinds()).toEqual([]);
  });

  test('given without a connection waits for it, and its id is kept', async () => {
    page.welcomed(3);
    const outcome = page.store.say({ preset: 'hello' });
    const [{ id }] = page.sent as [{ id: string }];
    page.socket.lose();
    page.welcomed(3);
    expect(page.sent).toEqual([{ type: 'say', preset: 'hello', id }]);
    page.socket.say({ type: 'said', id, line: { n: 1, at: 1, player: 'p1', name: 'Ana', preset: 'hello' } });
    expect(await settled(outcome)).toEqual({ is: 'said' });
    expect(page.store.known.lines).toHaveLength(1);
  });

  test('whose connection ends for good is unknown, and so is one given after', async () => {
    page.welcomed(3);
    const outcome = page.store.tell('ready');
    page.socket.lose(4004);
    expect(await settled(outcome)).toEqual({ is: 'unknown' });
    expect(await settled(page.store.react('clap'))).toEqual({ is: 'unknown' });
    expect(page.store.pending).toEqual([]);
  });

  test('ids are new in each page', () => {
    page.welcomed(3);
    void page.store.tell('ready');
    void page.store.offering('offer', 'rematch');
    const other = new Page().welcomed(3);
    void other.store.tell('ready');
    const ids = [...page.sent, ...other.sent].map(({ id }) => id as string);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[!-~]{1,64}$/);
  });
});

describe('a question', () => {
  test('is answered, or refused', async () => {
    page.welcomed(3);
    const [cards, hint] = [page.store.preview('AS 2S'), page.store.hint()];
    const [first, second] = page.sent.map(({ id }) => id as string) as [string, string];
    page.socket.say({ type: 'previewed', id: first, step: 1, ways: [], faults: [] });
    const fault = { code: 'ws_no_hints', pt: '', en: '' };
    page.socket.say({ type: 'refused', id: second, fault });
    expect(await cards).toMatchObject({ type: 'previewed', step: 1 });
    expect(await hint).toMatchObject({ type: 'refused', fault });
  });

  test('is not asked again after a loss, and not without a connection', async () => {
    page.welcomed(3);
    const lost = page.store.hint();
    page.socket.lose();
    expect(await lost).toBeNull();
    expect(await page.store.preview('AS')).toBeNull();
    page.welcomed(3);
    expect(page.sent).toEqual([]);
  });
});

describe('what is known', () => {
  test('whose turn it is', () => {
    page.welcomed(3, { stage: 'playing', play: play() });
    expect([page.store.seat, page.store.myTurn]).toEqual([0, true]);
    page.update(4, { play: play({ bot: 'greedy' }) });
    expect(page.store.myTurn).toBe(false);
    page.update(5, { play: play({ to_act: 1 }) });
    expect(page.store.myTurn).toBe(false);
    page.update(6, { play: play({ to_act: null }), you: null });
    expect(page.store.myTurn).toBe(false);
  });

  test('listeners hear what is new, whatever other listeners do', () => {
    const heard: TableChange[] = [];
    page.store.listen((change) => void heard.push(change));
    page.welcomed(3);
    const stop = page.store.listen((change) => void heard.push(change));
    page.update(4, { step: 1 });
    stop();
    page.socket.say({ type: 'watchers', count: 2 });
    expect(heard.map(({ events }) => events.map(({ seq }) => seq))).toEqual([[], [4], [4]]);
    expect([heard[0]!.before, heard[1]!.before!.step, heard[1]!.state.step]).toEqual([null, 0, 1]);
  });

  test('the server’s time is asked for again while answers are late, five times at most', () => {
    const pings = () => page.socket.sent.filter(({ type }) => type === 'ping') as { n: number }[];
    page.welcomed(3);
    for (let n = 0; n < 9; n++) {
      const { n: sent } = pings().at(-1)!;
      hands.pass(4_000 - n);
      page.socket.say({ type: 'pong', n: sent, at: sent + 50 });
    }
    expect(pings()).toHaveLength(5);
    page.welcomed(3);
    hands.pass(100);
    page.socket.say({ type: 'pong', n: hands.at - 100, at: hands.at - 50 });
    expect(pings()).toHaveLength(6);
    expect(page.store.serverTime()).toBe(hands.at);
  });

  test('the server’s time, by the answers to pings', () => {
    page.welcomed(3, { clock: { seat: 0, paused: false, due: hands.at + 60_000 } });
    const [ping] = page.socket.sent as [{ n: number }];
    hands.pass(200);
    page.socket.say({ type: 'pong', n: ping.n, at: hands.at - 100 + 5_000 });
    expect(page.store.serverTime()).toBe(hands.at + 5_000);
    expect(page.store.timeLeft()).toBe(60_000 - 200 - 5_000);
    page.socket.say({ type: 'pong', n: 1, at: 5 });
    page.socket.say({ type: 'pong', n: hands.at + 900, at: 5 });
    expect(page.store.serverTime()).toBe(hands.at + 5_000);
    hands.pass(90_000);
    expect(page.store.timeLeft()).toBe(0);
  });
});

describe('notices', () => {
  test('of a connection that comes, goes and comes back', () => {
    expect(page.kinds()).toEqual(['connecting']);
    page.welcomed(3);
    expect(page.kinds()).toEqual([]);
    const lost = hands.at;
    page.socket.lose();
    expect(page.store.notices).toEqual([{ kind: 'reconnecting', since: lost, next: null }]);
    hands.pass(5);
    page.socket.lose();
    expect(page.store.notices).toMatchObject([{ kind: 'reconnecting', since: lost }]);
    expect(page.store.notices[0]).not.toMatchObject({ next: null });
    hands.pass(500);
    page.welcomed(3);
    expect(page.kinds()).toEqual([]);
  });

  test('of a server that stops, until it is back', () => {
    page.welcomed(3).socket.say({ type: 'draining', after: 2_000 });
    expect(page.store.notices).toEqual([{ kind: 'draining', until: hands.at + 2_000 }]);
    page.socket.lose(1012);
    expect(page.kinds()).toEqual(['reconnecting', 'draining']);
    hands.pass(3_000);
    page.welcomed(3);
    expect(page.kinds()).toEqual([]);
  });

  test('of ends', () => {
    page.welcomed(3).socket.say({ type: 'closed', reason: 'left', again: false, fault: { code: 'x', pt: '', en: '' } });
    expect(page.store.notices).toMatchObject([{ kind: 'ended', fault: { code: 'x' } }]);
    const other = new Page();
    other.socket.lose(4000);
    expect(other.kinds()).toEqual(['outdated']);
  });

  test('of no network', () => {
    page.welcomed(3);
    page.sleeper.doubt();
    hands.pass(2_000);
    expect(page.kinds()).toEqual(['offline']);
    page.sleeper.wake();
    expect(page.kinds()).toEqual(['reconnecting']);
  });

  test('of what was wrong about nothing', () => {
    page.welcomed(3).socket.say({ type: 'error', fault: { code: 'x', pt: '', en: '' } });
    expect(page.kinds()).toEqual(['fault']);
    page.store.dismiss();
    expect(page.kinds()).toEqual([]);
  });
});

describe('the shuffle', () => {
  const gathering = { stage: 'gathering', commitment: 'ab', dealer: 0 } as const;

  test('gets our own bytes, once', async () => {
    page.welcomed(3, gathering);
    expect(page.sent).toMatchObject([{ type: 'contribute', bytes: '0102' }]);
    page.update(4, { step: 1 });
    expect(page.sent).toHaveLength(1);
    page.socket.lose();
    page.welcomed(4, gathering);
    expect(page.sent).toHaveLength(1);
    page.socket.say({ type: 'done', id: page.sent[0]!.id as string, seq: 5, last: 5 });
    page.update(5, { contributions: ['0102', null] });
    await settled(Promise.resolve({ is: 'unknown' }));
    expect(page.sent).toHaveLength(1);
  });

  test('gets the same bytes once more where the connection ended before the answer', async () => {
    page.welcomed(3, gathering).socket.lose(4005);
    await settled(Promise.resolve({ is: 'unknown' }));
    page.store.again();
    page.welcomed(3, gathering);
    expect(page.sent).toMatchObject([{ type: 'contribute', bytes: '0102' }]);
  });

  test('is checked when the deal is over', async () => {
    const last = { type: 'deal_ended', at: 1, deal: 1, ending: 'stock', stock: '', points: [0, 0] } as const;
    page.welcomed(3, { stage: 'finished', last: { ...last, hands: [], dealt: ['', ''], mortos: ['', ''] } });
    expect(await page.store.verify(1)).toMatchObject({ deal: 1, status: 'unproven', own: false });
    expect(page.store.shuffles.get(1)).toMatchObject({ status: 'unproven' });
    expect(await page.store.verify(2)).toBeNull();
  });

  test('of the seats is checked by itself, and said where it does not hold', async () => {
    const lot = { type: 'seats_drawn', at: 1, drawn: ['0 9H', '1 KD'] } as const;
    page.welcomed(3, { lot: { ...lot, seats: [1, 0] } });
    await expect.poll(() => page.store.shuffles.get(0)).toMatchObject({ status: 'unproven' });
    expect(page.store.notices).toEqual([]);
    const other = new Page();
    other.welcomed(3, { lot: { ...lot, seats: [0, 1] } });
    await expect.poll(() => other.store.notices).toEqual([{ kind: 'unfair' }]);
    other.store.dismiss();
    expect(other.store.notices).toEqual([]);
    expect(other.store.shuffles.get(0)).toMatchObject({ status: 'wrong', findings: [{ code: 'client_lot_seats' }] });
  });
});

test('who does not want to wait for the next attempt tries now', () => {
  page.welcomed(3).socket.lose();
  for (let lost = 0; lost < 8; lost++) {
    page.socket.lose();
    hands.pass(30_000);
  }
  page.socket.lose();
  expect(page.store.stage).toBe('waiting');
  const attempts = page.sockets.length;
  page.store.again();
  expect([page.store.stage, page.sockets.length]).toEqual(['connecting', attempts + 1]);
  page.welcomed(3);
  page.store.again();
  expect([page.kinds(), page.sockets.length]).toEqual([[], attempts + 1]);
});

describe('another tab', () => {
  test('takes the table, and gives it back when asked', () => {
    page.welcomed(3);
    hands.pass(10);
    const other = new Page();
    expect(page.kinds()).toEqual(['replaced']);
    expect(page.socket.closed).toBe(true);
    other.welcomed(3);
    hands.pass(10);
    page.store.again();
    expect(page.socket.url).toBe('4');
    page.welcomed(3);
    expect([page.kinds(), other.kinds()]).toEqual([[], ['replaced']]);
  });

  test('that slept does not take it back', () => {
    page.welcomed(3);
    hands.pass(10);
    const other = new Page().welcomed(3);
    page.store.again();
    expect(other.kinds()).toEqual(['replaced']);
    other.sleeper.wake();
    hands.pass(100_000);
    expect([other.kinds(), other.sockets.length]).toEqual([['replaced'], 1]);
  });

  test('that took the seat and knew of nothing lets go, and the newer is back', () => {
    page.welcomed(3).socket.lose(4008);
    expect(page.kinds()).toEqual(['replaced']);
    const channel = air.channel();
    const heard: Word[] = [];
    channel.onmessage = ({ data }) => void heard.push(data as Word);
    channel.postMessage({ kind: 'claim', table: 't', tab: 'x', at: 1 });
    expect(heard).toMatchObject([{ kind: 'claim', table: 't' }]);
    channel.postMessage({ kind: 'yielded', table: 't', to: (heard[0] as { tab: string }).tab });
    expect([page.kinds(), page.sockets.length]).toEqual([['reconnecting'], 2]);
  });

  test('that lets go before the server has closed the newer one', () => {
    const old = page.welcomed(3);
    hands.pass(10);
    const other = new Page().welcomed(3);
    expect(old.kinds()).toEqual(['replaced']);
    other.socket.lose(4008);
    expect([other.kinds(), other.sockets.length]).toEqual([['reconnecting'], 2]);
    hands.pass(6_000);
    other.welcomed(3).socket.lose(4008);
    expect([other.kinds(), other.sockets.length]).toEqual([['replaced'], 2]);
  });

  test('on another device it stays there', () => {
    page.welcomed(3).socket.lose(4008);
    hands.pass(60_000);
    page.sleeper.wake();
    expect([page.kinds(), page.sockets.length]).toEqual([['replaced'], 1]);
    const channel = air.channel();
    let heard = 0;
    channel.onmessage = () => (heard += 1);
    channel.postMessage({ kind: 'claim', table: 't', tab: 'x', at: 1 });
    expect(heard).toBe(0);
  });

  test('watchers are not in each other’s way', () => {
    page.welcomed(3, { you: null });
    hands.pass(10);
    new Page().welcomed(3, { you: null });
    expect(page.kinds()).toEqual([]);
  });
});

test('a closed table is closed', async () => {
  page.welcomed(3);
  const outcome = page.store.tell('ready');
  page.store.close();
  page.store.again();
  expect(await settled(outcome)).toEqual({ is: 'unknown' });
  expect([page.socket.closed, page.stopped, page.sockets.length]).toEqual([true, true, 1]);
});
