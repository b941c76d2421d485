/**
 * Removes Svelte's code for hydration, because the page is mounted in the browser and never rendered on a server.
 *
 * Svelte guards that code by one variable "so it can be treeshaken out", but sets the variable in too many places for
 * that.
 */
import type { Plugin } from 'vite';

const CHANGES = [
  ['export let hydrating = false', 'export const hydrating = false'],
  ['hydrating = value;', ''],
] as const;

export function clientOnly(): Plugin {
  return {
    name: 'client-only',
    apply: 'build',
    transform: {
      filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
      handler(code) {
        for (const [from, to] of CHANGES) {
          if (!code.includes(from)) this.warn(`Svelte has no "${from}" any more: this plugin does nothing`);
          code = code.replace(from, to);
        }
        return { code, map: null };
      },
    },
  };
}
