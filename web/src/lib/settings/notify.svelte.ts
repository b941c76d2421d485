/** The setting for notifications of the player's turn, and the browser's permission. */
import { set, settings } from './store.svelte';

const may = (): boolean => globalThis.Notification?.permission === 'granted';
let allowed = $state(may());

/** True if notifications are wanted but the browser forbids them. */
export const notifyBlocked = (): boolean => settings.notify === 'on' && !allowed;

/** Changes the setting. Call it after a tap, because the browser asks for permission only then. */
export async function setNotify(value: 'on' | 'off'): Promise<void> {
  set('notify', value);
  if (value === 'on') await globalThis.Notification?.requestPermission();
  allowed = may();
}
