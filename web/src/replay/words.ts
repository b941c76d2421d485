/** The words of the replay. */
import { part } from '../words/part.svelte';
import type { pt } from '../words/pt/replay';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = part<Catalogue>({
  pt: async () => (await import('../words/pt/replay')).pt,
  en: async () => (await import('../words/en/replay')).en,
});
