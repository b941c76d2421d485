/** The words of the form for house rules. */
import { lazyCatalogue } from '../lazy.svelte';
import type { pt } from '../pt/pages/house';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../pt/pages/house')).pt,
  en: async () => (await import('../english')).house,
});
