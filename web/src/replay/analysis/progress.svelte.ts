/** An analysis on its way: asked for, followed until it is there, cancelled. The server goes on if the page is left. */
import { analysis, ApiError, endAnalysis } from '../../net/api';
import type { AnalysisCard, AnalysisResult, Words } from '../../net/types';
import { beginAnalysis, type Source } from './request';

export type Shown =
  | { is: 'idle' | 'asking' | 'offline' }
  | { is: 'waiting'; card: AnalysisCard }
  | { is: 'failed'; words: Words }
  | { is: 'there'; result: AnalysisResult };

/** Milliseconds between two questions. */
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
  /** The decision that is looked at: an index of those of the result. */
  chosen = $state<number | null>(null);
  /** The one that is followed; another number is no longer. */
  #number = 0;
  #id = '';

  constructor(readonly source: Source) {}

  /** Ask for it, and follow it. What has been asked for before is found again. */
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

  /** Want it no more. */
  async cancel(): Promise<void> {
    this.#number++;
    this.shown = { is: 'idle' };
    try {
      if (this.#id) await ways.end(this.#id);
    } catch {
      // It ends by itself.
    }
  }

  /** Follow it no more: the page goes. */
  leave(): void {
    this.#number++;
  }
}

function told(error: unknown): Shown {
  if (!(error instanceof ApiError)) throw error;
  return error.offline ? { is: 'offline' } : { is: 'failed', words: error };
}
