/**
 * The server's answers about chosen cards. Each step and selection is asked once, after the player has stopped
 * choosing.
 */
import type { Previewed } from '../../../net/types';
import { written } from '../../../board/moves';

/** Milliseconds for which a selection must stay the same before the server is asked. */
export const PAUSE = 60;
const MOST = 64;

/** Asks the server; null if it can't be asked now. */
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
    /** Called when an answer has arrived. */
    private readonly came: () => void,
    private readonly later: Later = soon,
  ) {}

  /** The answer about these cards after this step; undefined until it has arrived. */
  get(step: number, cards: readonly string[]): Previewed | undefined {
    return this.found.get(`${step} ${written(cards)}`);
  }

  /** Asks the server about these cards after a pause, unless it was asked before or the selection changes. */
  want(step: number, cards: readonly string[]): void {
    this.cancel();
    if (!cards.length) return;
    const text = written(cards);
    const key = `${step} ${text}`;
    if (this.found.has(key) || this.asked.has(key)) return;
    this.cancel = this.later(PAUSE, () => void this.fetch(key, step, text));
  }

  /** Cancels the pending question. */
  close(): void {
    this.cancel();
  }

  private async fetch(key: string, step: number, text: string): Promise<void> {
    this.asked.add(key);
    const answer = await this.ask(text);
    this.asked.delete(key);
    // Ignores an answer about another step.
    if (!answer || answer.step !== step) return;
    this.found.set(key, answer);
    const [oldest] = this.found.keys();
    if (this.found.size > MOST) this.found.delete(oldest!);
    this.came();
  }
}
