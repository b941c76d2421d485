/** A form whose fields say by themselves what they still need, once it was sent without it. */
import { getContext, setContext, tick } from 'svelte';

const KEY = Symbol('form');

/** Whether a form was sent although something was missing. */
export class SentForm {
  tried = $state(false);
}

/** For the component of a form: what its fields look at. */
export const provideForm = (): SentForm => setContext(KEY, new SentForm());

/** For a field: the form that it stands in, if it stands in one. */
export const formAround = (): SentForm | undefined => getContext<SentForm | undefined>(KEY);

/** Brings the first field that is marked as wrong into view, and returns what all of them are called. */
export async function showWrong(within: Element): Promise<string[]> {
  await tick();
  const wrong = [...within.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
  const [first] = wrong;
  for (let fold = first?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  first?.focus();
  return [...new Set(wrong.map(nameOf))];
}

/** A choice among several is called by its question, not by its answers. */
function nameOf(field: HTMLInputElement): string {
  const asked = ['radio', 'checkbox'].includes(field.type) ? field.closest('fieldset')?.querySelector('legend') : null;
  return (asked ?? field.labels?.[0])?.textContent?.trim() ?? '';
}
