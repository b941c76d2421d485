import { describe, expect, test } from 'vitest';
import { HEIGHT, pictureOf, WIDTH, type Result, type Shape } from './picture';

const PAIRS: Result = {
  title: 'Venceu: Ana e Caio',
  about: 'Buraco, 3 mãos',
  date: '23 de novembro de 2026',
  host: 'canastra.example',
  names: [
    ['Ana', 'Caio'],
    ['Bia', 'Davi'],
  ],
  points: [2110, -35],
  winner: 0,
  run: [
    [0, 0],
    [900, -100],
    [1500, 40],
    [2110, -35],
  ],
  target: 2000,
  chart: 'A partida, mão a mão',
};
const ONCE: Result = {
  ...PAIRS,
  names: [['Ana'], ['Bia']],
  run: [
    [0, 0],
    [520, 10],
  ],
  points: [520, 10],
  target: 0,
};

const texts = (shapes: Shape[]) => shapes.flatMap((shape) => (shape.is === 'text' ? [shape] : []));
const words = (shapes: Shape[]) => texts(shapes).map(({ text }) => text);

describe('the picture of a result', () => {
  test('says who played, the points, the rulebook, the day and where, and no more', () => {
    expect(words(pictureOf(PAIRS)).sort()).toEqual(
      [
        'canastra',
        '×',
        '1',
        '2',
        '3',
        'Ana',
        'Caio',
        'Bia',
        'Davi',
        '2.110',
        '\u221235',
        '2.000',
        PAIRS.title,
        PAIRS.about,
        PAIRS.date,
        PAIRS.host,
        PAIRS.chart,
      ].sort(),
    );
  });

  test('has each side in its half, in its colour, the winner underlined in gold', () => {
    const shapes = pictureOf(PAIRS);
    const [won, lost] = ['2.110', '\u221235'].map((points) => texts(shapes).find(({ text }) => text === points)!);
    expect(won!.x).toBeLessThan(WIDTH / 2);
    expect(lost!.x).toBeGreaterThan(WIDTH / 2);
    expect(won!.colour).not.toBe(lost!.colour);
    expect(texts(shapes).filter(({ text, x }) => ['Ana', 'Caio'].includes(text) && x === won!.x)).toHaveLength(2);
    const bars = (result: Result) =>
      pictureOf(result).filter((shape) => shape.is === 'fill' && shape.path.endsWith('h200v12h-200Z'));
    expect(bars(PAIRS)).toHaveLength(1);
    expect(bars({ ...PAIRS, winner: null })).toHaveLength(0);
  });

  test('draws the curve of what was played deal by deal, and none of a single deal', () => {
    const lines = (result: Result) => pictureOf(result).filter((shape) => shape.is === 'line');
    expect(lines(PAIRS)).toHaveLength(4); // Zero, the target, and both sides.
    expect(lines(ONCE)).toHaveLength(0);
    expect(words(pictureOf(ONCE))).not.toContain(PAIRS.chart);
  });

  test('numbers at most a dozen deals, however long the match', () => {
    const run = Array.from({ length: 40 }, (_, deal) => [deal * 50, deal * 20] as const);
    const numbers = words(pictureOf({ ...PAIRS, run })).filter((text) => /^\d{1,2}$/.test(text));
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.length).toBeLessThanOrEqual(12);
  });

  test.each([PAIRS, ONCE])('keeps all words on the sheet', (result) => {
    for (const { x, y, size, align, max } of texts(pictureOf(result))) {
      const left = align === 'left' ? x : align === 'right' ? x - max : x - max / 2;
      expect(y).toBeLessThan(HEIGHT);
      expect(y).toBeGreaterThan(size);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + max).toBeLessThanOrEqual(WIDTH);
    }
  });
});
