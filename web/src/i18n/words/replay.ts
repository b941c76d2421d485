/** The words of the replay. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/pages/replay';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).replay,
});
