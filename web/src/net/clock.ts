/** The server's time, counted evenly from what the server said last. Nothing that a page shows of it follows the device's clock. */

/** Milliseconds; what took longer was slept over. */
const LONGEST = 60_000;

/**
 * Milliseconds since 1970 by the device's clock when the page was opened, going on evenly since then. Setting that clock
 * does not move it; while the device sleeps it may stand still.
 */
export function steadyTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Each answer says between which bounds the server is ahead of the steady time: it was given after the question and before
 * it came. What all of them agree on is narrow after a few. One that can't agree is newer than a sleep, or than a change of
 * the server's own clock: then it alone counts.
 */
export class ServerClock {
  private least = -Infinity;
  private most = Infinity;

  constructor(readonly steady: () => number = steadyTime) {}

  /** Whether the server has said its time. */
  get known(): boolean {
    return this.least > -Infinity;
  }

  /** Milliseconds between the bounds. */
  get doubt(): number {
    return this.most - this.least;
  }

  /** The server's time in milliseconds since 1970; the device's before the server has said any. */
  now(): number {
    return this.steady() + (this.known ? Math.round((this.least + this.most) / 2) : 0);
  }

  /** The server's time was `at` when it answered what was sent at `sent`, by the steady time; the answer came now. */
  heard(at: number, sent: number): void {
    const came = this.steady();
    if (sent > came || came - sent > LONGEST) return;
    const least = at - came;
    const most = at - sent;
    const agrees = least <= this.most && most >= this.least;
    this.least = agrees ? Math.max(least, this.least) : least;
    this.most = agrees ? Math.min(most, this.most) : most;
  }
}

/** Of the server that this page came from. */
export const serverClock = new ServerClock();
