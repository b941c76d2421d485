/** Shared by the tests of the network layer: a state, and clocks and sockets that the test controls. */
import type { PlayState, ServerMessage, State, Talk, Welcome } from './types';

export const TALK: Talk = { mode: 'presets', partners: false, presets: ['hello'], reactions: ['clap'], lines: [] };

/** A table of two with a person at seat 0, with the given changes. */
export function state(changes: Partial<State> = {}): State {
  const seat = { player: 'p1', name: 'Ana', level: '', bank: 0, grace: 60_000, timeouts: 0 };
  const there = { ready: false, held: false, left: false, away: null };
  return {
    match: 'm1',
    rulebook: 'canastra-duelo',
    revision: 1,
    sha256: '',
    target: 0,
    deals: 1,
    undo: true,
    stand_in: 'greedy',
    next_dealer: 'next_seat',
    lots: false,
    arranged: false,
    forfeits: false,
    packs: '',
    encounter: null,
    lot: null,
    times: {},
    you: 0,
    now: 1,
    stage: 'seating',
    step: 0,
    seats: [
      { ...seat, ...there, kind: 'person' },
      { ...seat, ...there, kind: 'bot', player: '', name: 'Tio Beto', level: 'greedy', ready: true },
    ],
    points: null,
    deal: 1,
    dealer: null,
    commitment: '',
    contributions: [null, null],
    offers: [],
    clock: null,
    absence: null,
    next_at: null,
    play: null,
    last: null,
    result: null,
    rematch: false,
    called: false,
    ...changes,
  };
}

/** A deal in progress in which seat 0 must draw. */
export function play(changes: Partial<PlayState> = {}): PlayState {
  return {
    turn: 1,
    to_act: 0,
    phase: 'draw',
    bot: null,
    hand: 'AS 2S',
    legal: ['draw'],
    may_refuse: false,
    may_undo: false,
    hand_sizes: [2, 2],
    known: ['', ''],
    melds: [[], []],
    red_threes: ['', ''],
    due: null,
    pile: '',
    pile_size: 0,
    stock_size: 60,
    morto_sizes: [11, 11],
    has_morto: [false, false],
    waiting_morto: [false, false],
    minimum: [0, 0],
    points_laid: 0,
    on_table: [0, 0],
    ...changes,
  };
}

/** A welcome with this event number. */
export function welcome(seq: number, changes: Partial<Welcome> = {}): Welcome {
  const head = { type: 'welcome', v: 1, table: 't', seat: 0, heartbeat: 20_000 } as const;
  return { ...head, seq, state: state(), talk: TALK, ...changes };
}

/** A clock that stands still until `pass` is called, with timers that fire in their order. */
export class Hands {
  at = 1_700_000_000_000;
  private timers: { at: number; call: () => void }[] = [];

  readonly now = (): number => this.at;

  readonly later = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.at + ms, call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  };

  /** Advances the time and fires the due timers. */
  pass(ms: number): void {
    const end = this.at + ms;
    for (;;) {
      const [next] = this.timers.filter((each) => each.at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.at = Math.max(this.at, next.at);
      next.call();
    }
    this.at = end;
  }

  /** Advances the time without timers, like a sleeping device. */
  sleep(ms: number): void {
    this.at += ms;
    for (const timer of this.timers) timer.at += ms;
  }
}

/** A socket whose peer is the test. */
export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;
  /** Open by default. */
  readyState = 1;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.();
  }

  say(message: ServerMessage | string): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  lose(code = 1006): void {
    this.onclose?.({ code });
  }
}
