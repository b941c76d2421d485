/**
 * The addresses of the pages, relative to the base of index.html. Pure: router.svelte.ts connects them to the browser.
 */

/** The pages of a tournament: public, for the people who run it, a table's report, a player online, the wall. */
export type TournamentPage =
  'tournament' | 'tournamentRoom' | 'tournamentTable' | 'tournamentPlayer' | 'tournamentWall';

export type Route =
  | { page: 'start' }
  | { page: 'table'; id: string }
  | { page: 'invitation'; id: string; invitation: string | null }
  | { page: 'replay'; id: string | null }
  | { page: 'rules'; id: string | null }
  | { page: 'lesson'; id: string | null }
  | { page: 'sheet'; id: string | null }
  | { page: 'account' }
  | { page: 'settings' }
  | { page: 'cards' }
  | { page: 'admin' }
  | { page: 'tournaments' }
  | { [P in TournamentPage]: { page: P; id: string } }[TournamentPage]
  | { page: 'unknown' };

const WITH_ID = /^(mesa|partida|regras|aprender|placar|convite)\/([A-Za-z0-9._-]{1,80})$/i;
const ALONE: Record<string, Route> = {
  '': { page: 'start' },
  partida: { page: 'replay', id: null },
  regras: { page: 'rules', id: null },
  aprender: { page: 'lesson', id: null },
  placar: { page: 'sheet', id: null },
  conta: { page: 'account' },
  ajustes: { page: 'settings' },
  cartas: { page: 'cards' },
  admin: { page: 'admin' },
  aviso: { page: 'admin' },
  senha: { page: 'admin' },
  torneios: { page: 'tournaments' },
};
const OF_TOURNAMENT = /^torneio\/([A-Za-z0-9._-]{1,80})(?:\/(sala|mesa|jogar|telao))?$/i;
const PARTS: Record<string, TournamentPage> = {
  sala: 'tournamentRoom',
  mesa: 'tournamentTable',
  jogar: 'tournamentPlayer',
  telao: 'tournamentWall',
};

/** The invitation in an address ("#i=XYZ"). Browsers don't send what follows #. */
export function invitationIn({ hash }: { hash: string }): string | null {
  return /[#&]i=([\w-]{1,80})/.exec(hash)?.[1] ?? null;
}

/**
 * The route of an address ("/convite/ab12#i=XYZ"), for pages below `base`, a path with its slashes.
 *
 * Only ids are case-sensitive: an address may have been typed, or capitalized by a phone.
 */
export function routeOf(address: string, base = '/'): Route {
  const url = new URL(address, `http://canastra.invalid${base}`);
  const { pathname } = url;
  if (!pathname.startsWith(base)) return { page: 'unknown' };
  const path = pathname.slice(base.length).replace(/\/+$/, '');
  const word = path.toLowerCase();
  const alone = Object.hasOwn(ALONE, word) ? ALONE[word] : undefined;
  if (alone) return alone;
  const [, tournament, of] = OF_TOURNAMENT.exec(path) ?? [];
  if (tournament !== undefined) return { page: PARTS[of?.toLowerCase() ?? ''] ?? 'tournament', id: tournament };
  const [, first, id] = WITH_ID.exec(path) ?? [];
  if (first === undefined || id === undefined) return { page: 'unknown' };
  const part = first.toLowerCase();
  if (part === 'mesa') return { page: 'table', id };
  if (part === 'partida') return { page: 'replay', id };
  if (part === 'regras') return { page: 'rules', id };
  if (part === 'aprender') return { page: 'lesson', id };
  if (part === 'placar') return { page: 'sheet', id };
  return { page: 'invitation', id, invitation: invitationIn(url) };
}
