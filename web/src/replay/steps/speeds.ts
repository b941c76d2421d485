/** How fast a replay goes by itself. */
export const REPLAY_SPEEDS = [0.5, 1, 2, 4] as const;

/** Milliseconds that a place is shown; the points of a deal stay a while. */
export function pause(speed: number, sheet: boolean): number {
  return (sheet ? 4000 : 1200) / speed;
}
