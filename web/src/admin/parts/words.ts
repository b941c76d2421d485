/** The texts of the moderation pages. */
import { language } from '../../i18n';
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/pages/admin';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/pages/admin')).en,
});

/** The text for a word from the server; the word itself if it has no text. */
export function word(name: string): string {
  const key = `moderation.word.${name}` as 'moderation.word.other';
  return key in pt ? say(key) : name;
}

/** A time in words. */
export function at(ms: number): string {
  const tag = language() === 'en' ? 'en' : 'pt-BR';
  return new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short' }).format(ms);
}
