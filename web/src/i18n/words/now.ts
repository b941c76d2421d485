/** The words of the panel in the game. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/table/now';

export type RulesNowKey = keyof typeof pt;

export const { ready, say } = lazyCatalogue<Record<RulesNowKey, string>>({
  pt,
  en: async () => (await import('../english')).now,
});
