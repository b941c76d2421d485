/** Tells the service worker which files make up this version of the client. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { OFFICIAL, POPULAR } from '../src/lib/tables/rulebookIds.ts';

/**
 * Returns true for files of the moderation and tournament pages, which few users open, and which don't work offline.
 */
function ofFew(name: string): boolean {
  return /^assets\/(?:[Aa]dmin-|[Tt]ournament)/.test(name);
}

/** The requests of the rule pages, whose answers the worker stores too. */
const RULES = [
  'api/rulebooks',
  ...[...OFFICIAL, ...POPULAR].flatMap((id) =>
    ['', '/words?lang=pt', '/words?lang=en'].map((end) => `api/rulebooks/${id}${end}`),
  ),
];

/**
 * Inserts the list after all files have their final names. The version is a digest of the files, so that a build of the
 * same sources has the same version.
 */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const digest = createHash('sha256').update(readFileSync('index.html'));
      const files = ['./'];
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name]!;
        digest.update(name).update(file.type === 'chunk' ? file.code : file.source);
        if (name.startsWith('assets/') && !ofFew(name)) files.push(name);
      }
      for (const name of readdirSync('public').sort()) {
        digest.update(name).update(readFileSync(`public/${name}`));
        if (name.endsWith('.svg') || name.endsWith('.webmanifest')) files.push(name);
      }
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') this.error('the service worker is missing from the build');
      worker.code = worker.code
        .replace(/(["'`])@version@\1/, JSON.stringify(digest.digest('hex').slice(0, 16)))
        .replace(/(["'`])@files@\1/, JSON.stringify(JSON.stringify(files)))
        .replace(/(["'`])@rules@\1/, JSON.stringify(JSON.stringify(RULES)));
    },
  };
}
