import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const sources = join(import.meta.dirname, 'src');
const components = readdirSync(sources, { recursive: true })
  .filter((name) => name.endsWith('.svelte'))
  .sort();

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short names for the class that scopes a component's styles, because every element has it.
    cssHash: ({ hash, filename }) => {
      const place = components.indexOf(relative(sources, filename));
      return place < 0 ? `svelte-${hash(filename)}` : `s${place.toString(36)}`;
    },
  },
};
