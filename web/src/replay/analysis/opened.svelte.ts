/** The analysis of a match on its page: fetched when it is opened, with the mistake that is looked at. */
import type { AnalysedDecision, AnalysisResult, ReplayCard } from '../../net/types';
import type { ReplayPlace } from '../steps/places';
import type { AnalysisProgress } from './progress.svelte';
import type { Source } from './request';

const fetchParts = () => import('./bundle');

export class OpenedAnalysis {
  /** Its code; null until it is opened. */
  parts = $state.raw<Awaited<ReturnType<typeof fetchParts>> | null>(null);
  progress = $state.raw<AnalysisProgress | null>(null);
  /** Whether its code could not be fetched. */
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

  /** Stops waiting for the server, which goes on. */
  leave(): void {
    this.progress?.leave();
  }

  /** The mistake that is looked at, if it is at this place. */
  mistakeAt(place: ReplayPlace): AnalysedDecision | null {
    const { result } = this;
    if (!this.parts || !result || this.progress!.chosen === null) return null;
    const found = result.decisions[this.progress!.chosen]!;
    const at = this.parts.placeOf(this.card.deals, found);
    return at.deal === place.deal && at.step === place.step ? found : null;
  }

  /** Looks at a decision, and returns its place; null before the result is there. */
  choose(decision: number): ReplayPlace | null {
    const { result } = this;
    if (!this.parts || !result) return null;
    this.progress!.chosen = decision;
    return this.parts.placeOf(this.card.deals, result.decisions[decision]!);
  }

  /** The mistake of the same player that is less or more costly; null if there is none. */
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
