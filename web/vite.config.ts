/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` finds the server: `canastra serve`'s own address, unless CANASTRA_SERVER says another. */
const server = process.env.CANASTRA_SERVER ?? 'http://127.0.0.1:8080';

/**
 * Tells the service worker which files make up this version of the client.
 *
 * The list goes in after everything has its final name; the version is a digest of the files,
 * so that a build of the same sources is the same version.
 */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const digest = createHash('sha256').update(readFileSync('index.html'));
      const files = ['/'];
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name]!;
        digest.update(name).update(file.type === 'chunk' ? file.code : file.source);
        if (name.startsWith('assets/')) files.push(`/${name}`);
      }
      for (const name of readdirSync('public').sort()) {
        digest.update(name).update(readFileSync(`public/${name}`));
        if (name.endsWith('.svg') || name.endsWith('.webmanifest')) files.push(`/${name}`);
      }
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') this.error('the service worker is missing from the build');
      worker.code = worker.code
        .replace(/(["'`])@version@\1/, JSON.stringify(digest.digest('hex').slice(0, 16)))
        .replace(/(["'`])@files@\1/, JSON.stringify(JSON.stringify(files)));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), offlineFiles()],
  build: {
    outDir: '../src/canastra/web',
    emptyOutDir: true,
    // Nothing inline: the server's Content-Security-Policy allows neither code nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome107', 'firefox104', 'safari16'],
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      output: {
        // A service worker has one name for ever, and reaches over the folder that it lies in.
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
