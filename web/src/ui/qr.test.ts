import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { path } from './qr';

const LINK = 'https://canastra.example/convite/abcdefghijklmnop?i=0123456789_-ABCDEFGHIJ';

test.each(['A', LINK, 'Olá, São João!'])(
  'the path of %j draws each dark module once, within the quiet zone',
  (text) => {
    const { data } = encode(text, { ecc: 'M', border: 0 });
    const { d, size } = path(text);
    expect(size).toBe(data.length + 8);
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    for (const [, x, y, width] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let n = 0; n < Number(width); n++) drawn[Number(y)]![Number(x) + n]! += 1;
    }
    const wanted = drawn.map((row, y) => row.map((_, x) => Number(data[y - 4]?.[x - 4] ?? false)));
    expect(drawn).toEqual(wanted);
  },
);

test('an invitation is a small code: version 5, level M', () => {
  expect(path(LINK).size).toBe(17 + 4 * 5 + 8);
});
