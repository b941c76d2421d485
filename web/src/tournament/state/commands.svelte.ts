/** What is to be done at a tournament. What was not answered waits, and is sent again with the same id. */
import { ApiError } from '../../net/api';
import { parseJson, readItem, writeItem } from '../../lib/storage';
import { command } from './api';
import type { TournamentAct } from './types';

/** Milliseconds until what was not answered is sent again. */
const AGAIN = 4000;

export interface Waiting {
  readonly id: string;
  readonly act: TournamentAct;
}

/** Done; refused, with `error` saying why; or waiting for the network. */
export type Outcome = 'done' | 'refused' | 'waiting';

/** The commands of this device to one tournament, one after the other; kept on the device until they are answered. */
export class Commands {
  waiting = $state.raw<readonly Waiting[]>([]);
  /** Of the last command that was refused, until the next one. */
  error = $state.raw<unknown>(null);
  /** Whether one is on its way now. */
  busy = $state(false);
  /** Whether what waits was sent before, and not answered. It stays so while it is sent again. */
  late = $state(false);
  private readonly key: string;
  private readonly ends = new Map<string, (outcome: Outcome) => void>();
  /** What was done last, until the page shows it. */
  private unseen = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly tournament: string,
    /** Whose commands they are: the page's name. */
    who: string,
    /** Called when one was done; what it returns is awaited until the page shows it. */
    private readonly done: () => Promise<void> = async () => {},
  ) {
    this.key = `canastra.tournament.${tournament}.${who}`;
    const kept = parseJson(readItem(this.key));
    if (Array.isArray(kept)) this.waiting = kept as Waiting[];
  }

  /** Does it, after what waits. The same is not done twice until the page shows it: a tap may have been two. */
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

  /** Sends what waits, if anything does. */
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

  /** Sends what waits now and whenever the network is back, until what it returns is called. */
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

/** An id that no other command has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('');
}

/** Whether there was no answer, or one that says to come again. */
function isLater(error: unknown): boolean {
  return !(error instanceof ApiError) || error.offline || [429, 502, 503, 504].includes(error.status ?? 0);
}
