import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encode, path, type Code } from './qr';
import { correction } from './reedSolomon';

const LINK = 'https://canastra.example/convite/abcdefghijklmnop?i=0123456789_-ABCDEFGHIJ';

const rows = ({ dark }: Code, on: string, off: string) => dark.map((row) => row.map((each) => (each ? on : off)).join(''));

describe('a code', () => {
  test('of one letter is as another encoder draws it', () => {
    expect(rows(encode('A', 2), '#', '.')).toEqual([
    '#######....#..#######',
    '#.....#...#...#.....#',
    '#.###.#.##....#.###.#',
    '#.###.#.##.##.#.###.#',
    '#.###.#.#.#.#.#.###.#',
    '#.....#.#.##..#.....#',
    '#######.#.#.#.#######',
    '........#............',
    '#.#####..#.#..#####..',
    '.#.##..#.#.####..#...',
    '.####.#.....#.##.....',
    '.##.##.#.######..#.#.',
    '#..####..#..#..#..#..',
    '........###.#..#..#..',
    '#######..###.#..####.',
    '#.....#.##.....##.##.',
    '#.###.#.#.##.#..###..',
    '#.###.#.#..####..#...',
    '#.###.#.#.#.#.##.....',
    '#.....#..######..#...',
    '#######.###.#..#..##.',
    ]);
  });

  // Fingerprints of what another encoder made of the same texts, with the same masks.
  test.each([
    ['A', 0, 1, '2bae48594b7325872d655a95d8814f09f3825eba52faa8c8b4e3c6dd453105e5'],
    [LINK, 3, 5, 'd0b48d31fb78abed6a6d5badc0f84bd15d87c0ab5c37fbee14f0eae11433dd51'],
    ['Olá, São João!', 7, 2, 'b952d516d58c4690d25c049077585e0b461644bfa199773f96c1e0df4b0c159c'],
    ['x'.repeat(213), 0, 10, 'f8a692e420006d88c10e55f6fb2f048c68ad07db0d7c3f134adf4ff3fc04aae2'],
    ['x'.repeat(214), 7, 11, '3fc3a0ba7cb6f0f61e190aafe4b5fcaec91dee7c5ab3fb62e3709b657206940b'],
    ['v'.repeat(400), 3, 15, 'b1dc47220d1a84de01f26ebceb8046b04577c787232ce746f6eff693ce61dc75'],
    ['u'.repeat(666), 7, 20, '0e419d4658d06e2d649b64ee801932d32717365127cde6375709486839d66f97'],
  ])('of %j with mask %i has version %i and these modules', (text, mask, version, sha256) => {
    const code = encode(text, mask);
    expect(code.version).toBe(version);
    expect(createHash('sha256').update(rows(code, '1', '0').join('\n')).digest('hex')).toBe(sha256);
  });

  test('has the mask with the least penalty', () => {
    const code = encode(LINK);
    expect(code.dark).toEqual(encode(LINK, code.mask).dark);
    expect(code.mask).toBe(2);
  });

  test('has an end', () => {
    expect(encode('x'.repeat(666)).version).toBe(20);
    expect(() => encode('x'.repeat(667))).toThrow(RangeError);
  });
});

test('a path draws each dark module once, within the quiet zone', () => {
  const code = encode('A');
  const { d, size } = path(code);
  expect(size).toBe(29);
  const drawn = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const [, x, y, width] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let n = 0; n < Number(width); n++) drawn[Number(y)]![Number(x) + n]! += 1;
  }
  const wanted = drawn.map((row, y) => row.map((_, x) => Number(code.dark[y - 4]?.[x - 4] ?? false)));
  expect(drawn).toEqual(wanted);
});

test('corrections are those of the standard’s example', () => {
  // ISO/IEC 18004, Annex I: "01234567" in a code of version 1-M.
  const words = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  expect(correction(words, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});
