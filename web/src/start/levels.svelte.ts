/** The levels of bots, as the server has them; until it has said so, those that have a name in our words. */
import * as api from '../net/api';
import { t } from '../words';

/** The better one first. */
const NAMED = ['greedy', 'random'] as const;

/** How somebody begins who never chose. */
export const FIRST_LEVEL: string = NAMED[0];

const state = $state<{ levels: readonly string[] }>({ levels: NAMED });
let asked: Promise<void> | null = null;

/** All levels, best first. */
export function levels(): readonly string[] {
  return state.levels;
}

/** Asks the server, once. Without an answer what is known stays, and the next time it is asked again. */
export function askLevels(): Promise<void> {
  asked ??= api
    .rulebooks()
    .then((found) => void (state.levels = found.levels))
    .catch(() => void (asked = null));
  return asked;
}

/** A level in words; the name itself of one that has none. */
export function levelName(level: string): string {
  if (level === 'greedy') return t('start.level.greedy');
  return level === 'random' ? t('start.level.random') : level;
}
