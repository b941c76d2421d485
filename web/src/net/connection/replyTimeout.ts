/**
 * Detects overdue replies: answers to commands, and events that an answer announced.
 *
 * A dead connection may show no error, and heartbeats need a minute to detect it, too long for a player who has just
 * played a card. An overdue reply therefore opens a new connection, which asks for it again.
 */
import type { Link } from './reconnection';
import type { ServerMessage } from '../types';

/**
 * The longest wait, as a part of the heartbeat, and its least value in milliseconds. It doubles for each repetition.
 */
export const LATE = 1 / 4;
export const SHORTEST_LATE = 500;

export class ReplyTimeout {
  /** The last event that answers announced. */
  private promised = 0;
  private owed: string | null = null;
  /** The reply awaited last, and the number of repetitions. */
  private latest: string | null = null;
  private times = 0;
  private stop: (() => void) | null = null;

  constructor(
    private readonly later: (ms: number, call: () => void) => () => void,
    private readonly late: () => void,
  ) {}

  hear(message: ServerMessage): void {
    if (message.type === 'done') this.promised = Math.max(this.promised, message.last);
    // A welcome contains all events of the server.
    if (message.type === 'welcome') this.promised = 0;
  }

  /** Updates the awaited replies from the state of the connection. */
  look(link: Link): void {
    const owed = this.owedTo(link);
    if (owed === this.owed) return;
    this.close();
    this.owed = owed;
    if (owed === null) return;
    this.times = owed === this.latest ? this.times + 1 : 0;
    this.latest = owed;
    const ms = Math.max(SHORTEST_LATE, link.heartbeat * LATE) * 2 ** Math.min(this.times, 10);
    this.stop = this.later(ms, this.late);
  }

  close(): void {
    this.stop?.();
    this.stop = null;
  }

  private owedTo({ stage, draining, unanswered, postponed, seen }: Link): string | null {
    if (stage !== 'live' || draining !== null) return null;
    const command = unanswered.find(({ id }) => !postponed.includes(id));
    return command?.id ?? (seen < this.promised ? `event ${this.promised}` : null);
  }
}
