/** Requests for replays: of a match of this server, or of a record in a file. */
import { ApiError, call, ways } from '../net/api';
import { NOT_UNDERSTOOD, otherStatus, UNREACHABLE } from '../net/faults';
import type { RecordFault, ReplayCard } from '../net/types';

/** The server's limit; larger files are not sent. */
export const LARGEST = 256 * 1024;
const TIMEOUT = 30_000;

/** An unreadable file: the server's message, with the line or place of the fault. */
export class Unreadable extends Error {
  constructor(readonly fault: RecordFault) {
    super(fault.en);
    this.name = 'Unreadable';
  }
}

/** The replay of a table's match. */
export const replayOfTable = (table: string, invitation = ''): Promise<ReplayCard> =>
  call('GET /api/tables/{table}/replay', { path: { table }, query: { invitation } });

/** The replay of a record. */
export async function replayOfText(text: Blob): Promise<ReplayCard> {
  let answer: Response;
  let body: unknown;
  try {
    answer = await ways.fetch('api/replays', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'text/plain' },
      body: text,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    body = await answer.json().catch(() => null);
  } catch {
    throw new ApiError(UNREACHABLE, null);
  }
  if (answer.ok && body) return body as ReplayCard;
  if (answer.ok) throw new ApiError(NOT_UNDERSTOOD, answer.status);
  const fault = (body as { error?: RecordFault } | null)?.error;
  if (answer.status === 400 && fault) throw new Unreadable(fault);
  throw new ApiError(
    fault ?? otherStatus(answer.status),
    answer.status,
    Number(answer.headers.get('Retry-After')) || null,
  );
}
