/** The deal whose end was put away last: kept in the tab, so that a page that is loaded again shows what it showed. */
type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

function key(match: string): string {
  return `canastra.seen.${match}`;
}

/** Its number; null where nothing is kept of the match. */
export function seenDeal(match: string, keeping: Keeping | null): number | null {
  const kept = keeping?.getItem(key(match)) ?? null;
  return kept === null ? null : Number(kept) || 0;
}

export function storeSeenDeal(match: string, deal: number, keeping: Keeping | null): void {
  try {
    keeping?.setItem(key(match), String(deal));
  } catch {
    // Full: who loads the page again has seen it.
  }
}
