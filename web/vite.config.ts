/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { chunkOf } from './plugins/chunks.ts';
import { brotli } from './plugins/brotli.ts';
import { comments } from './plugins/comments.ts';
import { clientOnly } from './plugins/clientOnly.ts';
import { offlineFiles } from './plugins/offline.ts';
import { preloads } from './plugins/preloads.ts';
import { numberedKeys } from './plugins/numberedKeys.ts';

/** The server for `npm run dev`: CANASTRA_SERVER, by default the address of `canastra serve`. */
const server = process.env.CANASTRA_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative, so that a server can deliver the client below any path: see <base> in index.html.
  base: './',
  plugins: [svelte(), clientOnly(), numberedKeys(), offlineFiles(), preloads(), comments(), brotli()],
  build: {
    outDir: '../src/canastra/web',
    emptyOutDir: true,
    // Nothing inline: the server's Content-Security-Policy allows neither code nor data: addresses.
    assetsInlineLimit: 0,
    // The MIT licence requires the notices of all packages in the page. index.html links to the file.
    license: { fileName: 'licencas.txt' },
    modulePreload: { polyfill: false },
    target: ['chrome107', 'firefox104', 'safari16'],
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      output: {
        // A service worker must keep its name, and controls only the folder of its file.
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:6].js'),
        // Shorter than the default to save bytes; 36 bits are enough to distinguish the versions of a file.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: { groups: [{ name: chunkOf, debugName: 'chunkOf' }] },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['{src,plugins}/**/*.test.ts'],
    environment: 'node',
    // Compiles each module once for all test files.
    isolate: false,
    setupFiles: ['src/i18n/testSetup.ts'],
  },
});
