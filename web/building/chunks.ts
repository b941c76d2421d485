/**
 * Which modules go out together. A few larger files rather than many small ones: they compress better, and a page is
 * there after one round of requests.
 */
import type { Rolldown } from 'vite';

const FIRST = /\/src\/main\.ts$/;
const RULES = /\/Rules\.svelte$/;
/** What pages.ts fetches; what more than one of them needs is a file of its own. */
const LATER = [/\/parts\/people\.ts$/, /\/TablePage\.svelte$/, /\/ReplayPage\.svelte$/, RULES];

/** The name of the file that a module goes into; none leaves it to the bundler. */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const above = importers(id, context);
  const reached = (start: RegExp): boolean => above.some((each) => start.test(each));
  if (reached(FIRST)) return 'index';
  if (LATER.filter(reached).length < 2) return null;
  // Melds are drawn on most pages. Of all else that tables share the rules need nothing.
  return reached(RULES) ? 'index' : 'shared';
}

/** A module and whatever brings it along. */
function importers(id: string, context: Rolldown.ChunkingContext): string[] {
  const found = new Set([id]);
  for (const each of found) for (const one of context.getModuleInfo(each)?.importers ?? []) found.add(one);
  return [...found];
}
