/** The learner's progress in each lesson, on this device. */
import { parseJson, readItem, writeItem } from '../lib/storage';

const KEY = 'canastra.lessons';

export interface Progress {
  /** The number of tasks done; 0 at the beginning, and again after the end. */
  readonly task: number;
  /** True if the lesson was played to its end. */
  readonly done: boolean;
}

const NONE: Progress = { task: 0, done: false };

/** The stored progress of a lesson; malformed data counts as no progress. */
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
