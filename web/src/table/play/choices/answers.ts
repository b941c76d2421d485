/** What the server said about chosen cards: asked once for each step and selection, and not while one still chooses. */
import type { Previewed } from '../../../net/types';
import { written } from '../../../board/moves';

/** How long a selection has to stand before the server is asked about it. */
export const PAUSE = 60;
const MOST = 64;

/** Asks the server; null where it can't be asked now. */
export type AskServer = (cards: string) => Promise<Previewed | null>;
export type Later = (ms: number, call: () => void) => () => void;

const soon: Later = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

export class Answers {
  private readonly found = new Map<string, Previewed>();
  private readonly asked = new Set<string>();
  private cancel: () => void = () => {};

  constructor(
    private readonly ask: AskServer,
    /** Called when an answer has come. */
    private readonly came: () => void,
    private readonly later: Later = soon,
  ) {}

  /** The answer about these cards after this step; undefined as long as there is none. */
  get(step: number, cards: readonly string[]): Previewed | undefined {
    return this.found.get(`${step} ${written(cards)}`);
  }

  /** Has the server asked about these cards, unless it was, or another selection comes first. */
  want(step: number, cards: readonly string[]): void {
    this.cancel();
    if (!cards.length) return;
    const text = written(cards);
    const key = `${step} ${text}`;
    if (this.found.has(key) || this.asked.has(key)) return;
    this.cancel = this.later(PAUSE, () => void this.fetch(key, step, text));
  }

  /** Asks nothing any more. */
  close(): void {
    this.cancel();
  }

  private async fetch(key: string, step: number, text: string): Promise<void> {
    this.asked.add(key);
    const answer = await this.ask(text);
    this.asked.delete(key);
    // What was answered after another step is no answer to this question.
    if (!answer || answer.step !== step) return;
    this.found.set(key, answer);
    const [oldest] = this.found.keys();
    if (this.found.size > MOST) this.found.delete(oldest!);
    this.came();
  }
}
