/** Stores the link by which this device plays in a tournament, because it is removed from the address at once. */
import { readItem, writeItem } from '../../lib/storage';

const keyOf = (tournament: string): string => `canastra.tournament.${tournament}.player`;

/** The token of the link that was opened on this device; null if there was no link. */
export function keptLink(tournament: string): string | null {
  return readItem(keyOf(tournament));
}

/** Stores the token; null removes it. */
export function keepLink(tournament: string, token: string | null): void {
  writeItem(keyOf(tournament), token);
}
