/** The words of the panel in the game. */
import { part } from '../words/part.svelte';
import type { pt } from '../words/pt/now';

export type RulesNowKey = keyof typeof pt;

export const { ready, say } = part<Record<RulesNowKey, string>>({
  pt: async () => (await import('../words/pt/now')).pt,
  en: async () => (await import('../words/en/now')).en,
});
