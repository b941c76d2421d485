/** The ways to install this page as an app, and if the user has dismissed the offer. */
import { readItem, writeItem } from '../lib/storage';

/** The offer of Chrome and Edge, which a page may store until the user taps. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const AWAY = 'canastra.install';
let offer = $state.raw<InstallOffer | null>(null);
let away = $state(readItem(AWAY) === 'away');

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event as InstallOffer;
});
addEventListener('appinstalled', () => (offer = null));

/** `prompt` if the browser can ask, `hand` for manual steps, as on an iPhone; null if it is installed or can't be. */
export function installWay(): 'prompt' | 'hand' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (offer) return 'prompt';
  // Safari on phones and tablets tells with this property if the page was opened from the home screen.
  return 'standalone' in navigator && !navigator.standalone ? 'hand' : null;
}

/** Lets the browser ask. An offer can be used once; if the user declines, the browser makes another later. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  await asked?.prompt();
}

/** Returns true if the offer was dismissed for good. */
export const isPutAway = (): boolean => away;

export function putInstallAway(): void {
  away = true;
  writeItem(AWAY, 'away');
}
