/**
 * The requests of the rule pages. Answers are stored while the page is open, because rulebooks don't change meanwhile.
 */
import { call } from '../../net/api';
import type { Rule, RulebookCard, RulebookWords } from '../../net/types';
import { OFFICIAL } from '../../lib/tables/rulebooks';
import { language } from '../../i18n';
import { ready } from './words';

export type { Rule };

const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const found = (kept.get(key) as Promise<T> | undefined) ?? ask();
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  return found;
}

/** A rulebook, including house rules. */
export const fetchRulebook = (id: string): Promise<RulebookCard> =>
  once(`rulebook ${id}`, () => call('GET /api/rulebooks/{rulebook}', { path: { rulebook: id } }));

/** A rulebook in the server's words, in the present language. */
export function fetchWords(id: string): Promise<RulebookWords> {
  const lang = language();
  return once(`words ${lang} ${id}`, () =>
    call('GET /api/rulebooks/{rulebook}/words', { path: { rulebook: id }, query: { lang } }),
  );
}

/** The data for the page of one rulebook. */
export async function oneRulebook(id: string): Promise<{ card: RulebookCard; words: RulebookWords }> {
  const [found, words] = [fetchRulebook(id), fetchWords(id)];
  // First, because errors are shown in these words too.
  await ready();
  return { card: await found, words: await words };
}

/** The data for the page of all official rulebooks. */
export async function allRulebooks(): Promise<{ cards: readonly RulebookCard[]; words: readonly RulebookWords[] }> {
  // The words of the official rulebooks are requested together with the list, not after it.
  const [{ rulebooks: cards }] = await Promise.all([
    once('all', () => call('GET /api/rulebooks')),
    ready(),
    ...OFFICIAL.map(fetchWords),
  ]);
  return { cards, words: await Promise.all(cards.map(({ id }) => fetchWords(id))) };
}
