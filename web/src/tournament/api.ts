/** What the pages of tournaments ask the server. Apart from net/api.ts: a player never needs it. */
import { language } from '../i18n';
import { address, ApiError, call, refusal, TIMEOUT, ways } from '../net/api';
import { UNREACHABLE } from '../net/faults';
import type { Routes } from '../net/types';
import type { Half, TableView, TournamentAct, TournamentRole, TournamentView } from './types';

const of = (tournament: string) => ({ path: { tournament } });

export const myTournaments = () => call('GET /api/tournaments');
export const examples = () => call('GET /api/tournaments/examples');
/** Reads a congress without keeping it; what can't be is refused with its key and reason. */
export const readCongress = (congress: string) => 
  call('POST /api/tournaments/congress', { body: { congress }, query: { lang: language() } });
/** Founds a tournament; the same id twice founds one. */
export const found = (id: string, congress: string) => call('POST /api/tournaments', { body: { id, congress } });
/** One command; asked again with the same id it is done once. */
export const command = (tournament: string, id: string, act: TournamentAct) =>
  call('POST /api/tournaments/{tournament}/commands', { ...of(tournament), body: { id, act } });
export const members = (tournament: string) => call('GET /api/tournaments/{tournament}/members', of(tournament));
export const invite = (tournament: string, role: TournamentRole) =>
  call('POST /api/tournaments/{tournament}/invitations', { ...of(tournament), body: { role } });
/** Takes the role that an invitation gives. */
export const joinStaff = (tournament: string, token: string) =>
  call('POST /api/tournaments/{tournament}/members', { ...of(tournament), body: { token } });
export const removeMember = (tournament: string, player: string) =>
  call('DELETE /api/tournaments/{tournament}/members/{player}', { path: { tournament, player } });
export const tableCodes = (tournament: string) => call('GET /api/tournaments/{tournament}/codes', of(tournament));
/** Comes to a table by the code that lies on it; with a half, to speak for that side. */
export const openTable = (tournament: string, token: string, half: Half | null = null) =>
  call('POST /api/tournaments/{tournament}/table', { ...of(tournament), body: { token, half } });
/** Reads a table of entries, a CSV file. */
export const readEntries = (tournament: string, text: string) =>
  call('POST /api/tournaments/{tournament}/entries', { ...of(tournament), body: text });
/** Where one of the tournament's two files is. */
export const fileAddress = (tournament: string, file: string): string =>
  address('GET /api/tournaments/{tournament}/files/{file}', { path: { tournament, file } });
/** Where what is printed of it is, of a round where it is of one. */
export const printAddress = (tournament: string, print: string, round?: number): string =>
  address('GET /api/tournaments/{tournament}/prints/{print}', {
    path: { tournament, print },
    query: { lang: language(), round },
  });

/** An answer and its tag, with which the same need not be sent again. */
export interface Tagged<T> {
  value: T;
  tag: string | null;
}
type Asked<T> = (tag: string | null) => Promise<Tagged<T> | null>;

/** Everything that the caller may see, in the language spoken; null where it is what this tag was for. */
export const view =
  (tournament: string): Asked<TournamentView> =>
  (tag) => unlessSame('GET /api/tournaments/{tournament}', { path: { tournament }, query: { lang: language() } }, tag);
/** The table that this phone has come to, the same way. */
export const table =
  (tournament: string): Asked<TableView> =>
  (tag) => unlessSame('GET /api/tournaments/{tournament}/table', of(tournament), tag);

async function unlessSame<N extends keyof Routes>(
  name: N,
  given: { path: object; query?: object },
  tag: string | null,
): Promise<Tagged<Routes[N]['answer']> | null> {
  const options: RequestInit = { credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT) };
  if (tag) options.headers = { 'If-None-Match': tag };
  let answer: Response;
  let text: string;
  try {
    answer = await ways.fetch(address(name, given), options);
    text = await answer.text();
  } catch {
    throw new ApiError(UNREACHABLE, null);
  }
  if (answer.status === 304) return null;
  if (!answer.ok) throw refusal(answer, text);
  return { value: JSON.parse(text) as Routes[N]['answer'], tag: answer.headers.get('ETag') };
}
