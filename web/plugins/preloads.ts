/**
 * Tells the server which files a page needs besides those named in index.html, for each language. The server announces
 * them with the page, so that the browser requests them before the first script runs.
 */
import type { Plugin, Rolldown } from 'vite';

const TABLE = /\/TablePage\.svelte$/;

/** The modules loaded for a page, by the first part of its address. */
const PAGES: Record<string, RegExp | RegExp[]> = {
  '': [],
  ajustes: /\/bundles\/people\.ts$/,
  aprender: [/\/LessonPage\.svelte$/, TABLE],
  cartas: [/\/Gallery\.svelte$/, /\/bundles\/people\.ts$/],
  conta: /\/bundles\/people\.ts$/,
  convite: /\/bundles\/people\.ts$/,
  mesa: TABLE,
  partida: /\/ReplayPage\.svelte$/,
  placar: /\/SheetPage\.svelte$/,
  regras: /\/Rules\.svelte$/,
};
/** The catalogues that a page shows, besides the common one. */
const WORDS: Record<string, string[]> = {
  ajustes: ['pages/settings'],
  aprender: ['pages/lesson'],
  cartas: ['pages/settings'],
  conta: ['pages/account', 'pages/tables'],
  convite: ['pages/tables'],
  partida: ['pages/replay'],
  regras: ['pages/rules'],
};
const LANGUAGES = ['pt', 'en'];

export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const starting = (module: RegExp): Set<string> => {
        const found = chunks.find((each) =>
          [each.facadeModuleId ?? '', ...each.moduleIds].some((id) => module.test(id)),
        );
        if (!found) this.error(`no chunk starts with ${module}`);
        return together(found, bundle);
      };
      const first = starting(/\/src\/main\.ts$/);
      const worded = (page: string, language: string): RegExp[] =>
        [language, ...(WORDS[page] ?? []).map((words) => `${language}/${words}`)].map(
          (words) => new RegExp(`/i18n/${words}\\.ts$`),
        );
      const files = Object.entries(PAGES).map(([page, modules]) => {
        const needed = (language: string): string[] => {
          const found = new Set([modules, ...worded(page, language)].flat().flatMap((module) => [...starting(module)]));
          return [...found].filter((each) => !first.has(each));
        };
        return [page, Object.fromEntries(LANGUAGES.map((language) => [language, needed(language)]))];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(files), null, 1),
      });
    },
  };
}

/** A chunk, its direct imports, and their styles. */
function together(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set([chunk.fileName]);
  for (const name of found) {
    const each = bundle[name];
    if (each?.type !== 'chunk') continue;
    for (const other of [...each.imports, ...(each.viteMetadata?.importedCss ?? [])]) found.add(other);
  }
  return found;
}
