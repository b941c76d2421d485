/** The words of what a seat tells when it is tapped. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/seat';

type Catalogue = Record<keyof typeof pt, string>;

export const { say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../i18n/english')).seat,
});
