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

/** Where `npm run dev` finds the server: `canastra serve`'s own address, unless CANASTRA_SERVER says another. */
const server = process.env.CANASTRA_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Files find each other wherever the server puts them: see <base> in index.html.
  base: './',
  plugins: [svelte(), clientOnly(), numberedKeys(), offlineFiles(), preloads(), comments(), brotli()],
  build: {
    outDir: '../src/canastra/web',
    emptyOutDir: true,
    // Nothing inline: the server's Content-Security-Policy allows neither code nor data: addresses.
    assetsInlineLimit: 0,
    // What MIT asks for: the notices of all packages whose code is in the page, which index.html names.
    license: { fileName: 'licencas.txt' },
    modulePreload: { polyfill: false },
    target: ['chrome107', 'firefox104', 'safari16'],
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      output: {
        // A service worker has one name for ever, and reaches over the folder that it lies in.
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:6].js'),
        // Two letters less in each place that names a file; of 36 bits no two versions of a file have the same.
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
    // Modules are compiled once, not for each file anew.
    isolate: false,
    setupFiles: ['src/i18n/testSetup.ts'],
  },
});
