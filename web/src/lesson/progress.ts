/** How far one is in each lesson, on this device. */
import { parseJson, readItem, writeItem } from '../lib/storage';

const KEY = 'canastra.lessons';

export interface Progress {
  /** Tasks that are done; 0 at the beginning, and again after the end. */
  readonly task: number;
  /** Whether the lesson was played to its end. */
  readonly done: boolean;
}

const NONE: Progress = { task: 0, done: false };

/** What is kept of a lesson; what makes no sense is as in the beginning. */
export function progressIn(text: string | null, rulebook: string): Progress {
  const all = parseJson(text);
  const found = (
    typeof all === 'object' && all !== null && Object.hasOwn(all, rulebook)
      ? (all as Record<string, unknown>)[rulebook]
      : null
  ) as Partial<Progress> | null;
  const task = Number.isInteger(found?.task) && found!.task! > 0 ? found!.task! : NONE.task;
  return { task, done: found?.done === true };
}

export function storedProgress(rulebook: string): Progress {
  return progressIn(readItem(KEY), rulebook);
}

export function storeProgress(rulebook: string, progress: Progress): void {
  const all = parseJson(readItem(KEY));
  writeItem(KEY, JSON.stringify({ ...(typeof all === 'object' ? all : null), [rulebook]: progress }));
}
