/** The words about installing. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import type { pt } from '../i18n/pt/install';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../i18n/pt/install')).pt,
  en: async () => (await import('../i18n/english')).install,
});
