/**
 * What the server owes a page that is connected: answers to commands, and the events that an answer told of.
 *
 * A connection that has died says nothing of it, and heartbeats take a minute to find out: too long for who has just
 * played a card. So what is owed for too long has the connection made anew, which asks for it again.
 */
import type { Link } from './reconnection';
import type { ServerMessage } from '../types';

/** Of a heartbeat, and in milliseconds: what comes later is too late. Then it is twice as long for the same thing. */
export const LATE = 1 / 4;
export const SHORTEST_LATE = 500;

export class ReplyTimeout {
  /** The last event that answers told of. */
  private promised = 0;
  private owed: string | null = null;
  /** What was waited for last, and how often it was waited for again. */
  private latest: string | null = null;
  private times = 0;
  private stop: (() => void) | null = null;

  constructor(
    private readonly later: (ms: number, call: () => void) => () => void,
    private readonly late: () => void,
  ) {}

  hear(message: ServerMessage): void {
    if (message.type === 'done') this.promised = Math.max(this.promised, message.last);
    // It has all that the server has.
    if (message.type === 'welcome') this.promised = 0;
  }

  /** Takes note of how the connection stands now. */
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
