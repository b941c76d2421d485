/** Sentences about the faults of a shuffle. */
import type { Finding } from '../net/fairness/shuffleProof';
import { cardName } from '../i18n';
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/table/findings';

type Key = keyof typeof pt;

const { ready, say } = lazyCatalogue<Record<Key, string>>({
  pt,
  en: async () => (await import('../i18n/english')).findings,
});
export { ready };

/** A finding as a sentence: seats are counted from one, cards have their names. */
export function sentenceOf({ code, figures }: Finding): string {
  const shown = { ...figures };
  for (const key of ['card', 'due'])
    if (key in shown) shown[key] = shown[key] ? cardName(String(shown[key])) : say('flaw.none');
  if (code === 'fairness_hand') shown.owner = Number(shown.owner) + 1;
  if (code === 'fairness_other_dealer') for (const key of ['found', 'expected']) shown[key] = Number(shown[key]) + 1;
  return say(`flaw.${code}` as Key & `flaw.${string}`, shown) || code;
}
