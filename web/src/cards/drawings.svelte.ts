/** Pips, courts and backs come when a card needs one of them, not with the first page. */
import { mount } from 'svelte';
import type * as Drawn from './drawn';

let parts = $state.raw<typeof Drawn | null>(null);
let asked = false;

/** The parts, once they are there. Who asks first has them come; without an answer the next one does. */
export function drawn(): typeof Drawn | null {
  if (!asked) {
    asked = true;
    import('./drawn').then(
      (found) => {
        // At the top, where what is unseen adds nothing to the page's length.
        mount(found.Drawings, { target: document.body, anchor: document.body.firstChild! });
        parts = found;
      },
      () => (asked = false),
    );
  }
  return parts;
}
