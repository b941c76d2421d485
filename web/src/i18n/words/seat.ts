/** The words of an opened seat. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/table/seat';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).seat,
});
