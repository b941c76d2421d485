/** How this page can be put beside the other programs of the device, and whether somebody wants to hear of it. */
import { readItem, writeItem } from '../lib/storage';

/** Chrome's and Edge's offer, which a page may keep until somebody taps. */
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

/** By the browser's own question, or by hand, as on an iPhone; null where it is installed or can't be. */
export function installWay(): 'prompt' | 'hand' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (offer) return 'prompt';
  // Safari on phones and tablets says by this whether it was opened from the home screen.
  return 'standalone' in navigator && !navigator.standalone ? 'hand' : null;
}

/** Has the browser ask. An offer is good for one question; if it was declined the browser makes another, later. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  await asked?.prompt();
}

/** Whether it was put away for good. */
export const isPutAway = (): boolean => away;

export function putInstallAway(): void {
  away = true;
  writeItem(AWAY, 'away');
}
