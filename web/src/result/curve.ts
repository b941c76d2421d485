/** The curve of a match: both sides' points after each deal, in a box of 1 × 1. */
import type { ReplayCard } from '../net/types';

export interface Curve {
  /** The points of each side deal by deal, with y downwards. */
  lines: readonly [readonly Dot[], readonly Dot[]];
  /** The heights of zero and of the target; null if the target is far above all points. */
  zero: number;
  goal: number | null;
}
export type Dot = readonly [x: number, y: number];

/** The part of the target from which on its line is shown. */
const NEAR = 0.6;

export function curveOf(points: readonly (readonly [number, number])[], target: number): Curve {
  const all = [...points.flat(), 0];
  const low = Math.min(...all);
  const most = Math.max(...all);
  const seen = target > 0 && most > target * NEAR;
  const high = Math.max(most, low + 100, seen ? target : low);
  const across = Math.max(1, points.length - 1);
  const y = (value: number): number => 1 - (value - low) / (high - low);
  const line = (side: 0 | 1): Dot[] => points.map((each, place) => [place / across, y(each[side])]);
  return { lines: [line(0), line(1)], zero: y(0), goal: target > 0 && target <= high ? y(target) : null };
}

/** A line as an SVG path, in a box of this size. */
export function pathOf(line: readonly Dot[], width: number, height: number, left = 0, top = 0): string {
  return line
    .map(([x, y], place) => `${place ? 'L' : 'M'}${(left + x * width).toFixed(2)} ${(top + y * height).toFixed(2)}`)
    .join('');
}

/** The match's points deal by deal, as far as they are known. */
export function grown({ brought, deals }: ReplayCard): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [brought];
  for (const { points, ending } of deals) {
    const [one, other] = points;
    if (ending === null || typeof one !== 'number' || typeof other !== 'number') break;
    found.push([one, other]);
  }
  return found;
}
