/** The words of the lessons. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/pages/lesson';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).lesson,
});
