/**
 * Loads the parts of the table that the first view doesn't need, once they are opened or shortly after the table is
 * shown.
 */

/** Milliseconds until the parts are loaded after the table is shown, and until another attempt after a failure. */
const LATER = 2_000;
const AGAIN = 3_000;

const fetchParts = () => import('../../bundles/lazyParts');
type Parts = Awaited<ReturnType<typeof fetchParts>>;

let parts = $state.raw<Parts | null>(null);
let asked = false;

/** The parts; null until they have loaded. Starts to load them. */
export function lazyParts(): Parts | null {
  if (!asked) ask();
  return parts;
}

/** The parts; null until they have loaded. Doesn't start to load them. */
export function partsThere(): Parts | null {
  return parts;
}

/** Loads the parts after the table has been shown. The returned function cancels that. */
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
