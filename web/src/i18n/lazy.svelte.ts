/**
 * Catalogues that few pages need: fetched with those pages, in the current language. What a page always shows is part of
 * its file in Portuguese, which most people read: a file of its own would be asked for only when that one runs.
 */
import { filled, language, type Language } from './translate.svelte';

type Catalogue = Record<string, string>;
type Figures = Record<string, string | number>;
/** The same keys in both languages; Portuguese may be there already. */
type Sources<C extends Catalogue> = { pt: C | (() => Promise<C>); en: () => Promise<Record<keyof C, string>> };

export interface LazyCatalogue<K extends string> {
  /** Resolves when the words of the language spoken are there; rejects if they can't be had. */
  ready: () => Promise<void>;
  /** A sentence, filled as `t` does. Those of the page that shows it must be there. */
  say: (key: K, figures?: Figures) => string;
}

/** A catalogue that is fetched when it is needed. */
export function lazyCatalogue<C extends Catalogue>(sources: Sources<C>): LazyCatalogue<keyof C & string> {
  const { pt } = sources;
  let loaded: Partial<Record<Language, Catalogue>> = $state.raw(typeof pt === 'function' ? {} : { pt });
  const asked: Partial<Record<Language, Promise<Catalogue>>> = {};
  const ready = async (): Promise<void> => {
    const wanted = language();
    const source = sources[wanted];
    if (typeof source !== 'function') return;
    asked[wanted] ??= source() as Promise<Catalogue>;
    try {
      const found = await asked[wanted];
      if (loaded[wanted] !== found) loaded = { ...loaded, [wanted]: found };
    } catch (error) {
      delete asked[wanted];
      throw error;
    }
  };
  /** Words that nobody has waited for come by themselves, those in English with the next breath: they are there already. */
  const present = (): Catalogue => {
    if (!loaded[language()]) ready().catch(() => {});
    return loaded[language()] ?? Object.values(loaded)[0] ?? {};
  };
  return {
    ready,
    say: (key, figures) => filled(present()[key] ?? '', figures),
  };
}
