/** The words of robots. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/robots';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../i18n/english')).robots,
});
