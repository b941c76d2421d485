/** Unfinished matches that the user has put away on this device: the start page shows them only on request. */
import { parseJson, readItem, writeItem } from '../lib/storage';

const KEY = 'canastra.away';
/** The most matches; the oldest are forgotten and shown again. */
const MOST = 60;

let away = $state.raw<readonly string[]>(read());

function read(): readonly string[] {
  const found = parseJson(readItem(KEY));
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

/** Returns true if a table is put away. */
export function isAway(table: string): boolean {
  return away.includes(table);
}

/** Puts a table away, or shows it again. */
export function putAway(table: string, on: boolean): void {
  const others = away.filter((each) => each !== table);
  away = on ? [...others, table].slice(-MOST) : others;
  writeItem(KEY, away.length ? JSON.stringify(away) : null);
}
