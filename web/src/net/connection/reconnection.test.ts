import { describe, expect, test } from 'vitest';
import file from '../../../../tests/client/reconnection.json';
import { decide, NEW, type Action, type LinkEvent, type Link } from './reconnection';
import { state, TALK } from '../testHelpers';
import type { ServerMessage } from '../types';

/** The messages of the cases have only the fields that affect decisions; the others are filled in. */
type Short = Record<string, unknown> & { type: string };
type Step = { event: Record<string, unknown> & { type: string }; chance?: number; actions: unknown[] };
type Case = { name: string; start?: Partial<Link>; steps: Step[]; end: Record<string, unknown> };
const CASES = file.cases as unknown as Case[];

const fault = (code: unknown) => ({ code: String(code), pt: String(code), en: String(code) });
const events = (numbers: unknown) => (numbers as number[]).map((seq) => ({ seq, event: null }));

function whole(short: Short): ServerMessage {
  const found: Record<string, unknown> = { ...short };
  if (short.type === 'welcome') Object.assign(found, { table: 't', seat: 0, state: state(), talk: TALK });
  if (short.type === 'update') Object.assign(found, { events: events(short.events), changes: {} });
  if (short.type === 'refused') Object.assign(found, { fault: fault('x'), missed: missed(short.missed) });
  if (short.type === 'error') found.fault = fault(short.code ?? 'x');
  if (short.type === 'closed' && short.fault) found.fault = fault(short.fault);
  return found as unknown as ServerMessage;
}

function missed(short: unknown): unknown {
  if (!short) return null;
  const found = short as { seq: number; events: number[]; state?: boolean };
  return { seq: found.seq, events: events(found.events), state: found.state ? state() : null };
}

function happening(event: Step['event']): LinkEvent {
  if (event.type === 'arrived') return { ...event, message: whole(event.message as Short) } as LinkEvent;
  if (event.type === 'queued') return { type: 'queued', message: { type: 'ready', id: String(event.id) } };
  if (event.type === 'lost') return { code: null, ...event } as LinkEvent;
  return event as LinkEvent;
}

function written(action: Action): Record<string, unknown> {
  if (action.do === 'send') {
    return { do: 'send', ...(action.message.type === 'ping' ? { ping: action.message.n } : { id: action.message.id }) };
  }
  if (action.do === 'deliver') return { do: 'deliver', after: action.after };
  if (action.do !== 'report') return { ...action };
  const said = { ms: action.ms || null, code: action.code, fault: action.fault?.code ?? null };
  const there = Object.entries(said).filter(([, value]) => value !== null);
  return { do: 'report', stage: action.stage, ...Object.fromEntries(there) };
}

describe('the cases that every client has to answer alike', () => {
  test.each(CASES.map((each) => [each.name, each] as const))('%s', (_, each) => {
    let link: Link = { ...NEW, ...each.start };
    for (const step of each.steps) {
      const event = happening(step.event);
      const [next, actions] = decide(link, event, step.chance ?? 0);
      expect(actions.map(written), JSON.stringify(step.event)).toEqual(step.actions);
      for (const action of actions) {
        if (action.do === 'deliver') expect(event).toHaveProperty('message', action.message);
      }
      link = next;
    }
    const end: Record<string, unknown> = { ...link, unanswered: link.unanswered.map((message) => message.id) };
    expect(end).toMatchObject(each.end);
  });

  test('there are cases', () => expect(CASES.length).toBeGreaterThan(30));
});

test('a refusal that brings an older state takes nothing back', () => {
  const message: ServerMessage = {
    type: 'refused',
    id: 'a',
    fault: fault('table_stale'),
    missed: { seq: 5, events: [], state: state() },
  };
  const live: Link = { ...NEW, stage: 'live', number: 1, seen: 9, unanswered: [{ type: 'ready', id: 'a' }] };
  expect(decide(live, { type: 'arrived', number: 1, message })[0]).toMatchObject({ seen: 9, unanswered: [] });
});

/** A repeatable source of random numbers. */
function chances(seed: number): () => number {
  let now = seed;
  return () => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return now / 2 ** 32;
  };
}

/** A server that forgets no command, behind a network that drops sockets at any moment. */
class World {
  link: Link = NEW;
  /** The number of the event that each command caused, by id. */
  readonly done = new Map<string, number>();
  /** The numbers and answers passed on to the user. */
  readonly told: number[] = [];
  readonly answers: string[] = [];
  timers = new Set<string>();
  private socket: { number: number; from: number; open: boolean; down: ServerMessage[] } | null = null;
  private last = 1;

  constructor(private readonly chance: () => number) {}

  happen(what: LinkEvent): void {
    const [link, actions] = decide(this.link, what, this.chance());
    this.link = link;
    for (const action of actions) this.perform(action);
  }

  /** Lets one random event happen. */
  step(): void {
    const pick = this.chance();
    const { socket } = this;
    if (socket && pick < 0.1) {
      this.socket = null;
      this.happen({ type: 'lost', number: socket.number, code: pick < 0.02 ? 1012 : 1006 });
    } else if (pick < 0.15) this.happen({ type: pick < 0.12 ? 'offline' : 'online' });
    else if (pick < 0.2) this.event();
    else if (socket && !socket.open) {
      socket.open = true;
      this.happen({ type: 'opened', number: socket.number });
      socket.down.unshift(this.welcome(socket.from));
    } else if (socket?.down.length) {
      this.happen({ type: 'arrived', number: socket.number, message: socket.down.shift()! });
    } else this.fire();
  }

  fire(): void {
    const timer = [...this.timers][Math.floor(this.chance() * this.timers.size)] as 'silence' | 'retry' | undefined;
    if (timer) {
      this.timers.delete(timer);
      this.happen({ type: 'fired', timer });
    } else this.happen({ type: 'online' });
  }

  /** An event at the table. Connected clients receive it, sometimes twice. */
  private event(): number {
    this.last += 1;
    const message: ServerMessage = {
      type: 'update',
      seq: this.last,
      events: [{ seq: this.last, event: null }],
      changes: {},
    };
    if (this.socket?.open) this.socket.down.push(message, ...(this.chance() < 0.2 ? [message] : []));
    return this.last;
  }

  private welcome(from: number): ServerMessage {
    const events = from ? Array.from({ length: this.last - from + 1 }, (_, n) => ({ seq: from + n, event: null })) : [];
    const head = { type: 'welcome', v: 1, table: 't', seat: 0, heartbeat: 20_000 } as const;
    return { ...head, seq: this.last, state: state(), talk: TALK, events };
  }

  private perform(action: Action): void {
    if (action.do === 'connect') this.socket = { number: action.number, from: action.from, open: false, down: [] };
    else if (action.do === 'drop') this.socket = null;
    else if (action.do === 'wait') this.timers.add(action.timer);
    else if (action.do === 'send' && action.message.type !== 'ping') this.command(action.message.id);
    else if (action.do === 'deliver') this.hear(action.message, action.after);
  }

  private command(id: string): void {
    if (this.chance() < 0.2) return; // lost on the way together with its socket
    const seq = this.done.get(id) ?? this.event();
    this.done.set(id, seq);
    this.socket?.down.push({ type: 'done', id, seq, last: seq });
  }

  private hear(message: ServerMessage, after: number): void {
    if (message.type === 'done') this.answers.push(message.id);
    if (message.type !== 'welcome' && message.type !== 'update') return;
    for (const { seq } of message.events ?? []) if (seq > after) this.told.push(seq);
    if (message.type === 'welcome' && message.seq > after && !message.events?.length) this.told.push(message.seq);
  }
}

describe('whatever happens', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))('nothing is lost or doubled (%i)', (seed) => {
    const world = new World(chances(seed));
    const ids: string[] = [];
    world.happen({ type: 'online' });
    for (let n = 0; n < 400; n++) {
      if (n % 20 === 0) {
        ids.push(`c${n}`);
        world.happen({ type: 'queued', message: { type: 'ready', id: `c${n}` } });
      }
      world.step();
      if (world.link.stage !== 'offline') expect(world.timers.size, 'a timer is always ahead').toBeGreaterThan(0);
    }
    for (let n = 0; n < 20_000 && world.link.unanswered.length; n++) world.step();
    expect(world.link.unanswered).toEqual([]);
    expect([...world.answers].sort(), 'each is answered once').toEqual([...ids].sort());
    expect(world.done.size).toBe(ids.length);
    const { told } = world;
    for (let n = 1; n < told.length; n++) expect(told[n], 'no event twice, none left out').toBe(told[n - 1]! + 1);
  });
});
