/** The last deal whose end the player closed, stored in the tab so that a reloaded page shows the same as before. */
type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

function key(match: string): string {
  return `canastra.seen.${match}`;
}

/** The number of the deal; null if nothing is stored about the match. */
export function seenDeal(match: string, keeping: Keeping | null): number | null {
  const kept = keeping?.getItem(key(match)) ?? null;
  return kept === null ? null : Number(kept) || 0;
}

export function storeSeenDeal(match: string, deal: number, keeping: Keeping | null): void {
  try {
    keeping?.setItem(key(match), String(deal));
  } catch {
    // The storage is full. A reloaded page then shows the end again.
  }
}
