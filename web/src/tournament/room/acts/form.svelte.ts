/** A form whose fields show that they are missing once it was sent without them. */
import { getContext, setContext, tick } from 'svelte';

const KEY = Symbol('form');

/** `tried` is true if the form was sent although something was missing. */
export class SentForm {
  tried = $state(false);
}

/** Provides the state of a form to its fields. Call it in the component of the form. */
export const provideForm = (): SentForm => setContext(KEY, new SentForm());

/** The form around a field; undefined if it is in no form. */
export const formAround = (): SentForm | undefined => getContext<SentForm | undefined>(KEY);

/** Scrolls to the first wrong field. Returns the names of all wrong fields. */
export async function showWrong(within: Element): Promise<string[]> {
  await tick();
  const wrong = [...within.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
  const [first] = wrong;
  for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  first?.focus();
  return [...new Set(wrong.map(nameOf))];
}

/** The name of a field; of a radio button, the question of its group. */
function nameOf(field: HTMLInputElement): string {
  const asked = ['radio', 'checkbox'].includes(field.type) ? field.closest('fieldset')?.querySelector('legend') : null;
  return (asked ?? field.labels?.[0])?.textContent?.trim() ?? '';
}
