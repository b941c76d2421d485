/** The words of the pages of settings and of the cards. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/pages/settings';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).settings,
});
