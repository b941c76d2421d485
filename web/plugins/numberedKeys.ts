/**
 * Replaces the keys of sentences with numbers in the built client: keys serve the developers, and would be a third of
 * all texts.
 *
 * Measured with the present client: without it, the whole client is 9 KB larger by Brotli, and the first script by 2.4
 * KB, for which the start page has no room.
 *
 * A catalogue becomes a list of texts, and `t('table.us')` becomes `t(17)`. Keys that are composed at run time, as in
 * `told.${event.type}`, stay, and the catalogue keeps the names of their texts. Both languages of the common texts use
 * the same numbers, because a user who reads English loads both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import { composed, named, renumbered, shortened, type Numbers } from './keyNumbers.ts';

const SOURCES = join(import.meta.dirname, '../src');
const WORDS = join(SOURCES, 'i18n');
const WHOLE = 'all';
const NAMED = 'words-named';
const NAMES = 'words-names';

/** The catalogue of a language, or a separately loaded part of it, by its module. */
interface Catalogue {
  texts: Record<string, string>;
  /** The name that it shares with the other language's catalogue. */
  of: string;
  language: string;
}

export function numberedKeys(): Plugin {
  const catalogues = new Map<string, Catalogue>();
  const numbers: Numbers = new Map();
  const names = new Map<string, string[]>();

  return {
    name: 'numbered-keys',
    apply: 'build',

    async buildStart() {
      const whole = ['pt', 'en'].map((language) => ({ language, of: WHOLE, path: `${WORDS}/${language}.ts` }));
      for (const each of whole) catalogues.set(each.path, { ...each, texts: await texts(each) });
      const among = catalogues.get(whole[0]!.path)!.texts;
      const files = readdirSync(join(WORDS, 'pt'), { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => name.endsWith('.ts'))) {
        for (const language of ['pt', 'en']) {
          const part = { language, of: file.replace('.ts', ''), path: `${WORDS}/${language}/${file}` };
          const found = await texts(part);
          if (!Object.keys(found).every((key) => key in among)) catalogues.set(part.path, { ...part, texts: found });
        }
      }
      const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
      const isComposed = composed(
        sources.filter((name) => /\.(ts|svelte)$/.test(name)).map((name) => readFileSync(join(SOURCES, name), 'utf8')),
      );
      for (const { language, of, texts } of catalogues.values()) {
        if (language !== 'pt') continue;
        const keys = Object.keys(texts);
        names.set(of, keys.filter(isComposed));
        keys.filter((key) => !isComposed(key)).forEach((key, number) => numbers.set(key, number));
      }
    },

    resolveId: (id) => (id === NAMES || id === NAMED ? `\0${id}` : null),

    load(id) {
      const listed = (lines: string[]): string => `${JSON.stringify(lines.join('\n'))}.split('\\n')`;
      if (id === `\0${NAMED}`) return `export ${named}`;
      if (id === `\0${NAMES}`) return `export const names = ${listed(shortened(names.get(WHOLE)!))};`;
      const found = catalogues.get(id);
      if (!found) return null;
      const keys = [...catalogues.values()].find(({ language, of }) => language === 'pt' && of === found.of)!.texts;
      const own = Object.keys(keys).sort((one, other) => Number(!numbers.has(one)) - Number(!numbers.has(other)));
      const list = own.map((key) => found.texts[key]!);
      if (list.some((text) => text.includes('\n'))) this.error(`a text of ${id} has more than one line`);
      const shared = found.of === WHOLE;
      return `import { named } from '${NAMED}';
        ${shared ? `import { names } from '${NAMES}';` : `const names = ${listed(shortened(names.get(found.of)!))};`}
        export const ${found.language} = named(names, ${listed(list)});`;
    },

    transform: {
      order: 'post',
      handler(code, id) {
        if (!id.startsWith(SOURCES)) return null;
        return { code: renumbered(code, this.parse(code), numbers), map: null };
      },
    },
  };
}

async function texts({ path, language }: { path: string; language: string }): Promise<Record<string, string>> {
  const { module } = await runnerImport<Record<string, Record<string, string>>>(path, {
    configFile: false,
    logLevel: 'error',
  });
  return module[language] ?? Object.values(module)[0]!;
}
