/** The sounds of the table: made by the browser, no file; what makes them is fetched when the first one is wanted. */
import { settings } from '../../lib/settings/store.svelte';

/** A card that falls, one that slides, many that are riffled, the two tones of your turn; chimes for a canasta and for going out. */
export type Cue = 'tac' | 'slide' | 'riffle' | 'turn' | 'canasta' | 'out';

/** How loud, by the setting. */
const VOLUMES: Record<typeof settings.sounds, number> = { low: 0.35, mid: 0.65, high: 1, off: 0 };

/** Milliseconds after a tap when its answer is seen, and hardly another one has come. */
const ANSWERED = 400;

/** Gets ready after the first tap, when it is answered, or with the table: not while others play. What is returned ends it. */
export function readied(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    timer = setTimeout(() => {
      if (allowed())
        import('../../bundles/lazyParts').then(
          ({ prepare }) => prepare(),
          () => {},
        );
    }, ANSWERED);
  };
  if (navigator.userActivation?.hasBeenActive) begin();
  else addEventListener('pointerup', begin, { once: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('pointerup', begin);
  };
}

/** Browsers want a tap first, and complain about a page that doesn't wait for it. */
function allowed(): boolean {
  return VOLUMES[settings.sounds] > 0 && !document.hidden && (navigator.userActivation?.hasBeenActive ?? true);
}

/** Has a cue heard so many milliseconds from now; silent as long as the browser doesn't allow sound. */
export function sound(cue: Cue, after = 0): void {
  if (!allowed()) return;
  import('../../bundles/lazyParts').then(
    ({ ring }) => ring(cue, after, VOLUMES[settings.sounds]),
    () => {}, // Without a network the table is silent.
  );
}
