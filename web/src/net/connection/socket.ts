/**
 * Carries out the actions of `decide`: opens WebSockets, sends, runs timers, passes messages on. It adds two rules: it
 * tests a connection at once after a sleep, and when an answer is overdue.
 */
import { steadyTime } from '../clock';
import { ReplyTimeout } from './replyTimeout';
import {
  decide,
  NEW,
  type Action,
  type Deliver,
  type LinkEvent,
  type Link,
  type Report,
  type Request,
} from './reconnection';
import type { ClientMessage, ServerMessage } from '../types';

/** The members of a `WebSocket` that are used here. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

/** The parts of a connection that tests replace. */
export interface ConnectionDependencies {
  /** Opens a socket that sends the events from a number on. */
  dial: (from: number) => Socket;
  /** Receives messages and reports of the connection. */
  hear: (told: Deliver | Report) => void;
  /** Receives messages first; returns true if a message answers a query, which the connection doesn't store. */
  answered?: (message: ServerMessage) => boolean;
  chance?: () => number;
  /** The device's clock, which goes on during sleep. */
  now?: () => number;
  /** The time that pings carry. */
  steady?: () => number;
  /** Calls a function after a time in milliseconds. The returned function cancels that. */
  later?: (ms: number, call: () => void) => () => void;
}

/**
 * The limits, in milliseconds, of the wait for an answer after a sleep. Within them it is the time that opening the
 * socket took.
 */
export const SHORTEST_PROBE = 400;
export const LONGEST_PROBE = 1_500;
/** An attempt to connect that is older than this when the device wakes up is replaced. */
export const OLD_ATTEMPT = 2_000;
/** The `readyState` of a socket that accepts messages. */
const OPEN = 1;
/** Close codes that stand for a missing code. */
const NO_CODES: ReadonlySet<number> = new Set([1005, 1006]);

/** The connection to a table, over any number of sockets. */
export class Connection {
  private link: Link;
  private socket: Socket | null = null;
  private readonly timers = new Map<string, () => void>();
  private readonly pending: LinkEvent[] = [];
  private busy = false;
  /** The start of the latest attempt, the time of the last message, and the time that opening took. */
  private began = 0;
  private heard = 0;
  private opening = LONGEST_PROBE;
  private readonly dependencies: Required<ConnectionDependencies>;
  private readonly replyTimeout: ReplyTimeout;

  /** `start` requests the events from a number on besides the state; `seen` requests those after a known number. */
  constructor(dependencies: ConnectionDependencies, { start = 0, seen = 0 } = {}) {
    this.dependencies = {
      answered: () => false,
      chance: Math.random,
      now: Date.now,
      steady: steadyTime,
      later,
      ...dependencies,
    };
    this.link = { ...NEW, start, seen };
    this.replyTimeout = new ReplyTimeout(this.dependencies.later, () => this.restart());
  }

  /** Reports if there is a network. The first time with a network starts the connection. */
  network(there: boolean): void {
    this.happen({ type: there ? 'online' : 'offline' });
  }

  /** Sends a request, and sends it again until it is answered. */
  ask(message: Request): void {
    this.happen({ type: 'queued', message });
  }

  /** Sends a message once; false if that isn't possible now. */
  tell(message: ClientMessage): boolean {
    return this.link.stage === 'live' && this.link.draining === null && this.send(message);
  }

  /** Ends the connection for good. */
  close(): void {
    this.happen({ type: 'left' });
    this.replyTimeout.close();
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }

  /** Tests the connection at once, because the device was asleep or the page hidden. */
  wake(): void {
    switch (this.link.stage) {
      case 'offline':
      case 'waiting':
        return this.network(true);
      case 'connecting':
      case 'opened':
        return this.dependencies.now() - this.began > OLD_ATTEMPT ? this.restart() : undefined;
      case 'live':
        return this.silent() > 3 * this.link.heartbeat ? this.restart() : this.probe(() => this.restart());
      case 'ended':
    }
  }

  /** Tests the connection, because the browser reports no network. A server on this device may still answer. */
  doubt(): void {
    if (this.link.stage === 'live') this.probe(() => this.network(false));
    else this.network(false);
  }

  /** Tests if the server still answers. */
  private probe(silent: () => void): void {
    const { number } = this.link;
    this.tell({ type: 'ping' });
    this.start('probe', this.opening, () => {
      if (this.link.number === number && this.link.stage === 'live') silent();
    });
  }

  private restart(): void {
    this.network(false);
    this.network(true);
  }

  private silent(): number {
    return this.dependencies.now() - this.heard;
  }

  /** Decides and acts. Events that happen while acting are queued, so that actions keep their order. */
  private happen(event: LinkEvent): void {
    this.pending.push(event);
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.pending.shift(); next; next = this.pending.shift()) {
        const [link, actions] = decide(this.link, next, this.dependencies.chance());
        this.link = link;
        for (const action of actions) this.perform(action);
      }
    } finally {
      this.busy = false;
    }
    this.replyTimeout.look(this.link);
  }

  private perform(action: Action): void {
    switch (action.do) {
      case 'connect':
        return this.open(action.number, action.from);
      case 'drop':
        return this.drop();
      case 'send':
        return void this.send(action.message);
      case 'wait': {
        const { timer } = action;
        return this.start(timer, action.ms, () => this.happen({ type: 'fired', timer }));
      }
      case 'deliver':
      case 'report':
        return this.dependencies.hear(action);
    }
  }

  /** Sends nothing over a closing socket: unanswered requests are repeated over the next one. */
  private send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    // The answer to a ping has the server's time, which counts from when the ping was sent.
    const sent = message.type === 'ping' ? { ...message, n: this.dependencies.steady() } : message;
    this.socket.send(JSON.stringify(sent));
    return true;
  }

  private open(number: number, from: number): void {
    this.began = this.dependencies.now();
    const socket = this.dependencies.dial(from);
    this.socket = socket;
    socket.onopen = () => this.happen({ type: 'opened', number });
    socket.onmessage = (event: { data: unknown }) => this.arrive(number, event.data);
    socket.onclose = (event: { code: number }) => {
      this.forget();
      this.happen({ type: 'lost', number, code: NO_CODES.has(event.code) ? null : event.code });
    };
  }

  private arrive(number: number, data: unknown): void {
    const message = parsed(data);
    if (message === null) {
      // A peer that sends invalid data counts as lost.
      this.drop();
      return this.happen({ type: 'lost', number, code: null });
    }
    this.heard = this.dependencies.now();
    if (message.type === 'welcome') {
      this.opening = Math.min(LONGEST_PROBE, Math.max(SHORTEST_PROBE, this.heard - this.began));
    }
    this.timers.get('probe')?.();
    this.timers.delete('probe');
    this.replyTimeout.hear(message);
    if (this.dependencies.answered(message)) this.link = { ...this.link, heard: true };
    else this.happen({ type: 'arrived', number, message });
  }

  private drop(): void {
    const { socket } = this;
    this.forget();
    socket?.close();
  }

  private forget(): void {
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket = null;
  }

  private start(timer: string, ms: number, call: () => void): void {
    this.timers.get(timer)?.();
    this.timers.set(timer, this.dependencies.later(ms, call));
  }
}

/** A message of the server, possibly a newer one; null if the data is not a message. */
function parsed(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const found = JSON.parse(data) as { type?: unknown } | null;
    return typeof found?.type === 'string' ? (found as ServerMessage) : null;
  } catch {
    return null;
  }
}

export function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** The subprotocols of a table's socket: an invitation, which a page can't send in a header. */
export const protocolsFor = (invitation: string): string[] =>
  invitation ? ['canastra', `invitation.${invitation}`] : [];

/** The address of a table's socket on the server that delivered the page. */
export function socketUrl(table: string, from: number, { watch = false } = {}): string {
  const query = new URLSearchParams({ v: '1', from: String(from) });
  if (watch) query.set('watch', 'true');
  const url = new URL(`api/tables/${encodeURIComponent(table)}/socket?${query}`, document.baseURI);
  return url.href.replace(/^http/, 'ws');
}
