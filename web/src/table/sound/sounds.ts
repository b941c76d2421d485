/**
 * The sounds of the table. The browser generates them, without files; the generator is loaded before the first sound.
 */
import { settings } from '../../lib/settings/store.svelte';

/**
 * A falling card, a sliding card, the riffle of a shuffle, the two tones of your turn; chimes for a canasta and for
 * going out.
 */
export type Cue = 'tac' | 'slide' | 'riffle' | 'turn' | 'canasta' | 'out';

/** The volume of each setting. */
const VOLUMES: Record<typeof settings.sounds, number> = { low: 0.35, mid: 0.65, high: 1, off: 0 };

/** Milliseconds after a tap in which the page shows its effect and another tap is unlikely. */
const ANSWERED = 400;

/** Loads the generator after the first tap or, if a tap came before, at once. The returned function cancels that. */
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

/** Browsers require a tap before sound, and warn about pages that play without it. */
function allowed(): boolean {
  return VOLUMES[settings.sounds] > 0 && !document.hidden && (navigator.userActivation?.hasBeenActive ?? true);
}

/** Plays a cue after a number of milliseconds; silent until the browser allows sound. */
export function sound(cue: Cue, after = 0): void {
  if (!allowed()) return;
  import('../../bundles/lazyParts').then(
    ({ ring }) => ring(cue, after, VOLUMES[settings.sounds]),
    () => {}, // The generator can't be loaded offline: the table stays silent.
  );
}
