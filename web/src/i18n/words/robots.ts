/** The words of robots. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/table/robots';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).robots,
});
