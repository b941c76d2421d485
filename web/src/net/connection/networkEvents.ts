/** Reports the browser's network and sleep events to a connection. */

/** The part of a connection that reacts to the events. */
export interface NetworkListener {
  /** The connection may be dead; it should be tested now. */
  wake(): void;
  /** The network may be gone. */
  doubt(): void;
}

/** Milliseconds between two readings of the clock, and the delay of a reading that indicates a sleep. */
export const LOOK = 500;
export const SLEEP = 2_500;

type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Parts of the browser that tests replace. */
export interface BrowserEnvironment {
  window: Listening;
  document: Listening & { readonly visibilityState: DocumentVisibilityState };
  now: () => number;
  /** Calls a function repeatedly. The returned function ends that. */
  often: (ms: number, call: () => void) => () => void;
}

function browser(): BrowserEnvironment {
  const often = (ms: number, call: () => void) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  };
  return { window, document, now: Date.now, often };
}

/** Follows the browser's events. The returned function ends that. */
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
  // A closed laptop lid causes no event for a visible page: only its clock has jumped when the lid opens.
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
