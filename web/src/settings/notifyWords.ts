/** The words about notifications that don't come. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import type { pt } from '../i18n/pt/notify';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../i18n/pt/notify')).pt,
  en: async () => (await import('../i18n/en/notify')).en,
});
