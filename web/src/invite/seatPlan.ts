/** The seats before a match, in words and by side. Pure except for the language. */
import type { SeatState, State } from '../net/types';

/** A seat with its number. */
export interface NumberedSeat {
  number: number;
  seat: SeatState;
}

/** The seats by side, your side first; with two players each is a side. */
export function sides(seats: readonly SeatState[], you: number | null): NumberedSeat[][] {
  const found: NumberedSeat[][] = [[], []];
  for (const [number, seat] of seats.entries()) found[number % 2]!.push({ number, seat });
  return you !== null && you % 2 === 1 ? found.reverse() : found;
}

/** The condition that the match still waits for: filled seats, or a "ready" from you or from others. */
export type Missing =
  { kind: 'people'; n: number } | { kind: 'you' } | { kind: 'others'; names: readonly string[] } | { kind: 'nothing' };

export function missing({ seats, you }: Pick<State, 'seats' | 'you'>): Missing {
  const n = seats.filter(({ kind }) => kind === 'empty').length;
  if (n) return { kind: 'people', n };
  if (you !== null && !seats[you]!.ready) return { kind: 'you' };
  const names = seats.filter(({ ready }) => !ready).map(({ name }) => name);
  return names.length ? { kind: 'others', names } : { kind: 'nothing' };
}
