/** The words of the analysis. */
import { lazyCatalogue } from '../lazy.svelte';
import type { pt } from '../pt/pages/analysis';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../pt/pages/analysis')).pt,
  en: async () => (await import('../english')).analysis,
});
