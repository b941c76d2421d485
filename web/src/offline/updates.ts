/**
 * Decides when a newer version of the client may replace this one: while a page loads, or on the start page. Never
 * during a deal.
 */

let registration: ServiceWorkerRegistration | undefined;
let asked = false;
let taken = false;

/**
 * Milliseconds from the start of a load in which the page may reload itself, because the user has not begun anything.
 */
const BEGINNING = 3000;

/** False where cookies are blocked: service workers are blocked too, and Firefox logs each attempt. */
const possible =
  import.meta.env.PROD && typeof navigator !== 'undefined' && 'serviceWorker' in navigator && navigator.cookieEnabled;

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
}

/**
 * The only script address that this page makes itself. The server's policy allows no other text as an address of code.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  return (
    trustedTypes?.createPolicy('canastra-worker', { createScriptURL: () => 'sw.js' }).createScriptURL('') ?? 'sw.js'
  );
}

/** Lets a version that has waited since an earlier visit take over, before anything is shown. */
export async function takeWaitingVersion(): Promise<void> {
  if (!possible) return;
  registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  takeOver();
}

/**
 * Starts the service worker, or looks for a newer one. The browser may answer much later, during a deal, so the answer
 * has no effect here.
 */
export async function startOffline(): Promise<void> {
  if (!possible) return;
  try {
    registration = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' });
    await registration.update();
  } catch {
    // Private windows may forbid it, or there is no network: the page works without it.
  }
}

/** On the start page: lets a waiting version take over, which reloads the page, or else looks for one. */
export function takeNewVersion(): void {
  if (taken) location.reload();
  else if (!takeOver()) registration?.update().catch(() => undefined);
}

function takeOver(): boolean {
  if (asked || !registration?.waiting || !navigator.serviceWorker.controller) return asked;
  asked = true;
  navigator.serviceWorker.addEventListener('controllerchange', loadAnew);
  registration.waiting.postMessage('take-over');
  return true;
}

/**
 * Reloads the page. If the browser took long and the user has left the start page, this version stays until the user is
 * back there.
 */
function loadAnew(): void {
  taken = true;
  if (location.pathname === new URL(document.baseURI).pathname || performance.now() < BEGINNING) location.reload();
}
