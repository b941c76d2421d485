/** The texts for players of an online tournament. */
import { language, languages } from '../../i18n';
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournament/tournamentPlayer';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/tournament/tournamentPlayer')).en,
});

/** "Bia e Davi". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(languages[language()].tag, { type: 'conjunction' }).format(names);
}
