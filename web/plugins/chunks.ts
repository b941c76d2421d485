/**
 * Distributes the modules over the built files. A few larger files instead of many small ones: they compress better,
 * and a page loads with one round of requests.
 */
import type { Rolldown } from 'vite';

const FIRST = /\/src\/main\.ts$/;
const PEOPLE = /\/bundles\/people\.ts$/;
const MINE = /\/bundles\/mine\.ts$/;
const RULES = /\/Rules\.svelte$/;
const TABLE = /\/TablePage\.svelte$/;
const LESSON = /\/LessonPage\.svelte$/;
const REPLAY = /\/ReplayPage\.svelte$/;
/** The parts that a table loads after its first view. */
const PARTS = /\/lazyParts\.ts$/;
/** The entries that pages.ts loads. Modules that several of them need get their own files. */
const LATER = [PEOPLE, MINE, TABLE, LESSON, REPLAY, RULES, PARTS];
/**
 * Modules that the pages of people share with tables. Without a file for them, those pages would load everything that
 * tables share.
 */
const FORMS = /\/(?:lib\/tables\/tables\.ts|ui\/(?:Choice|ErrorNotice|NumberField)\.svelte)$/;
const STYLES = /\.css$/;
/** The tournament pages and their own modules: separate files, which other players never load. */
const STAFF = ['List', 'Room'].map(ofTournament);
const PLAYERS = ['Player', 'Seat'].map(ofTournament);
const GUESTS = [...['Hall', 'Table'].map(ofTournament), ...PLAYERS];
const OF_TOURNAMENTS = /\/src\/(?:(?:bundles\/)?tournament|i18n\/pt\/tournament)/;

/**
 * The name of the file for a module; null leaves it to the bundler.
 *
 * A file also contains the imports of its modules, except for modules in a file whose name comes before it in the
 * alphabet: so `index` is first, then `melds`, then `shared`, then `tally`.
 */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const above = importers(id, context);
  const reached = (start: RegExp): boolean => above.some((each) => start.test(each));
  if (reached(FIRST) || FORMS.test(id)) return 'index';
  if (OF_TOURNAMENTS.test(id)) {
    // A phone at a table loads nothing of the room.
    const pages = [...GUESTS, ...STAFF].filter(reached);
    // A table's part of a tournament adds little to the file.
    if (pages.every((each) => PLAYERS.includes(each))) return pages.length > 1 ? 'tournamentPlay' : null;
    if (GUESTS.some(reached)) return pages.length > 1 ? 'tournament' : null;
    return STAFF.every(reached) ? 'tournamentStaff' : null;
  }
  const pages = LATER.filter(reached);
  const styles = STYLES.test(id);
  // The end of a deal is drawn in replays, and after the first view of a table.
  if (!styles && pages.length === 2 && reached(PARTS) && reached(REPLAY)) return 'tally';
  // Styles are short and similar, so all styles that tables need are one file. Otherwise the gallery's styles would
  // get a file of their own.
  if (pages.length < 2)
    return styles && (reached(TABLE) || reached(PARTS)) ? 'shared' : reached(PEOPLE) ? 'people' : null;
  // The rules need melds, and the list of own matches needs faces, but neither needs the other modules that tables
  // share.
  if (!reached(RULES) && !reached(MINE)) return 'shared';
  return styles || reached(PEOPLE) ? 'index' : 'melds';
}

function ofTournament(page: string): RegExp {
  return new RegExp(`/Tournament${page}\\.svelte$`);
}

/** A module and all modules that import it, directly or indirectly. */
function importers(id: string, context: Rolldown.ChunkingContext): string[] {
  const found = new Set([id]);
  for (const each of found) for (const one of context.getModuleInfo(each)?.importers ?? []) found.add(one);
  return [...found];
}
