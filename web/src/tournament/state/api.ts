/** The requests of the tournament pages. Separate from net/api.ts, because players don't need them. */
import { language } from '../../i18n';
import { address, ApiError, call, fetched, refusal, TIMEOUT } from '../../net/api';
import { UNREACHABLE } from '../../net/faults';
import type { EntriesRead, PlayerLinks, Routes } from '../../net/types';
import type { GameCards, PlayerView, TableView, TournamentAct, TournamentRole, TournamentView } from './types';

const of = (tournament: string) => ({ path: { tournament } });

/** The address at which phones find this server. */
export const phonesAddress = () => call('GET /api/tournaments/phones');
export const myTournaments = () => call('GET /api/tournaments');
export const examples = () => call('GET /api/tournaments/examples');
/** Checks regulations without storing them. An error has its key and reason. */
export const readRegulations = (regulations: string) =>
  call('POST /api/tournaments/regulations', { body: { regulations }, query: { lang: language() } });
/** Founds a tournament. Sending the same id again founds no second one. */
export const found = (id: string, regulations: string) => call('POST /api/tournaments', { body: { id, regulations } });
/** Sends a command. Sending the same id again has no further effect. */
export const command = (tournament: string, id: string, act: TournamentAct) =>
  call('POST /api/tournaments/{tournament}/commands', { ...of(tournament), body: { id, act } });
export const members = (tournament: string) => call('GET /api/tournaments/{tournament}/members', of(tournament));
export const invite = (tournament: string, role: TournamentRole) =>
  call('POST /api/tournaments/{tournament}/invitations', { ...of(tournament), body: { role } });
/** Takes the role of an invitation. */
export const joinStaff = (tournament: string, token: string) =>
  call('POST /api/tournaments/{tournament}/members', { ...of(tournament), body: { token } });
export const removeMember = (tournament: string, player: string) =>
  call('DELETE /api/tournaments/{tournament}/members/{player}', { path: { tournament, player } });
/** Removes the tournament for good; its name confirms that. */
export const remove = (tournament: string, name: string) =>
  call('DELETE /api/tournaments/{tournament}', { ...of(tournament), query: { name } });
export const tableCodes = (tournament: string) => call('GET /api/tournaments/{tournament}/codes', of(tournament));
/** Opens a table by the code of a side. With `speak`, this user reports for the side. */
export const openTable = (tournament: string, token: string, speak = false) =>
  call('POST /api/tournaments/{tournament}/table', { ...of(tournament), body: { token, speak } });
/** Plays online as the player of a link from now on. */
export const playAs = (tournament: string, token: string) =>
  call('POST /api/tournaments/{tournament}/player', { ...of(tournament), body: { token } });
/** Reads a table of entries, CSV or XLSX. The server guesses the columns and headings that are not given. */
export async function readEntries(
  tournament: string,
  table: Blob,
  columns: readonly EntriesRead['columns'][number]['use'][] = [],
  headings?: number,
): Promise<EntriesRead> {
  const sent = { method: 'POST', body: table, headers: { 'Content-Type': 'application/octet-stream' } };
  const query = { columns: columns.join(), headings: headings === undefined ? '' : String(headings) };
  const route = address('POST /api/tournaments/{tournament}/entries', { ...of(tournament), query });
  return (await asked(route, sent)).json() as Promise<EntriesRead>;
}
/** Downloads one of the tournament's two files. */
export const readFile = async (tournament: string, file: string): Promise<Blob> =>
  (await asked(address('GET /api/tournaments/{tournament}/files/{file}', { path: { tournament, file } }))).blob();
/** The address of the public regulations or log. */
export const publicFile = (tournament: string, file: string): string =>
  address('GET /api/tournaments/{tournament}/public/{file}', { path: { tournament, file } });
/** Downloads a print as a PDF named in the user's language; a round's print is of the latest published round. */
export async function readPrint(tournament: string, print: string, place?: string, site?: string): Promise<File> {
  const query = { lang: language(), place, site };
  const answer = await asked(
    address('GET /api/tournaments/{tournament}/prints/{print}', { path: { tournament, print }, query }),
  );
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  return new File([await answer.blob()], name ?? `${print}.pdf`);
}

/** An answer with its tag, by which the server recognizes that nothing has changed. */
export interface Tagged<T> {
  value: T;
  tag: string | null;
}
type Asked<T> = (tag: string | null) => Promise<Tagged<T> | null>;

/** Everything that the user may see, in the present language; null if it hasn't changed since the tag. */
export const view =
  (tournament: string): Asked<TournamentView> =>
  (tag) =>
    unlessSame('GET /api/tournaments/{tournament}', { path: { tournament }, query: { lang: language() } }, tag);
/** The table that this phone has opened; null if it hasn't changed since the tag. */
export const table =
  (tournament: string): Asked<TableView> =>
  (tag) =>
    unlessSame('GET /api/tournaments/{tournament}/table', of(tournament), tag);
/** The user's view as a player of an online tournament. */
export const player =
  (tournament: string): Asked<PlayerView> =>
  (tag) =>
    unlessSame('GET /api/tournaments/{tournament}/player', of(tournament), tag);
/** The state of the tables that the server itself runs. */
export const games =
  (tournament: string): Asked<GameCards> =>
  (tag) =>
    unlessSame('GET /api/tournaments/{tournament}/games', of(tournament), tag);
/** The links of all players, for the people who run the tournament. */
export const playerLinks =
  (tournament: string): Asked<PlayerLinks> =>
  (tag) =>
    unlessSame('GET /api/tournaments/{tournament}/players', of(tournament), tag);

async function unlessSame<N extends keyof Routes>(
  name: N,
  given: { path: object; query?: object },
  tag: string | null,
): Promise<Tagged<Routes[N]['answer']> | null> {
  const answer = await asked(address(name, given), {
    cache: 'no-store',
    ...(tag && { headers: { 'If-None-Match': tag } }),
  });
  if (answer.status === 304) return null;
  return { value: (await answer.json()) as Routes[N]['answer'], tag: answer.headers.get('ETag') };
}

/** Fetches an answer without reading its body, which `call` would do. */
async function asked(url: string, options: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetched(url, { credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT), ...options });
  } catch {
    throw new ApiError(UNREACHABLE, null);
  }
  if (answer.ok || answer.status === 304) return answer;
  throw refusal(answer, await answer.text());
}
