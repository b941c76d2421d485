/** Loads pips, courts and backs when the first card needs one of them. */
import { mount } from 'svelte';
import type * as Drawn from './drawn';

let parts = $state.raw<typeof Drawn | null>(null);
let asked = false;

/** The parts; null until they have loaded. The first call loads them; after a failure, the next call tries again. */
export function drawn(): typeof Drawn | null {
  if (!asked) {
    asked = true;
    import('./drawn').then(
      (found) => {
        // At the top, where a hidden element adds nothing to the page's length.
        mount(found.Drawings, { target: document.body, anchor: document.body.firstChild! });
        parts = found;
      },
      () => (asked = false),
    );
  }
  return parts;
}
