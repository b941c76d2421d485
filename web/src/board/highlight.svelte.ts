/** The cards of the hand and the place of the table that a lesson points at; empty outside of lessons. */
import type { TargetPlace } from './targets.svelte';

export interface Highlight {
  /** Repeated for each equal card. */
  cards: readonly string[];
  place: TargetPlace | null;
  /** The number of a meld. */
  number: number | null;
}

const NOTHING: Highlight = { cards: [], place: null, number: null };

export const highlight: Highlight = $state({ ...NOTHING });

/** Points at these; at nothing by default. */
export function point(at: Highlight = NOTHING): void {
  Object.assign(highlight, at);
}
