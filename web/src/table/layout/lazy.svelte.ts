/** What a table needs only when something is opened or over comes after the first view, or when it is wanted. */

/** Milliseconds after the table came until its other parts do, and after which they are asked for again. */
const LATER = 2_000;
const AGAIN = 3_000;

const fetchParts = () => import('../../bundles/lazyParts');
type Parts = Awaited<ReturnType<typeof fetchParts>>;

let parts = $state.raw<Parts | null>(null);
let asked = false;

/** The parts; null until they are there. Whoever asks has them come. */
export function lazyParts(): Parts | null {
  if (!asked) ask();
  return parts;
}

/** The parts, for what doesn't make them come; null until they are there. */
export function partsThere(): Parts | null {
  return parts;
}

/** Has them come when the table has been seen, so that nothing waits for them. What is returned ends it. */
export function soon(): () => void {
  const timer = setTimeout(lazyParts, LATER);
  return () => clearTimeout(timer);
}

function ask(): void {
  asked = true;
  fetchParts().then(
    (found) => (parts = found),
    () => setTimeout(ask, AGAIN),
  );
}
