/** Compresses each text with Brotli too, for browsers that accept it: a seventh smaller than gzip. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(css|html|js|svg|txt|webmanifest)$/;

export function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' }).filter((each) => TEXTS.test(each))) {
        const text = readFileSync(join(dir!, name));
        const { BROTLI_PARAM_SIZE_HINT: size, BROTLI_PARAM_MODE: mode, BROTLI_MODE_TEXT: written } = constants;
        const found = brotliCompressSync(text, { params: { [size]: text.length, [mode]: written } });
        if (found.length < text.length) writeFileSync(join(dir!, `${name}.br`), found);
      }
    },
  };
}
