/** The link by which this device plays in a tournament: kept, as the address loses it at once. */
import { readItem, writeItem } from '../../lib/storage';

const keyOf = (tournament: string): string => `canastra.tournament.${tournament}.player`;

/** The token of the link that was opened here; null without one. */
export function keptLink(tournament: string): string | null {
  return readItem(keyOf(tournament));
}

/** Keeps it, or forgets it. */
export function keepLink(tournament: string, token: string | null): void {
  writeItem(keyOf(tournament), token);
}
