/** The lines of events.jsonl, as who runs the tournament reads them. Pure. */

export interface LogLine {
  line: number;
  at: number;
  by: string;
  type: string;
  reason: string;
  /** Round and table, as "2.5", or the side, as "#7"; empty where it is about none. */
  place: string;
  /** Whether a later line has revoked it. */
  revoked: boolean;
}
interface Written {
  line: number;
  at: number;
  by: string;
  event: { type: string; reason?: string; round?: number; table?: number; side?: number; line?: number };
}

/** All lines, the latest first. */
export function linesOf(text: string): LogLine[] {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each) as Written);
  const gone = new Set<number>();
  // What revokes a revocation brings a line back: from the last to the first, each that counts takes another away.
  for (const { line, event } of [...lines].reverse())
    if (event.type === 'revoked' && !gone.has(line)) gone.add(event.line!);
  return lines
    .map(({ line, at, by, event: { type, reason = '', round, table, side, line: of } }) => ({
      line,
      at,
      by,
      type,
      reason,
      place:
        of !== undefined
          ? `${of}`
          : round !== undefined
            ? [round, table].filter((each) => each !== undefined).join('.')
            : side !== undefined
              ? `#${side}`
              : '',
      revoked: gone.has(line),
    }))
    .reverse();
}
