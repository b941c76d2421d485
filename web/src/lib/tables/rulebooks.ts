/** The data about the official rulebooks that the start page has before the server's answer. */
import { language, t, type Key } from '../../i18n';
import type { Words } from '../../net/types';
import type { Official } from './rulebookIds';

export { OFFICIAL, POPULAR, POPULAR_BASE, type Official, type Popular } from './rulebookIds';

/** The points that end a match; 0 if a match is one deal. */
export const TARGETS: Record<Official, number> = {
  buraco: 2000,
  tranca: 2000,
  'canastra-regional': 3000,
  'canastra-curinguinha': 3000,
  'canastra-duelo': 0,
};

/** True if melds may be undone by default; the O Jogo of curinguinha forbids it. */
export function undoOf(rulebook: Official): boolean {
  return rulebook !== 'canastra-curinguinha';
}

/** The number of players of a rulebook. */
export function playersOf(rulebook: Official): 2 | 4 {
  return rulebook === 'canastra-duelo' ? 2 : 4;
}

/** The name of an official rulebook. */
export function bookName(rulebook: Official): string {
  return t(`start.book.${rulebook}` as Key & `start.book.${Official}`);
}

/** A sentence about a rulebook. */
export function bookSays(rulebook: Official): string {
  return t(`start.says.${rulebook}` as Key & `start.says.${Official}`);
}

/** The text of the present language, from the server's texts in both languages. */
export function said(words: Words): string {
  return words[language()];
}
