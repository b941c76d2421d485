/** What the start page knows of the official rulebooks before it has asked the server. */
import { language, t, type Key } from '../../i18n';
import type { Words } from '../../net/types';
import type { Official } from './rulebookIds';

export { OFFICIAL, POPULAR, POPULAR_BASE, type Official, type Popular } from './rulebookIds';

/** Points that end a match; 0 where a match is one deal. */
export const TARGETS: Record<Official, number> = {
  buraco: 2000,
  tranca: 2000,
  'canastra-regional': 3000,
  'canastra-curinguinha': 3000,
  'canastra-duelo': 0,
};

/** Whether melds may be undone unless the table says otherwise: curinguinha's O Jogo forbids it. */
export function undoOf(rulebook: Official): boolean {
  return rulebook !== 'canastra-curinguinha';
}

/** How many play by a rulebook. */
export function playersOf(rulebook: Official): 2 | 4 {
  return rulebook === 'canastra-duelo' ? 2 : 4;
}

/** The name of an official rulebook. */
export function bookName(rulebook: Official): string {
  return t(`start.book.${rulebook}` as Key & `start.book.${Official}`);
}

/** One sentence about it. */
export function bookSays(rulebook: Official): string {
  return t(`start.says.${rulebook}` as Key & `start.says.${Official}`);
}

/** Words that the server gives in both languages, in the one spoken now. */
export function said(words: Words): string {
  return words[language()];
}
