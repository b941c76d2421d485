import { beforeEach, expect, test } from 'vitest';
import { Tab, type Channel, type Word } from './tabs';

/** The channels of one browser, each receiving the messages of the others. */
class Air {
  readonly channels: AirChannel[] = [];
  readonly said: Word[] = [];
}

class AirChannel implements Channel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  /** A sleeping tab receives all messages when it wakes up. */
  asleep = false;
  private readonly kept: Word[] = [];

  constructor(private readonly air: Air) {
    air.channels.push(this);
  }

  postMessage(word: Word): void {
    this.air.said.push(word);
    for (const each of this.air.channels) if (each !== this) each.take(word);
  }

  close(): void {
    this.onmessage = null;
  }

  wake(): void {
    this.asleep = false;
    for (const word of this.kept.splice(0)) this.take(word);
  }

  private take(data: Word): void {
    if (this.asleep) this.kept.push(data);
    else this.onmessage?.({ data } as MessageEvent);
  }
}

class Someone {
  has = true;
  lost = 0;
  back = 0;
  readonly channel: AirChannel;
  readonly tab: Tab;

  constructor(air: Air, name: string, now: () => number, table = 't') {
    this.channel = new AirChannel(air);
    const holder = {
      seated: () => this.has,
      yield: () => {
        this.has = false;
        this.lost += 1;
      },
      regain: () => void (this.back += 1),
    };
    this.tab = new Tab(table, name, holder, this.channel, now);
  }
}

let air: Air;
let at = 0;
const now = () => at;

beforeEach(() => {
  air = new Air();
  at = 1_000;
});

test('the newer tab has the table', () => {
  const old = new Someone(air, 'a', now);
  at += 5;
  const fresh = new Someone(air, 'b', now);
  fresh.tab.announce();
  expect([old.has, old.lost, fresh.has, fresh.back]).toEqual([false, 1, true, 1]);
});

test('an older tab that comes back learns that a newer one is there', () => {
  const old = new Someone(air, 'a', now);
  at += 5;
  const fresh = new Someone(air, 'b', now);
  old.tab.announce();
  expect([old.has, fresh.has, fresh.back]).toEqual([false, true, 1]);
});

test('one that slept through it all lets go when it wakes up', () => {
  const old = new Someone(air, 'a', now);
  old.channel.asleep = true;
  at += 5;
  const fresh = new Someone(air, 'b', now);
  fresh.tab.announce();
  old.channel.wake();
  expect([old.has, fresh.has]).toEqual([false, true]);
});

test('who takes it is the newest', () => {
  const old = new Someone(air, 'a', now);
  at += 5;
  const fresh = new Someone(air, 'b', now);
  fresh.tab.announce();
  old.has = true;
  old.tab.take();
  expect([old.has, fresh.has]).toEqual([true, false]);
});

test('opened in the same moment, one of the two has it', () => {
  const one = new Someone(air, 'a', now);
  const other = new Someone(air, 'b', now);
  one.tab.announce();
  other.tab.announce();
  expect([one.has, other.has]).toEqual([false, true]);
  expect(air.said.length).toBeLessThan(6);
});

test('who only watches lets nothing go, and other tables are none of ours', () => {
  const watcher = new Someone(air, 'a', now);
  watcher.has = false;
  const elsewhere = new Someone(air, 'c', now, 'u');
  at += 5;
  new Someone(air, 'b', now).tab.announce();
  expect([watcher.lost, elsewhere.lost]).toEqual([0, 0]);
});

test('a browser without channels has one tab', () => {
  const alone = new Tab('t', 'a', { seated: () => true, yield: () => {}, regain: () => {} }, null, now);
  expect(() => {
    alone.announce();
    alone.take();
    alone.close();
  }).not.toThrow();
});
