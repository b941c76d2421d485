/** The words for the end of a deal and of a match. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/table/matchEnd';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).matchEnd,
});
