/**
 * Which modules go out together. A few larger files rather than many small ones: they compress better, and a page is
 * there after one round of requests.
 */
import type { Rolldown } from 'vite';

const FIRST = /\/src\/main\.ts$/;
const RULES = /\/Rules\.svelte$/;
const TABLE = /\/TablePage\.svelte$/;
const REPLAY = /\/ReplayPage\.svelte$/;
/** What pages.ts fetches; what more than one of them needs is a file of its own. */
const LATER = [/\/bundles\/people\.ts$/, /\/bundles\/mine\.ts$/, TABLE, REPLAY, RULES];
/** Words of parts, but for the rules', which are long; and the keys that both languages of them share. */
const PARTS = /\/i18n\/(pt|en)\/(?:account|findings|house|now|replay|seat|settings|tables)\.ts$/;
const KEYS = /words-names:(?!rules)/;
const KEYS_OF_RULES = /words-names:rules/;
/** What pages of people need of others: without it they would fetch all that tables share. */
const FORMS = /\/(?:settings\/Choice\.svelte|start\/(?:tables\.ts|ErrorNotice\.svelte))$/;
const STYLES = /\.css$/;

/** The name of the file that a module goes into; none leaves it to the bundler. */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const above = importers(id, context);
  const reached = (start: RegExp): boolean => above.some((each) => start.test(each));
  if (reached(FIRST) || FORMS.test(id)) return 'index';
  if (KEYS.test(id)) return 'keys';
  const part = PARTS.exec(id);
  if (part) return `parts-${part[1]}`;
  const pages = LATER.filter(reached);
  // The panel in the game and the pages of rules ask in the same way.
  if (KEYS_OF_RULES.test(id) || (pages.length === 2 && reached(RULES) && reached(TABLE))) return 'rules';
  // Styles are short and much alike: all that tables need is one file.
  if (STYLES.test(id) && pages.length === 1 && reached(TABLE)) return 'shared';
  if (pages.length < 2) return null;
  // Melds are drawn on most pages. Of all else that tables share the rules need nothing.
  return reached(RULES) ? 'index' : 'shared';
}

/** A module and whatever brings it along. */
function importers(id: string, context: Rolldown.ChunkingContext): string[] {
  const found = new Set([id]);
  for (const each of found) for (const one of context.getModuleInfo(each)?.importers ?? []) found.add(one);
  return [...found];
}
