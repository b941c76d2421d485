import { expect, test } from 'vitest';
import { codeFault, typedCode } from './typedCode';

const CODE = 'abcd2345ef6i';
const WHOLE = `${CODE}jklmnopqrstuvw`;

test.each([[CODE], ['ABCD 2345 EF6I'], [' abcd-2345-ef6i '], ['A8CD 2345 EF61']])('%s is the code', (text) => {
  expect(typedCode(text)).toBe(CODE);
  expect(codeFault(typedCode(text))).toBe(null);
});

test.each([
  ['', 12],
  [CODE.slice(0, 10), 2],
  [`${CODE}ab`, -2],
  ['abcd 9999', 'characters'],
  ['ação', 'characters'],
] as const)('what is wrong with %j: %s', (text, fault) => expect(codeFault(typedCode(text))).toBe(fault));

test.each([WHOLE, `https://clube.example/torneio/x1/mesa#t=${WHOLE}`])('a whole code that was pasted: %s', (text) => {
  expect(typedCode(text)).toBe(WHOLE);
  expect(codeFault(WHOLE)).toBe(null);
});
