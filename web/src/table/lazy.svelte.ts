/** What a table needs only when something is opened or over comes after the first view, or when it is wanted. */
import type * as Parts from './lazyParts';

/** Milliseconds after the table came until its other parts do, and after which they are asked for again. */
const LATER = 2_000;
const AGAIN = 3_000;

let parts = $state.raw<typeof Parts | null>(null);
let asked = false;

/** The parts; null until they are there. Whoever asks has them come. */
export function lazyParts(): typeof Parts | null {
  if (!asked) ask();
  return parts;
}

/** The parts, for what doesn't make them come; null until they are there. */
export function partsThere(): typeof Parts | null {
  return parts;
}

/** Has them come when the table has been seen, so that nothing waits for them. What is returned ends it. */
export function soon(): () => void {
  const timer = setTimeout(lazyParts, LATER);
  return () => clearTimeout(timer);
}

function ask(): void {
  asked = true;
  import('./lazyParts').then(
    (found) => (parts = found),
    () => setTimeout(ask, AGAIN),
  );
}
