/** The words of these pages. */
import { language } from '../words';
import { part } from '../words/part.svelte';
import type { pt } from '../words/pt/rules';
import type { Point } from './explaining';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = part<Catalogue>({
  pt: async () => (await import('../words/pt/rules')).pt,
  en: async () => (await import('../words/en/rules')).en,
});

/** "A, 4 e K": ranks as they stand on the cards, the 10 in figures. */
export function listed(items: readonly (string | number)[]): string {
  const words = items.map((each) => (each === 'T' ? '10' : String(each)));
  const last = words.pop() ?? '';
  if (!words.length) return last;
  return `${words.join(', ')}${words.length > 1 && language() === 'en' ? ',' : ''} ${say('rules.and')} ${last}`;
}

/** A point as a sentence. */
export function sentence({ say: key, figures, list }: Pick<Point, 'say' | 'figures' | 'list'>): string {
  const lists = list && { [list.name]: list.ranks ? listed(list.ranks) : listed((list.numbers ?? [])) };
  return say(key, { ...figures, ...lists });
}
