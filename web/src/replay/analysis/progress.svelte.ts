/**
 * A running analysis: requested, followed until its result, or cancelled. The server goes on if the user leaves the
 * page.
 */
import { analysis, ApiError, endAnalysis } from '../../net/api';
import type { AnalysisCard, AnalysisResult, Words } from '../../net/types';
import { beginAnalysis, type Source } from './request';

export type Shown =
  | { is: 'idle' | 'asking' | 'offline' }
  | { is: 'waiting'; card: AnalysisCard }
  | { is: 'failed'; words: Words }
  | { is: 'there'; result: AnalysisResult };

/** Milliseconds between two requests. */
const PACE = 1_000;

/** Replaced by tests. */
export const ways = {
  begin: beginAnalysis,
  read: analysis,
  end: endAnalysis,
  pause: (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
};

export class AnalysisProgress {
  shown = $state.raw<Shown>({ is: 'idle' });
  /** The index of the selected decision in the result. */
  chosen = $state<number | null>(null);
  /** The number of the run that is followed; answers of older runs are ignored. */
  #number = 0;
  #id = '';

  constructor(readonly source: Source) {}

  /** Requests the analysis and follows it. An earlier request for the same match is found again. */
  async start(): Promise<void> {
    const number = ++this.#number;
    this.shown = { is: 'asking' };
    try {
      let card = await ways.begin(this.source);
      while (number === this.#number) {
        this.#id = card.id;
        if (card.state === 'finished' && card.result) return void (this.shown = { is: 'there', result: card.result });
        if (card.state === 'failed' && card.fault) return void (this.shown = { is: 'failed', words: card.fault });
        this.shown = { is: 'waiting', card };
        await ways.pause(PACE);
        if (number === this.#number) card = await ways.read(card.id);
      }
    } catch (error) {
      if (number === this.#number) this.shown = told(error);
    }
  }

  /** Cancels the analysis. */
  async cancel(): Promise<void> {
    this.#number++;
    this.shown = { is: 'idle' };
    try {
      if (this.#id) await ways.end(this.#id);
    } catch {
      // It will end by itself.
    }
  }

  /** Stops following the analysis because the page closes. */
  leave(): void {
    this.#number++;
  }
}

function told(error: unknown): Shown {
  if (!(error instanceof ApiError)) throw error;
  return error.offline ? { is: 'offline' } : { is: 'failed', words: error };
}
