/** Reads the lines of events.jsonl for the people who run the tournament. Pure. */

export interface LogLine {
  line: number;
  at: number;
  by: string;
  type: string;
  reason: string;
  /** Round and table as "2.5", or the side as "#7"; empty for other lines. */
  place: string;
  /** True if a later line revoked it. */
  revoked: boolean;
}
interface Written {
  line: number;
  at: number;
  by: string;
  event: { type: string; reason?: string; round?: number; table?: number; side?: number; line?: number };
}

/** All lines, latest first. */
export function linesOf(text: string): LogLine[] {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each) as Written);
  const gone = new Set<number>();
  // Revoking a revocation brings a line back. Read backwards, each revocation that still counts removes a line.
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
