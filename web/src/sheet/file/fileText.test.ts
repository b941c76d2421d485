import { expect, test } from 'vitest';
import { decoded, fileText } from './fileText';

const bytes = (...each: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(each);

test('a file is read in the encoding in which a program saved it', () => {
  expect(decoded(new TextEncoder().encode('José e Lúcia'))).toEqual({ text: 'José e Lúcia', encoding: 'utf-8' });
  expect(decoded(bytes(0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xa9))).toEqual({ text: 'Jé', encoding: 'utf-8' });
  expect(decoded(bytes(0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x80))).toEqual({ text: 'José €', encoding: 'windows-1252' });
  expect(decoded(bytes(0xff, 0xfe, 0x4a, 0, 0xe9, 0))).toEqual({ text: 'Jé', encoding: 'utf-16' });
  expect(decoded(bytes(0xfe, 0xff, 0, 0x4a, 0, 0xe9))).toEqual({ text: 'Jé', encoding: 'utf-16' });
  expect(decoded(bytes())).toEqual({ text: '', encoding: 'utf-8' });
});

test('no letter becomes a mark of what could not be read', async () => {
  const all = bytes(...Array.from({ length: 128 }, (_, at) => at + 128));
  expect((await fileText(new Blob([all]))).text).not.toContain('\ufffd');
});
