/** The texts that all tournament pages share. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournament/tournament';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/tournament/tournament')).en,
});
