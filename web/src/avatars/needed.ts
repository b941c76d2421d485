/** The animals come when the first avatar is shown. */
import { mount } from 'svelte';

let asked = false;

/** Has them come; without an answer the next avatar asks again. */
export function needAnimals(): void {
  if (asked) return;
  asked = true;
  import('./Animals.svelte').then(
    // At the top, where what is unseen adds nothing to the page's length.
    ({ default: Animals }) => void mount(Animals, { target: document.body, anchor: document.body.firstChild! }),
    () => (asked = false),
  );
}
