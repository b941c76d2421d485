/** The time of a round. Pure. */

/** No limit or not begun; running; the warning was given; time was called. */
export type ClockStage = 'none' | 'running' | 'warned' | 'called';

/** When time is called, and when the warning is given, by the server's clock. */
export interface RoundTime {
  ends: number | null;
  warns: number | null;
}

/** How it stands, and the milliseconds left. */
export function clockAt({ ends, warns }: RoundTime, now: number): { stage: ClockStage; left: number } {
  if (ends === null) return { stage: 'none', left: 0 };
  if (now >= ends) return { stage: 'called', left: 0 };
  return { stage: warns !== null && now >= warns ? 'warned' : 'running', left: ends - now };
}
