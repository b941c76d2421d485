/** The texts of the rule pages. */
import { language } from '../../i18n';
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import type { pt } from '../../i18n/pt/pages/rules';
import type { Point } from './explanation';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt: async () => (await import('../../i18n/pt/pages/rules')).pt,
  en: async () => (await import('../../i18n/en/pages/rules')).en,
});

/** "A, 4 e K": ranks as printed on the cards, the 10 in figures. */
export function wordedList(items: readonly (string | number)[]): string {
  const words = items.map((each) => (each === 'T' ? '10' : String(each)));
  const last = words.pop() ?? '';
  if (!words.length) return last;
  return `${words.join(', ')}${words.length > 1 && language() === 'en' ? ',' : ''} ${say('rules.and')} ${last}`;
}

/** A point as a sentence. */
export function sentence({ say: key, figures, list }: Pick<Point, 'say' | 'figures' | 'list'>): string {
  const lists = list && { [list.name]: list.ranks ? wordedList(list.ranks) : wordedList(list.numbers ?? []) };
  return say(key, { ...figures, ...lists });
}
