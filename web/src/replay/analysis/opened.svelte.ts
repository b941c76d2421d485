/** The analysis on the page of a match: its code, its result, and the selected mistake. */
import type { AnalysedDecision, AnalysisResult, ReplayCard } from '../../net/types';
import type { ReplayPlace } from '../steps/places';
import type { AnalysisProgress } from './progress.svelte';
import type { Source } from './request';

const fetchParts = () => import('./bundle');

export class OpenedAnalysis {
  /** The code of the analysis; null until it has loaded. */
  parts = $state.raw<Awaited<ReturnType<typeof fetchParts>> | null>(null);
  progress = $state.raw<AnalysisProgress | null>(null);
  /** True if the code could not be loaded. */
  missing = $state(false);

  constructor(
    private readonly card: ReplayCard,
    private readonly source: Source,
  ) {}

  async open(): Promise<void> {
    this.missing = false;
    try {
      const found = await fetchParts();
      await found.ready();
      this.progress ??= new found.AnalysisProgress(this.source);
      this.parts = found;
    } catch {
      this.missing = true;
    }
  }

  /** Stops waiting for the server, which goes on with the analysis. */
  leave(): void {
    this.progress?.leave();
  }

  /** The selected mistake if it happened at this place; otherwise null. */
  mistakeAt(place: ReplayPlace): AnalysedDecision | null {
    const { result } = this;
    if (!this.parts || !result || this.progress!.chosen === null) return null;
    const found = result.decisions[this.progress!.chosen]!;
    const at = this.parts.placeOf(this.card.deals, found);
    return at.deal === place.deal && at.step === place.step ? found : null;
  }

  /** Selects a decision and returns its place; null before the result has arrived. */
  choose(decision: number): ReplayPlace | null {
    const { result } = this;
    if (!this.parts || !result) return null;
    this.progress!.chosen = decision;
    return this.parts.placeOf(this.card.deals, result.decisions[decision]!);
  }

  /** The next less or more costly mistake of the same player; null at the end of the list. */
  beyond(mistake: AnalysedDecision | null, by: 1 | -1): number | null {
    if (!this.result || !mistake) return null;
    const list = this.result.players[mistake.seat]?.mistakes ?? [];
    return list[list.indexOf(this.progress!.chosen!) + by] ?? null;
  }

  private get result(): AnalysisResult | null {
    const shown = this.progress?.shown;
    return shown?.is === 'there' ? shown.result : null;
  }
}
