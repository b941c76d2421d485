/** Loads the animals with the first avatar. */
import { mount } from 'svelte';

let asked = false;

/** Loads the animals once; after a failure, the next avatar tries again. */
export function needAnimals(): void {
  if (asked) return;
  asked = true;
  import('./Animals.svelte').then(
    // At the top, where a hidden element adds nothing to the page's length.
    ({ default: Animals }) => void mount(Animals, { target: document.body, anchor: document.body.firstChild! }),
    () => (asked = false),
  );
}
