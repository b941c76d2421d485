/** What a page shows of a tournament, asked for again and again while somebody looks at it. */
import { language } from '../../i18n';
import { ApiError } from '../../net/api';
import type { Tagged } from './api';

/** Milliseconds between two questions. */
export const EVERY = 4000;

/** The last answer, which stays where none comes, and what went wrong since. */
export class Live<T> {
  value = $state.raw<T>();
  /** Of the last question; null where it was answered. */
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private number = 0;
  private tag: string | null = null;
  private spoken = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;

  constructor(
    private readonly how: (tag: string | null) => Promise<Tagged<T> | null>,
    /** Until the next question, as things stand. */
    private readonly every: () => number = () => EVERY,
    /** Whether it is asked although nobody looks. */
    private readonly unseen: () => boolean = () => false,
  ) {}

  /** Whether what is shown may be old, since the server can't be reached. */
  get offline(): boolean {
    return this.error instanceof ApiError && this.error.offline;
  }

  /** Asks now; of several questions under way only the latest counts. */
  async ask(): Promise<void> {
    const number = ++this.number;
    // In another language it is another answer.
    if (this.spoken !== language()) this.tag = null;
    this.spoken = language();
    this.busy = true;
    let error: unknown = null;
    let found: Tagged<T> | null = null;
    try {
      found = await this.how(this.tag);
    } catch (thrown) {
      error = thrown;
    }
    if (number !== this.number) return;
    this.busy = false;
    this.error = error;
    if (found) {
      this.value = found.value;
      this.tag = found.tag;
    }
    this.wait();
  }

  /** Shows what the server has said in answer to something else. */
  take(value: T): void {
    this.number++;
    this.busy = false;
    this.tag = null;
    this.error = null;
    this.value = value;
    this.wait();
  }

  /** Asks from now on, at once when the page is seen again or the network is back; until what it returns is called. */
  start(): () => void {
    const seen = (): void => void (document.hidden || this.ask());
    document.addEventListener('visibilitychange', seen);
    addEventListener('online', seen);
    this.running = true;
    void this.ask();
    return () => {
      this.running = false;
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('online', seen);
    };
  }

  private wait(): void {
    clearTimeout(this.timer);
    // Nobody looks: it is asked when the page is seen again.
    if (this.running && (!document.hidden || this.unseen()))
      this.timer = setTimeout(() => void this.ask(), this.every());
  }
}
