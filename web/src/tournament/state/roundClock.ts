/** The time of a round. Pure. */

/** No limit or not begun; running; the warning was given; time was called; stopped. */
export type ClockStage = 'none' | 'running' | 'warned' | 'called' | 'paused';

/** When time is called, and when the warning is given, by the server's clock. */
export interface RoundTime {
  ends: number | null;
  warns: number | null;
  /** Since when the clock stands still; the others are as if it went on then. */
  paused?: number | null;
}

/** How it stands, and the milliseconds left. */
export function clockAt({ ends, warns, paused = null }: RoundTime, now: number): { stage: ClockStage; left: number } {
  if (ends === null) return { stage: 'none', left: 0 };
  if (paused !== null) return { stage: 'paused', left: Math.max(0, ends - paused) };
  if (now >= ends) return { stage: 'called', left: 0 };
  return { stage: warns !== null && now >= warns ? 'warned' : 'running', left: ends - now };
}
