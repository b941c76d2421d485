/**
 * Several tabs of one browser at one table: the one that came last plays.
 *
 * The server settles that too, with the close code 4008. But a tab that sleeps or waits for the network hears nothing
 * of it, and would take the seat back by coming back; so each says when it opened the table, and the newest counts.
 */

/** What tabs say to each other. */
export type Word =
  /** This tab opened the table at that time, and is about to connect. */
  | { kind: 'claim'; table: string; tab: string; at: number }
  /** The tab that is named has the table to itself again. */
  | { kind: 'yielded'; table: string; to: string };

/** What is needed of a `BroadcastChannel`. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(word: Word): void;
  close(): void;
}

/** What a tab does for others. */
export interface Holder {
  /** Whether this tab holds a seat here that others could take. */
  seated(): boolean;
  /** Let go of the table: a newer tab has it. */
  yield(): void;
  /** An older tab that had come between has let go. */
  regain(): void;
}

/** The channel of this browser's tabs; null where there is none, or the browser forbids it with all storage. */
export function channel(): Channel | null {
  try {
    return new BroadcastChannel('canastra.tables');
  } catch {
    return null;
  }
}

/** This tab's place among those at one table. */
export class Tab {
  private at: number;
  /** The newest claim that was heard. */
  private newest: number;

  constructor(
    private readonly table: string,
    private readonly tab: string,
    private readonly holder: Holder,
    private readonly others: Channel | null = channel(),
    private readonly now: () => number = Date.now,
  ) {
    this.at = this.newest = now();
    if (others) others.onmessage = (event) => this.hear(event.data as Word);
  }

  /** Says that this tab is about to connect, so that a newer one can say no. */
  announce(): void {
    this.say({ kind: 'claim', table: this.table, tab: this.tab, at: this.at });
  }

  /** From now on this is the newest. */
  take(): void {
    this.at = this.newest = Math.max(this.now(), this.newest + 1);
    this.announce();
  }

  close(): void {
    this.others?.close();
  }

  private hear(word: Word): void {
    if (word.table !== this.table) return;
    if (word.kind === 'yielded') {
      if (word.to === this.tab) this.holder.regain();
      return;
    }
    this.newest = Math.max(this.newest, word.at);
    if (!this.holder.seated()) return;
    if (word.at > this.at || (word.at === this.at && word.tab > this.tab)) {
      this.holder.yield();
      this.say({ kind: 'yielded', table: this.table, to: word.tab });
    } else this.announce();
  }

  private say(word: Word): void {
    this.others?.postMessage(word);
  }
}
