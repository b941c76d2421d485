/** The words of the form for house rules. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import type { pt } from '../i18n/pt/house';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../i18n/pt/house')).pt,
  en: async () => (await import('../i18n/english')).house,
});
