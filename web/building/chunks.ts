/**
 * Which modules go out together. A few larger files rather than many small ones: they compress better, and a page is
 * there after one round of requests.
 */
import type { Rolldown } from 'vite';

const FIRST = /\/src\/main\.ts$/;
/** What pages.ts fetches; what more than one of them needs is a file of its own. */
const LATER = [/\/parts\/people\.ts$/, /\/TablePage\.svelte$/, /\/ReplayPage\.svelte$/, /\/Rules\.svelte$/];

/** The name of the file that a module goes into; none leaves it to the bundler. */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const above = importers(id, context);
  const reached = (start: RegExp): boolean => above.some((each) => start.test(each));
  if (reached(FIRST)) return 'index';
  return LATER.filter(reached).length > 1 ? 'shared' : null;
}

/** A module and whatever brings it along. */
function importers(id: string, context: Rolldown.ChunkingContext): string[] {
  const found = new Set([id]);
  for (const each of found) for (const one of context.getModuleInfo(each)?.importers ?? []) found.add(one);
  return [...found];
}
