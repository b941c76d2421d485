/** Pending commands: each stays until it is answered and the state shows its effect. */
import type { Request } from './reconnection';
import type { Done, Fault, ServerMessage } from '../types';

type Without<Message, Key extends string> = Message extends unknown ? Omit<Message, Key> : never;
/** A command without its id. */
export type NewCommand = Without<Request, 'id'>;

/** The outcome of a command; `unknown` if the connection ended for good before the answer. */
export type Outcome =
  | { is: 'done'; seq: number; last: number }
  | { is: 'said' | 'reacted' }
  | { is: 'refused'; fault: Fault }
  | { is: 'unknown' };

/** A command without a final outcome. */
export interface Pending {
  readonly id: string;
  readonly message: Request;
  /** When it was given, by the steady time. */
  readonly at: number;
  /** True if the page shows the command as done already. A refusal then undoes that. */
  readonly optimistic: boolean;
  /** The answer, once it has come: the events that the state must show before the command is over. */
  readonly done: Done | null;
}

export class PendingCommands {
  /** Replaced at each change, never mutated. */
  list: readonly Pending[] = [];
  private readonly ends = new Map<string, (outcome: Outcome) => void>();
  private count = 0;

  constructor(
    /** A random part of the ids, which must be unique among all commands ever sent to the table. */
    private readonly name: string,
    private readonly changed: (list: readonly Pending[]) => void,
  ) {}

  /** Adds a command. Returns its message with an id, and a promise of its outcome. */
  add(command: NewCommand, at: number, optimistic = false): { message: Request; outcome: Promise<Outcome> } {
    const id = `${this.name}-${++this.count}`;
    const message = { ...command, id } as Request;
    const outcome = new Promise<Outcome>((end) => this.ends.set(id, end));
    this.set([...this.list, { id, message, at, optimistic, done: null }]);
    return { message, outcome };
  }

  /** Handles a message that may answer a command; `seq` is the last event that the state shows. */
  answer(message: ServerMessage, seq: number): void {
    switch (message.type) {
      case 'done':
        this.set(this.list.map((each) => (each.id === message.id ? { ...each, done: message } : each)));
        return this.reached(seq);
      case 'refused':
        return this.end(message.id, { is: 'refused', fault: message.fault });
      case 'error':
        return message.id ? this.end(message.id, { is: 'refused', fault: message.fault }) : undefined;
      case 'said':
      case 'reacted':
        return message.id ? this.end(message.id, { is: message.type }) : undefined;
    }
  }

  /** Called when the state shows events up to `seq`: commands whose effect it shows are over. */
  reached(seq: number): void {
    for (const { id, done } of this.list) {
      if (done && done.last <= seq) this.end(id, { is: 'done', seq: done.seq, last: done.last });
    }
  }

  /** Ends all commands, because no answer will come. */
  giveUp(): void {
    for (const { id, done } of this.list) this.end(id, done ? { ...done, is: 'done' } : { is: 'unknown' });
  }

  private end(id: string, outcome: Outcome): void {
    const resolve = this.ends.get(id);
    if (!resolve) return;
    this.ends.delete(id);
    this.set(this.list.filter((each) => each.id !== id));
    resolve(outcome);
  }

  private set(list: readonly Pending[]): void {
    this.list = list;
    this.changed(list);
  }
}
