/** What a lesson points at: cards of the hand, a place of the table. Nothing anywhere else. */
import type { TargetPlace } from './targets.svelte';

export interface Highlight {
  /** Each as often as it is meant. */
  cards: readonly string[];
  place: TargetPlace | null;
  /** A meld's. */
  number: number | null;
}

const NOTHING: Highlight = { cards: [], place: null, number: null };

export const highlight: Highlight = $state({ ...NOTHING });

/** Points at these; without any, at nothing. */
export function point(at: Highlight = NOTHING): void {
  Object.assign(highlight, at);
}
