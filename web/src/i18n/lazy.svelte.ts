/**
 * Catalogues that few pages need, loaded with those pages in the present language. The Portuguese texts that a page
 * always shows are part of its own file, because most users read Portuguese: a separate file would be requested only
 * after that file has run.
 */
import { filled, language, type Language } from './translate.svelte';

type Catalogue = Record<string, string>;
type Figures = Record<string, string | number>;
/** The same keys in both languages; Portuguese may be included already. */
type Sources<C extends Catalogue> = { pt: C | (() => Promise<C>); en: () => Promise<Record<keyof C, string>> };

export interface LazyCatalogue<K extends string> {
  /** Resolves when the texts of the present language have loaded; rejects if they can't be loaded. */
  ready: () => Promise<void>;
  /** A text, filled like `t` does. The page that shows it must have waited for its catalogue. */
  say: (key: K, figures?: Figures) => string;
}

/** A catalogue that is loaded when needed. */
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
  /**
   * Loads the texts if no page has waited for them. Until English has loaded, the texts of the other language are used.
   */
  const present = (): Catalogue => {
    if (!loaded[language()]) ready().catch(() => {});
    return loaded[language()] ?? Object.values(loaded)[0] ?? {};
  };
  return {
    ready,
    say: (key, figures) => filled(present()[key] ?? '', figures),
  };
}
