import { expect, test } from 'vitest';
import { afterKey, plainNumber } from './typedNumber';

test.each([
  ['', '7', '7'],
  ['0', '7', '7'],
  ['-0', '7', '-7'],
  ['12345', '6', '12345'],
  ['-1234', '5', '-12345'],
  ['12', 'erase', '1'],
  ['', 'erase', ''],
  ['12', '±', '-12'],
  ['-12', '±', '12'],
])('%j and the key %s make %j', (text, key, after) => expect(afterKey(text, key)).toBe(after));

test.each([
  ['1.250', '1250'],
  ['−45', '-45'],
  ['4-5', '45'],
  ['12345678', '123456'],
  ['abc', ''],
])('of %j stays %j', (text, plain) => expect(plainNumber(text)).toBe(plain));
