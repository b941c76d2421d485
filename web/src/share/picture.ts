/** The picture of a result, as shapes on a sheet. Pure, so that its content and layout can be tested. */
import { curveOf, pathOf } from '../result/curve';
import { formatNumber } from '../i18n/numberFormat';

export const WIDTH = 1080;
export const HEIGHT = 1350;

/** The content of the picture: only data that the public page of the result shows. */
export interface Result {
  title: string;
  /** The rulebook and the number of deals, the day, the server's page. */
  about: string;
  date: string;
  host: string;
  /** The names and the points of each side. */
  names: readonly [readonly string[], readonly string[]];
  points: readonly [number, number];
  winner: number | null;
  /** The points of both sides deal by deal, and the title of the curve. */
  run: readonly (readonly [number, number])[];
  target: number;
  chart: string;
}

export type Shape =
  | { is: 'fill'; colour: string; path: string }
  | { is: 'line'; colour: string; path: string; width: number; dash?: readonly number[] }
  | {
      is: 'text';
      text: string;
      x: number;
      y: number;
      size: number;
      colour: string;
      weight: number;
      align: 'left' | 'center' | 'right';
      /** The text gets smaller if it would be wider. */
      max: number;
    };

/** The colours of the light theme, whatever the page's theme, because other people see the picture. */
const SAND = '#e9dec8';
const LIGHT = '#f6efe1';
const PAPER = '#fffaf0';
const GOLD = '#e9b44c';
const WAVE = '#237a72';
const LINE = '#d3c5a8';
const TEXT = '#1f2d2a';
const QUIET = '#4a5650';
const SIDES = ['#0b6a62', '#8f3716'] as const;

const PANEL = 420;
const CREST = 108;
const MIDDLES = [290, 790] as const;
const CHART = { left: 90, top: 880, width: 900, height: 260 };
/** The most numbers of deals that are readable below the curve. */
const MOST_NUMBERS = 12;

/** All shapes, from the background up. */
export function pictureOf(result: Result): Shape[] {
  const deals = result.run.length > 2;
  return [...ground(result), ...score(result, deals ? 0 : 150), ...(deals ? chart(result) : []), foot(result)];
}

function ground({ title, about, date }: Result): Shape[] {
  return [
    { is: 'fill', colour: SAND, path: `M0 0H${WIDTH}V${HEIGHT}H0Z` },
    { is: 'fill', colour: LIGHT, path: ellipse(540, 330, 620, 330) },
    { is: 'fill', colour: GOLD, path: ellipse(540, 340, 260, 260) },
    { is: 'fill', colour: WAVE, path: wave(PANEL, CREST / 2) },
    { is: 'fill', colour: PAPER, path: wave(PANEL, 0) },
    text('canastra', 72, 104, 52, { weight: 800, align: 'left', max: 400 }),
    text(date, WIDTH - 72, 102, 32, { colour: QUIET, align: 'right', max: 480 }),
    text(title, 540, 258, 84, { weight: 800, max: 960 }),
    text(about, 540, 326, 36, { max: 960 }),
  ];
}

function score({ names, points, winner }: Result, down: number): Shape[] {
  const shapes: Shape[] = [text('×', 540, 728 + down, 64, { colour: QUIET, max: 60 })];
  for (const side of [0, 1] as const) {
    const x = MIDDLES[side];
    const colour = SIDES[side];
    shapes.push({ is: 'fill', colour, path: mark(side, x, 492 + down, 16) });
    const first = names[side].length > 1 ? 560 : 588;
    names[side].forEach((name, place) =>
      shapes.push(text(name, x, first + down + 54 * place, 44, { weight: 700, max: 440 })),
    );
    shapes.push(text(formatNumber(points[side]), x, 748 + down, 116, { weight: 800, colour, max: 390 }));
    if (side === winner) shapes.push({ is: 'fill', colour: GOLD, path: `M${x - 100} ${776 + down}h200v12h-200Z` });
  }
  return shapes;
}

function chart({ run, target, chart: title }: Result): Shape[] {
  const { left, top, width, height } = CHART;
  const curve = curveOf(run, target);
  const across = (y: number): string => `M${left} ${top + y * height}h${width}`;
  const shapes: Shape[] = [
    text(title, left, top - 30, 30, { weight: 600, align: 'left', max: 600 }),
    { is: 'line', colour: LINE, path: across(curve.zero), width: 3 },
  ];
  if (curve.goal !== null) {
    // The target's number is at the left, where the curves are still far below.
    shapes.push({ is: 'line', colour: QUIET, path: across(curve.goal), width: 2, dash: [4, 10] });
    shapes.push(
      text(formatNumber(target), left, top + curve.goal * height + 36, 28, { colour: QUIET, align: 'left', max: 200 }),
    );
  }
  for (const side of [1, 0] as const) {
    const line = curve.lines[side];
    const dash = side ? { dash: [20, 14] } : {};
    shapes.push({ is: 'line', colour: SIDES[side], path: pathOf(line, width, height, left, top), width: 7, ...dash });
    for (const [x, y] of line)
      shapes.push({ is: 'fill', colour: SIDES[side], path: mark(side, left + x * width, top + y * height, 11) });
  }
  const every = Math.ceil(run.length / MOST_NUMBERS);
  curve.lines[0].forEach(([x], deal) => {
    if (deal && deal % every === 0)
      shapes.push(text(String(deal), left + x * width, top + height + 52, 28, { colour: QUIET, max: 60 }));
  });
  return shapes;
}

function foot({ host }: Result): Shape {
  return text(host, 540, HEIGHT - 56, 32, { colour: QUIET, max: 960 });
}

type Style = Partial<Pick<Extract<Shape, { is: 'text' }>, 'weight' | 'colour' | 'align'>> & { max: number };

function text(words: string, x: number, y: number, size: number, style: Style): Shape {
  return { is: 'text', text: words, x, y, size, weight: 400, colour: TEXT, align: 'center', ...style };
}

function ellipse(x: number, y: number, across: number, down: number): string {
  return `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0Z`;
}

/** The shape of each side, besides its colour: a disc and a diamond. */
function mark(side: 0 | 1, x: number, y: number, size: number): string {
  if (side === 0) return ellipse(x, y, size, size);
  const reach = size * 1.25;
  return `M${x} ${y - reach}l${reach} ${reach}l${-reach} ${reach}l${-reach} ${-reach}Z`;
}

/** The area below the wave of a calçadão. */
function wave(y: number, shift: number): string {
  const crests = `c27 0 27-26 54-26s27 26 54 26`.repeat(Math.ceil(WIDTH / CREST) + 2);
  return `M${shift - CREST} ${y}${crests}V${HEIGHT}H${shift - CREST}Z`;
}
