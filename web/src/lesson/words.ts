/** The words of the lessons. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/lesson';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../i18n/english')).lesson,
});
