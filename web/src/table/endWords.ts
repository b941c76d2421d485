/** The words of what comes at the end of a deal and of a match. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/matchEnd';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../i18n/english')).matchEnd,
});
