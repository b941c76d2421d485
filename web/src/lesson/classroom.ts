/**
 * The table of a lesson, without a server: its sockets receive the recorded messages up to the learner's progress.
 *
 * Only the task's action arrives here; the page itself answers other actions.
 */
import type { Socket } from '../net/connection/socket';
import { merged } from '../net/connection/tableReducer';
import type { ClientMessage, Fault, Seen, ServerMessage, State, Talk, Update } from '../net/types';
import { waysOf, type Plan, type Task } from './plan';

/** A long heartbeat, because the connection can't fail. */
const HEARTBEAT = 24 * 60 * 60 * 1000;
const OPEN = 1;
const CLOSED = 3;
const TALK: Talk = { mode: 'off', partners: false, presets: [], reactions: [], lines: [] };
const OTHER: Fault = {
  code: 'lesson_other',
  pt: 'agora é hora de outra jogada',
  en: 'another move is due now',
  article: null,
} as Fault;

export class Classroom {
  private state: State;
  private seq: number;
  private readonly log: Seen[] = [];

  constructor(
    private readonly plan: Plan,
    /** The number of tasks done. */
    private done: number,
    /** Distinguishes this run of the lesson from others. */
    match: string,
    /** Called after each task. */
    private readonly went: (done: number) => void = () => {},
  ) {
    this.state = { ...plan.state, match };
    this.seq = plan.seq;
    for (const { before, after } of plan.tasks.slice(0, done))
      for (const each of [...before, ...after]) this.take(each);
  }

  /** The learner's present task; undefined at the end. */
  get task(): Task | undefined {
    return this.plan.tasks[this.done];
  }

  /** Opens a socket to this table. */
  dial(): Socket {
    return new LocalSocket(
      (send) => this.welcome(send),
      (message, send) => this.answer(message, send),
    );
  }

  private welcome(send: Send): void {
    const { state, seq } = this;
    send({
      type: 'welcome',
      v: 1,
      table: state.match,
      seat: state.you,
      seq,
      state,
      talk: TALK,
      heartbeat: HEARTBEAT,
      events: [...this.log],
    });
    this.goOn(this.task?.before ?? [], send);
  }

  private answer(message: ClientMessage, send: Send): void {
    switch (message.type) {
      case 'ping':
        return send({ type: 'pong', n: message.n ?? 0, at: message.n ?? 0 });
      case 'preview': {
        const ways = this.task ? waysOf(this.task, message.cards, this.state.play?.legal ?? []) : [];
        if (!ways) return send({ type: 'error', id: message.id, fault: OTHER });
        return send({ type: 'previewed', id: message.id, step: this.state.step, ways, faults: [] });
      }
      case 'act':
        return this.act(message.id, message.action, send);
      case 'hint':
        return send({ type: 'refused', id: message.id, fault: OTHER });
      default:
        send({ type: 'done', id: message.id, seq: this.seq, last: this.seq });
    }
  }

  private act(id: string, action: string, send: Send): void {
    const { task } = this;
    if (!task || task.does !== action) return send({ type: 'refused', id, fault: OTHER });
    const [first] = task.after;
    send({ type: 'done', id, seq: first!.seq, last: task.after.at(-1)!.seq });
    this.done += 1;
    this.goOn([...task.after, ...(this.task?.before ?? [])], send);
    this.went(this.done);
  }

  private goOn(updates: readonly Update[], send: Send): void {
    for (const each of updates) {
      if (each.seq <= this.seq) continue;
      this.take(each);
      send(each);
    }
  }

  private take({ seq, events, changes }: Update): void {
    this.state = merged(this.state, changes);
    this.seq = seq;
    this.log.push(...events);
  }
}

type Send = (message: ServerMessage) => void;

/** A socket whose other end is on this page. */
class LocalSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readyState = 0;

  constructor(
    opened: (send: Send) => void,
    private readonly receive: (message: ClientMessage, send: Send) => void,
  ) {
    // Opens in a microtask, after the caller has set its listeners.
    queueMicrotask(() => {
      if (this.readyState === CLOSED) return;
      this.readyState = OPEN;
      this.onopen?.({} as never);
      opened((message) => this.tell(message));
    });
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    queueMicrotask(() => this.receive(message, (answer) => this.tell(answer)));
  }

  close(): void {
    this.readyState = CLOSED;
  }

  private tell(message: ServerMessage): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}
