/** The server's time, as far as answers to pings tell it: the quickest answer tells it best. */

/** An answer that took longer was slept over, or its ping had another number in it than a time. */
const LONGEST = 60_000;

export class ServerClock {
  /** Milliseconds that the server is ahead of this device. */
  ahead = 0;
  private quickest = LONGEST;

  /** An answer came now to a ping that was sent at `sent`; the server's clock stood at `at`. Whether it tells more. */
  measure(sent: number, at: number, now: number): boolean {
    const way = now - sent;
    if (way < 0 || way > this.quickest) return false;
    this.quickest = way;
    this.ahead = at + way / 2 - now;
    return true;
  }
}
