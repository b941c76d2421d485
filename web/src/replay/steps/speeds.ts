/** The speeds of an automatic replay. */
export const REPLAY_SPEEDS = [0.5, 1, 2, 4] as const;

/** The milliseconds for which a place is shown; longer for the points of a deal. */
export function pause(speed: number, sheet: boolean): number {
  return (sheet ? 4000 : 1200) / speed;
}
