/** Polls the data of a tournament page while the page is visible. */
import { language } from '../../i18n';
import { ApiError } from '../../net/api';
import type { Tagged } from './api';

/** Milliseconds between two requests. */
export const EVERY = 4000;

/** The last answer, which stays after a failed request, and the error since. */
export class Live<T> {
  value = $state.raw<T>();
  /** The error of the last request; null if it was answered. */
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private number = 0;
  private tag: string | null = null;
  private spoken = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;

  constructor(
    private readonly how: (tag: string | null) => Promise<Tagged<T> | null>,
    /** Returns the milliseconds until the next request. */
    private readonly every: () => number = () => EVERY,
    /** Returns true if a hidden page polls as well. */
    private readonly unseen: () => boolean = () => false,
  ) {}

  /** True if the shown data may be old, because the server can't be reached. */
  get offline(): boolean {
    return this.error instanceof ApiError && this.error.offline;
  }

  /** Sends a request now. Of several requests under way, only the latest counts. */
  async ask(): Promise<void> {
    const number = ++this.number;
    // The tag belongs to an answer in another language.
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

  /** Shows data that came in answer to another request. */
  take(value: T): void {
    this.number++;
    this.busy = false;
    this.tag = null;
    this.error = null;
    this.value = value;
    this.wait();
  }

  /**
   * Polls from now on, and at once when the page becomes visible or the network is back. The returned function ends
   * that.
   */
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
    // A hidden page polls again when it becomes visible.
    if (this.running && (!document.hidden || this.unseen()))
      this.timer = setTimeout(() => void this.ask(), this.every());
  }
}
