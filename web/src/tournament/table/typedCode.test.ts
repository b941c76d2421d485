import { expect, test } from 'vitest';
import { codeFault, typedCode } from './typedCode';

const CODE = 'abcd2345efgh67ijklmnopqrst';

test.each([
  [CODE],
  ['ABCD 2345 EFGH 67IJ KLMN OPQR ST'],
  [' abcd-2345-efgh-67ij-klmn-opqr-st '],
  ['ABCD 2345 EFGH 671J KLMN 0PQR ST'],
  [`https://clube.example/torneio/x1/mesa#t=${CODE}`],
])('%s is the code', (text) => {
  expect(typedCode(text)).toBe(CODE);
  expect(codeFault(typedCode(text))).toBe(null);
});

test.each([
  ['', 26],
  [CODE.slice(0, 24), 2],
  [`${CODE}ab`, -2],
  ['abcd 9999', 'characters'],
  ['ação', 'characters'],
] as const)('what is wrong with %j: %s', (text, fault) => expect(codeFault(typedCode(text))).toBe(fault));
