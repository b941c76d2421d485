/** The data that this device stores for the start page; empty if the browser forbids storage. */
import { FIRST_LEVEL } from './tables/levels.svelte';
import { OFFICIAL } from './tables/rulebooks';
import { peopleChoices, type Play } from './tables/terms';

const PLAY = 'canastra.play';

/** The choices of a new player. */
export const FIRST: Play = { rulebook: 'buraco', level: FIRST_LEVEL, people: 1 };

/** Reads stored choices for a game. Malformed values get their defaults. */
export function readPlay(text: string | null): Play {
  const found = (parseJson(text) ?? {}) as Partial<Play>;
  const rulebook = OFFICIAL.find((each) => each === found.rulebook) ?? FIRST.rulebook;
  const level = typeof found.level === 'string' && /^[a-z0-9-]{1,40}$/.test(found.level) ? found.level : FIRST.level;
  const people = peopleChoices(rulebook).find((each) => each === found.people) ?? FIRST.people;
  return { rulebook, level, people };
}

/** The choices for the last game. */
export const storedPlay = (): Play => readPlay(readItem(PLAY));

/** Stores the choices for the next time. */
export const storePlay = (play: Play): void => writeItem(PLAY, JSON.stringify(play));

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. */
export function writeItem(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // full or forbidden: it lasts as long as the page
  }
}

export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
}
