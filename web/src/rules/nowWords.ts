/** The words of the panel in the game. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/now';

export type RulesNowKey = keyof typeof pt;

export const { ready, say } = lazyCatalogue<Record<RulesNowKey, string>>({
  pt,
  en: async () => (await import('../i18n/english')).now,
});
