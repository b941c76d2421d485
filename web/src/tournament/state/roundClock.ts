/** The time of a round. Pure. */

/** Without a limit or not begun; running; after the warning; after the call of time; stopped. */
export type ClockStage = 'none' | 'running' | 'warned' | 'called' | 'paused';

/** The times of the call and of the warning, by the server's clock. */
export interface RoundTime {
  ends: number | null;
  warns: number | null;
  /** The time at which the clock was stopped; the other times are as if it had continued then. */
  paused?: number | null;
}

/** The stage, and the milliseconds left. */
export function clockAt({ ends, warns, paused = null }: RoundTime, now: number): { stage: ClockStage; left: number } {
  if (ends === null) return { stage: 'none', left: 0 };
  if (paused !== null) return { stage: 'paused', left: Math.max(0, ends - paused) };
  if (now >= ends) return { stage: 'called', left: 0 };
  return { stage: warns !== null && now >= warns ? 'warned' : 'running', left: ends - now };
}
