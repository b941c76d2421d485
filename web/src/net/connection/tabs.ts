/**
 * Coordinates several tabs of one browser at one table: the newest tab plays.
 *
 * The server enforces that too, with the close code 4008. But a tab that sleeps or waits for the network doesn't
 * receive the code, and would take the seat back when it reconnects. So each tab announces when it opened the table,
 * and the newest counts.
 */

/** The messages between tabs. */
export type Word =
  /** This tab opened the table at that time and is about to connect. */
  | { kind: 'claim'; table: string; tab: string; at: number }
  /** The named tab has the table to itself again. */
  | { kind: 'yielded'; table: string; to: string };

/** The members of a `BroadcastChannel` that are used here. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(word: Word): void;
  close(): void;
}

/** The reactions of a tab to other tabs. */
export interface Holder {
  /** Returns true if this tab holds a seat here that others could take. */
  seated(): boolean;
  /** Gives up the table, because a newer tab has it. */
  yield(): void;
  /** Continues, because an older tab that had the table has given it up. */
  regain(): void;
}

/** The channel of this browser's tabs; null if the browser has no such channel, or forbids it with all storage. */
export function channel(): Channel | null {
  try {
    return new BroadcastChannel('canastra.tables');
  } catch {
    return null;
  }
}

/** The place of this tab among the tabs at one table. */
export class Tab {
  private at: number;
  /** The newest claim received. */
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

  /** Announces that this tab is about to connect, so that a newer tab can object. */
  announce(): void {
    this.say({ kind: 'claim', table: this.table, tab: this.tab, at: this.at });
  }

  /** Makes this tab the newest. */
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
