/** The server's HTTP interface with types: a function for each route. The session is a cookie. */
import { serverClock, steadyTime } from './clock';
import { NOT_UNDERSTOOD, otherStatus, UNREACHABLE } from './faults';
import type { ChangeMe, ClientMessage, Fault, NewGuest, NewTable, Report, Routes, Words } from './types';

/**
 * An error of the server, or a failed connection: the error's code and words, and the HTTP status, null without an
 * answer.
 */
export class ApiError extends Error implements Words {
  readonly code: string;
  readonly pt: string;
  readonly en: string;
  /** The article of the rulebook, for a broken rule. */
  readonly article: string | null;
  /** The place in a sent document, as in "phases[1].passing". */
  readonly key: string | undefined;

  constructor(
    fault: Fault,
    readonly status: number | null,
    /** Seconds after which another attempt makes sense. */
    readonly after: number | null = null,
  ) {
    super(fault.en);
    this.name = 'ApiError';
    this.code = fault.code;
    this.pt = fault.pt;
    this.en = fault.en;
    this.article = fault.article ?? null;
    this.key = (fault as { key?: string }).key;
  }

  /** True if there was no answer: no network, or no server. */
  get offline(): boolean {
    return this.status === null;
  }
}

/** The longest time of a request in milliseconds. */
export const TIMEOUT = 20_000;
/** Pauses in milliseconds before a request that changes nothing is repeated. */
export const PAUSES: readonly number[] = [300, 1_200];
const BUSY: ReadonlySet<number> = new Set([502, 503, 504]);

type Name = keyof Routes;
type Answer<N extends Name> = Routes[N]['answer'];
type Needed<N extends Name, Part extends string> =
  Routes[N] extends Record<Part, infer Value> ? { [P in Part]: Value } : unknown;
type Wanted<N extends Name> = Routes[N] extends { query: infer Value } ? { query?: Value } : unknown;
/** The arguments of a route: its path and body are required, its query is optional. */
type Given<N extends Name> = Needed<N, 'path'> & Needed<N, 'body'> & Wanted<N>;
type Parts = { path?: object; query?: object; body?: object | string };

/** Replaced by tests. */
export const ways = {
  fetch: (url: string, options: RequestInit): Promise<Response> => fetch(url, options),
  pause: (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
};

/**
 * Sends a request and returns the answer. A request that changes nothing is sent up to three times. A request without
 * an answer may still have taken effect.
 */
export async function call<N extends Name>(
  name: N,
  ...[given]: object extends Given<N> ? [given?: Given<N>] : [given: Given<N>]
): Promise<Answer<N>> {
  const method = name.slice(0, name.indexOf(' '));
  const pauses = method === 'GET' ? PAUSES : [];
  for (let attempt = 0; ; attempt++) {
    try {
      return (await once(name, method, given ?? {})) as Answer<N>;
    } catch (error) {
      const pause = pauses[attempt];
      const worth = error instanceof ApiError && (error.offline || BUSY.has(error.status ?? 0));
      if (pause === undefined || !worth) throw error;
      await ways.pause(pause);
    }
  }
}

async function once(name: Name, method: string, given: Parts): Promise<unknown> {
  const options: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT) };
  if (given.body !== undefined) {
    const isText = typeof given.body === 'string';
    options.body = isText ? (given.body as string) : JSON.stringify(given.body);
    options.headers = { 'Content-Type': isText ? 'text/plain' : 'application/json' };
  }
  const { invitation, ...query } = (given.query ?? {}) as Record<string, string>;
  // In a header, because proxies log addresses.
  if (invitation) options.headers = { ...options.headers, 'Canastra-Invitation': invitation };
  let answer: Response;
  let text: string;
  try {
    answer = await fetched(address(name, { ...given, query }), options);
    text = await answer.text();
  } catch {
    throw new ApiError(UNREACHABLE, null);
  }
  if (!answer.ok) throw refusal(answer, text);
  if (answer.status === 204) return undefined;
  if (!isJson(answer)) return text;
  const found = parsed(text);
  if (found === undefined) throw new ApiError(NOT_UNDERSTOOD, answer.status);
  return found;
}

/** Sends a request, and records the server's time if the answer has it. */
export async function fetched(url: string, options: RequestInit): Promise<Response> {
  const sent = steadyTime();
  const answer = await ways.fetch(url, options);
  const at = Number(answer.headers.get('Canastra-Time'));
  if (at > 0) serverClock.heard(at, sent);
  return answer;
}

/** The address of a route relative to the page's base, with its path and query filled in. */
export function address(name: Name, given: Parts = {}): string {
  const places = new Map<string, unknown>(Object.entries(given.path ?? {}));
  const path = name
    .slice(name.indexOf(' ') + 2)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(places.get(key) ?? '')) || '-');
  const wanted = Object.entries(given.query ?? {}).filter(([, value]) => value);
  const query = new URLSearchParams(wanted.map(([key, value]) => [key, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}

/** The error of an answer in the server's form. A proxy's answer may have another form. */
export function refusal(answer: Response, text: string): ApiError {
  const after = Number(answer.headers.get('Retry-After')) || null;
  const fault = (parsed(text) as { error?: Partial<Fault> } | null | undefined)?.error;
  // A warned or banned user must read the notice first.
  if (/^moderation_(warned|banned)$/.test(fault?.code ?? '')) location.assign('aviso');
  if (typeof fault?.code === 'string' && typeof fault.pt === 'string' && typeof fault.en === 'string') {
    return new ApiError(fault as Fault, answer.status, after);
  }
  return new ApiError(otherStatus(answer.status), answer.status, after);
}

function isJson(answer: Response): boolean {
  return (answer.headers.get('Content-Type') ?? '').startsWith('application/json');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// People

export const guest = (name: string, language: 'pt' | 'en', admission?: NewGuest['admission']) =>
  call('POST /api/guests', { body: { name, language, ...(admission && { admission }) } });
export const makeAccount = (login: string, password: string) =>
  call('POST /api/accounts', { body: { login, password } });
export const signIn = (login: string, password: string) => call('POST /api/session', { body: { login, password } });
export const recover = (login: string, code: string, password: string) =>
  call('POST /api/recovery', { body: { login, code, password } });
export const newRecoveryCode = (password: string) => call('POST /api/me/recovery', { body: { password } });
export const signOut = () => call('DELETE /api/session');
export const changeMe = (change: ChangeMe) => call('PATCH /api/me', { body: change });
export const forgetMe = (password: string) => call('DELETE /api/me', { body: { password: password || null } });
export const changePassword = (old: string, fresh: string) =>
  call('POST /api/me/password', { body: { old, new: fresh } });
export const tokens = () => call('GET /api/me/tokens');
export const newToken = (label: string) => call('POST /api/me/tokens', { body: { label } });
export const revokeToken = (token: string) => call('DELETE /api/me/tokens/{token}', { path: { token } });
export const mute = (player: string) => call('PUT /api/me/mutes/{player}', { path: { player } });
export const unmute = (player: string) => call('DELETE /api/me/mutes/{player}', { path: { player } });
export const block = (player: string) => call('PUT /api/me/blocks/{player}', { path: { player } });
export const unblock = (player: string) => call('DELETE /api/me/blocks/{player}', { path: { player } });
export const report = (about: Report) => call('POST /api/reports', { body: about });
export const profile = (player: string) => call('GET /api/players/{player}', { path: { player } });

/** The signed-in player; null if the user is not signed in. */
export const me = () => call('GET /api/me');

/** A page of finished matches, latest first. */
export const history = (player: string, before = '') =>
  call('GET /api/players/{player}/matches', { path: { player }, query: { before } });

// Tables

export const rulebooks = () => call('GET /api/rulebooks');
export const rulebook = (id: string) => call('GET /api/rulebooks/{rulebook}', { path: { rulebook: id } });
/** A rulebook in words. */
export const rulebookWords = (id: string, lang: 'pt' | 'en') =>
  call('GET /api/rulebooks/{rulebook}/words', { path: { rulebook: id }, query: { lang } });
/** The names of all terms. */
export const words = (lang: 'pt' | 'en') => call('GET /api/words', { query: { lang } });
/** The TOML of a house's rulebook. */
export const houseFile = (id: string) => call('GET /api/rulebooks/{rulebook}/house', { path: { rulebook: id } });
/** A page of public tables: tables with an empty seat, or running tables that allow spectators. */
export const tables = (query: { state?: 'open' | 'running'; rulebook?: string; after?: string } = {}) =>
  call('GET /api/tables', { query });
/** The user's unfinished tables, then the latest finished ones. */
export const myTables = () => call('GET /api/me/tables');
export const openTable = (fresh: NewTable) => call('POST /api/tables', { body: fresh });
export const tableCard = (table: string, invitation = '') =>
  call('GET /api/tables/{table}', { path: { table }, query: { invitation } });
export const closeTable = (table: string) => call('DELETE /api/tables/{table}', { path: { table } });
export const takeSeat = (table: string, seat: number, invitation: string | null = null) =>
  call('PUT /api/tables/{table}/seats/{seat}', { path: { table, seat }, body: { invitation } });
export const leaveSeat = (table: string) => call('DELETE /api/tables/{table}/seats/mine', { path: { table } });
/** Puts a bot on a seat of the user's own table, or on all empty seats. */
export const putBots = (table: string, level: string, seat: number | null = null) =>
  call('POST /api/tables/{table}/bots', { path: { table }, body: { level, seat } });
export const unseat = (table: string, seat: number) =>
  call('DELETE /api/tables/{table}/seats/{seat}', { path: { table, seat } });
/** The match as `.canastra` text; during a deal without hidden cards. */
export const record = (table: string, invitation = '') =>
  call('GET /api/tables/{table}/record', { path: { table }, query: { invitation } });
/** The match as a replay; during a deal with the cards that the user may see. */
export const tableReplay = (table: string, invitation = '') =>
  call('GET /api/tables/{table}/replay', { path: { table }, query: { invitation } });
/** A record, the text of a `.canastra` file, as a replay. */
export const replay = (text: string) => call('POST /api/replays', { body: text });
/** The analysis of a finished match, by table or by record: start, status, cancel. */
export const analyseTable = (table: string, invitation = '') =>
  call('POST /api/tables/{table}/analysis', { path: { table }, query: { invitation } });
export const analyseRecord = (text: string) => call('POST /api/analyses', { body: text });
export const analysis = (id: string) => call('GET /api/analyses/{analysis}', { path: { analysis: id } });
export const endAnalysis = (id: string) => call('DELETE /api/analyses/{analysis}', { path: { analysis: id } });
/** Sends a command without a socket and returns its answer. Sending the same id again has no further effect. */
export const command = (table: string, message: ClientMessage) =>
  call('POST /api/tables/{table}/commands', { path: { table }, body: message });
