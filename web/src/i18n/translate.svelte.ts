/** The present language, and `t`, which translates a key into it. English is loaded when it is chosen. */
import { grouped } from './grouped';
import type { Key } from './keys';
import { pt } from './pt';

export type Language = 'pt' | 'en';

export const languages: Record<Language, { name: string; tag: string }> = {
  pt: { name: 'Português', tag: 'pt-BR' },
  en: { name: 'English', tag: 'en' },
};

/** The names in the braces of a sentence. */
type Figures<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Figures<Rest> : never;
type Given<K extends Key> = [Figures<(typeof pt)[K]>] extends [never]
  ? []
  : [figures: Record<Figures<(typeof pt)[K]>, string | number>];

const catalogues: Partial<Record<Language, Record<Key, string>>> = { pt };
const state = $state<{ language: Language }>({ language: 'pt' });

/** The present language. */
export function language(): Language {
  return state.language;
}

/** Changes the language; resolves when its texts have loaded. If they can't be loaded, the language is Portuguese. */
export async function speak(wanted: Language): Promise<void> {
  try {
    if (wanted === 'en') catalogues.en ??= (await import('./english')).en;
  } catch {
    wanted = 'pt';
  }
  state.language = wanted;
  if (typeof document === 'undefined') return;
  document.documentElement.lang = languages[wanted].tag;
  // Forbids automatic translation if the browser prefers a language of the client, which the user can choose here.
  document.documentElement.translate = !Object.hasOwn(languages, navigator.language.slice(0, 2));
}

/**
 * A text in the present language. `{name}` is replaced with a figure; numbers are grouped as usual in the language.
 *
 * A text of two parts, "{n} carta | {n} cartas", has a singular and a plural, selected by `n`, a number or a formatted
 * number.
 */
export function t<K extends Key>(key: K, ...given: Given<K>): string {
  return filled((catalogues[state.language] ?? pt)[key], given[0] as Record<string, string | number> | undefined);
}

/** A text of a catalogue with its figures. */
export function filled(text: string, figures: Record<string, string | number> | undefined): string {
  if (!figures) return text;
  const [one, more] = text.split(' | ');
  const chosen = more === undefined || /^\u2212?1$/.test(String(figures.n)) ? one! : more;
  return chosen.replace(/\{(\w+)\}/g, (brace, name: string) => {
    const figure = figures[name] ?? brace;
    return typeof figure === 'number' ? grouped(figure, state.language) : figure;
  });
}
