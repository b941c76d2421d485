/**
 * When a newer version of the client may replace this one: as a page is loaded, or on the start page. Never in a deal.
 */

let registration: ServiceWorkerRegistration | undefined;
let asked = false;
let taken = false;

/** Milliseconds from the start of a load in which it may begin anew: nobody is in the middle of something yet. */
const BEGINNING = 3000;

/** Where cookies are blocked, so are service workers, and Firefox complains of each attempt. */
const possible =
  import.meta.env.PROD && typeof navigator !== 'undefined' && 'serviceWorker' in navigator && navigator.cookieEnabled;

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
}

/** The one script that this page names itself. The server's policy lets no other text become an address of code. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  return (
    trustedTypes?.createPolicy('canastra-worker', { createScriptURL: () => 'sw.js' }).createScriptURL('') ?? 'sw.js'
  );
}

/** Before anything is shown: lets a version that has waited since an earlier visit take over. */
export async function takeWaitingVersion(): Promise<void> {
  if (!possible) return;
  registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  takeOver();
}

/**
 * Starts the service worker, or looks for a newer one.
 *
 * The browser may answer this much later, when a deal is on: so nothing follows from it here.
 */
export async function startOffline(): Promise<void> {
  if (!possible) return;
  try {
    registration = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' });
    await registration.update();
  } catch {
    // private windows may forbid it, or there is no network: the page works without
  }
}

/** On the start page: lets a version that waits take over, which loads the page anew, or else looks for one. */
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

/** The browser may have taken its time: whoever is elsewhere by now keeps this version until the start page. */
function loadAnew(): void {
  taken = true;
  if (location.pathname === new URL(document.baseURI).pathname || performance.now() < BEGINNING) location.reload();
}
