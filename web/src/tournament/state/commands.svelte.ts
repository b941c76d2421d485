/** Sends commands to a tournament. Unanswered commands wait and are sent again with the same id. */
import { ApiError } from '../../net/api';
import { parseJson, readItem, writeItem } from '../../lib/storage';
import { command } from './api';
import type { TournamentAct } from './types';

/** Milliseconds until an unanswered command is sent again. */
const AGAIN = 4000;

export interface Waiting {
  readonly id: string;
  readonly act: TournamentAct;
}

/** Done; refused, with the reason in `error`; or waiting for the network. */
export type Outcome = 'done' | 'refused' | 'waiting';

/**
 * The commands of this device to one tournament, in their order. They are stored on the device until they are answered.
 */
export class Commands {
  waiting = $state.raw<readonly Waiting[]>([]);
  /** The error of the last refused command, until the next command. */
  error = $state.raw<unknown>(null);
  /** True while a command is being sent. */
  busy = $state(false);
  /** True if the waiting command was sent before without an answer. It stays true while it is sent again. */
  late = $state(false);
  private readonly key: string;
  private readonly ends = new Map<string, (outcome: Outcome) => void>();
  /** The last command that was done, until the page shows its effect. */
  private unseen = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly tournament: string,
    /** The page whose commands they are. */
    who: string,
    /** Called after a command was done. Its promise resolves when the page shows the effect. */
    private readonly done: () => Promise<void> = async () => {},
  ) {
    this.key = `canastra.tournament.${tournament}.${who}`;
    const kept = parseJson(readItem(this.key));
    if (Array.isArray(kept)) this.waiting = kept as Waiting[];
  }

  /**
   * Sends a command after the waiting ones. A double tap is ignored: the same command is not sent again before the page
   * shows its effect.
   */
  async run(act: TournamentAct): Promise<Outcome> {
    const text = JSON.stringify(act);
    if (this.unseen === text) return 'done';
    if (this.waiting.some((each) => JSON.stringify(each.act) === text)) return 'waiting';
    const id = newId();
    this.error = null;
    const ended = new Promise<Outcome>((end) => this.ends.set(id, end));
    this.keep([...this.waiting, { id, act }]);
    void this.send();
    return ended;
  }

  /** Sends the waiting commands. */
  async send(): Promise<void> {
    clearTimeout(this.timer);
    if (this.busy) return;
    this.busy = true;
    let held = false;
    for (let next = this.waiting[0]; next && !held; next = this.waiting[0]) {
      try {
        await command(this.tournament, next.id, next.act);
        this.end(next.id, 'done');
        const text = JSON.stringify(next.act);
        this.unseen = text;
        void this.done().then(() => {
          if (this.unseen === text) this.unseen = '';
        });
      } catch (error) {
        held = isLater(error);
        if (!held) {
          this.error = error;
          this.end(next.id, 'refused');
        }
      }
    }
    this.busy = false;
    this.late = held;
    if (!held) return;
    for (const [id, end] of this.ends) {
      end('waiting');
      this.ends.delete(id);
    }
    this.timer = setTimeout(() => void this.send(), AGAIN);
  }

  /** Sends the waiting commands now and whenever the network is back. The returned function ends that. */
  start(): () => void {
    const back = (): void => void this.send();
    addEventListener('online', back);
    void this.send();
    return () => {
      clearTimeout(this.timer);
      removeEventListener('online', back);
    };
  }

  private end(id: string, outcome: Outcome): void {
    this.keep(this.waiting.filter((each) => each.id !== id));
    this.ends.get(id)?.(outcome);
    this.ends.delete(id);
  }

  private keep(waiting: readonly Waiting[]): void {
    this.waiting = waiting;
    writeItem(this.key, waiting.length ? JSON.stringify(waiting) : null);
  }
}

/** A new unique id. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('');
}

/** Returns true if the server didn't answer, or asked to try later. */
function isLater(error: unknown): boolean {
  return !(error instanceof ApiError) || error.offline || [429, 502, 503, 504].includes(error.status ?? 0);
}
