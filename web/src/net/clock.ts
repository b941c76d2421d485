/**
 * The server's time, advanced evenly since the server's last answer. Times on the page don't follow the device's clock.
 */

/** Milliseconds; an answer that took longer than this arrived after a sleep of the device. */
const LONGEST = 60_000;

/**
 * Milliseconds since 1970 by the device's clock when the page was opened, advancing evenly since then. Changes of the
 * device's clock have no effect; it may stand still while the device sleeps.
 */
export function steadyTime(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Estimates the difference between the server's time and the steady time. Each answer gives bounds for it, because the
 * server answered after the request was sent and before the answer arrived. The intersection is narrow after a few
 * answers. Bounds that don't intersect follow a sleep, or a change of the server's clock; they replace the former
 * bounds.
 */
export class ServerClock {
  private least = -Infinity;
  private most = Infinity;

  constructor(readonly steady: () => number = steadyTime) {}

  /** True if the server's time is known. */
  get known(): boolean {
    return this.least > -Infinity;
  }

  /** Milliseconds between the bounds. */
  get doubt(): number {
    return this.most - this.least;
  }

  /** The server's time in milliseconds since 1970; the device's time while the server's is unknown. */
  now(): number {
    return this.steady() + (this.known ? Math.round((this.least + this.most) / 2) : 0);
  }

  /**
   * Records that the server's time was `at` when it answered a request sent at `sent` (steady time) whose answer
   * arrived now.
   */
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

/** The clock of the server that delivered this page. */
export const serverClock = new ServerClock();
