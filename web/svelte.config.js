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
    // The class that keeps a component's styles to itself stands on every element: its place in the list is enough.
    cssHash: ({ hash, filename }) => {
      const place = components.indexOf(relative(sources, filename));
      return place < 0 ? `svelte-${hash(filename)}` : `s${place.toString(36)}`;
    },
  },
};
