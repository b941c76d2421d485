/** Passes the browser's events about its network and its sleep on to a connection. */

/** The part of a connection that reacts to them. */
export interface NetworkListener {
  /** The connection may be dead: try it at once. */
  wake(): void;
  /** There may be no network any more. */
  doubt(): void;
}

/** How often time is looked at, and how far a look may be late before it was a sleep. */
export const LOOK = 500;
export const SLEEP = 2_500;

type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Parts of the browser that tests replace. */
export interface BrowserEnvironment {
  window: Listening;
  document: Listening & { readonly visibilityState: DocumentVisibilityState };
  now: () => number;
  /** Calls something again and again; what it returns ends that. */
  often: (ms: number, call: () => void) => () => void;
}

function browser(): BrowserEnvironment {
  const often = (ms: number, call: () => void) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  };
  return { window, document, now: Date.now, often };
}

/** Follows the browser until what it returns is called. */
export function watchNetwork(
  sleeper: NetworkListener,
  { window, document, now, often }: BrowserEnvironment = browser(),
): () => void {
  const shown = () => document.visibilityState === 'visible';
  const wake = () => sleeper.wake();
  const wakeIfShown = () => {
    if (shown()) sleeper.wake();
  };
  const restored = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) sleeper.wake();
  };
  const doubt = () => sleeper.doubt();
  // A lid that closes over a page in sight tells it nothing: only its clock has jumped when it opens.
  let looked = now();
  const stopLooking = often(LOOK, () => {
    const late = now() - looked - LOOK;
    looked = now();
    if (late > SLEEP && shown()) sleeper.wake();
  });
  const listeners: [Listening, string, (event: Event) => void][] = [
    [window, 'online', wake],
    [window, 'offline', doubt],
    [window, 'pageshow', restored],
    [document, 'visibilitychange', wakeIfShown],
    [document, 'resume', wake],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  return () => {
    stopLooking();
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  };
}
