/** The words about installing. */
import { lazyCatalogue } from '../lazy.svelte';
import type { pt } from '../pt/pages/install';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../pt/pages/install')).pt,
  en: async () => (await import('../english')).install,
});
