/**
 * Which modules go out together. A few larger files rather than many small ones: they compress better, and a page is
 * there after one round of requests.
 */
import type { Rolldown } from 'vite';

const FIRST = /\/src\/main\.ts$/;
const PEOPLE = /\/bundles\/people\.ts$/;
const MINE = /\/bundles\/mine\.ts$/;
const RULES = /\/Rules\.svelte$/;
const TABLE = /\/TablePage\.svelte$/;
const LESSON = /\/LessonPage\.svelte$/;
const REPLAY = /\/ReplayPage\.svelte$/;
/** What a table fetches after its first view. */
const PARTS = /\/lazyParts\.ts$/;
/** What pages.ts fetches; what more than one of them needs is a file of its own. */
const LATER = [PEOPLE, MINE, TABLE, LESSON, REPLAY, RULES, PARTS];
/** What pages of people need of others: without it they would fetch all that tables share. */
const FORMS = /\/(?:lib\/tables\/tables\.ts|ui\/(?:Choice|ErrorNotice|NumberField)\.svelte)$/;
const STYLES = /\.css$/;
/** The pages of tournaments, and what is theirs: files by themselves, which players never fetch. */
const STAFF = ['List', 'Room'].map(ofTournament);
const PLAYERS = ['Player', 'Seat'].map(ofTournament);
const GUESTS = [...['Hall', 'Table'].map(ofTournament), ...PLAYERS];
const OF_TOURNAMENTS = /\/src\/(?:(?:bundles\/)?tournament|i18n\/pt\/tournament)/;

/**
 * The name of the file that a module goes into; none leaves it to the bundler.
 *
 * A file also takes what its modules import, unless that is in a file whose name comes before it in the alphabet: so
 * `index` is first, then `melds`, then `shared`, then `tally`.
 */
export function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const above = importers(id, context);
  const reached = (start: RegExp): boolean => above.some((each) => start.test(each));
  if (reached(FIRST) || FORMS.test(id)) return 'index';
  if (OF_TOURNAMENTS.test(id)) {
    // A phone at a table fetches nothing of the room.
    const pages = [...GUESTS, ...STAFF].filter(reached);
    // What a table shows of its tournament brings little along.
    if (pages.every((each) => PLAYERS.includes(each))) return pages.length > 1 ? 'tournamentPlay' : null;
    if (GUESTS.some(reached)) return pages.length > 1 ? 'tournament' : null;
    return STAFF.every(reached) ? 'tournamentStaff' : null;
  }
  const pages = LATER.filter(reached);
  const styles = STYLES.test(id);
  // The end of a deal is drawn in replays, and after the first view of a table.
  if (!styles && pages.length === 2 && reached(PARTS) && reached(REPLAY)) return 'tally';
  // Styles are short and much alike: all that tables need is one file.
  // What the gallery of cards needs of them would be a file of its own otherwise.
  if (pages.length < 2)
    return styles && (reached(TABLE) || reached(PARTS)) ? 'shared' : reached(PEOPLE) ? 'people' : null;
  // Rules draw melds, one's own matches have faces. Of all else that tables share they need nothing.
  if (!reached(RULES) && !reached(MINE)) return 'shared';
  return styles || reached(PEOPLE) ? 'index' : 'melds';
}

function ofTournament(page: string): RegExp {
  return new RegExp(`/Tournament${page}\\.svelte$`);
}

/** A module and whatever brings it along. */
function importers(id: string, context: Rolldown.ChunkingContext): string[] {
  const found = new Set([id]);
  for (const each of found) for (const one of context.getModuleInfo(each)?.importers ?? []) found.add(one);
  return [...found];
}
