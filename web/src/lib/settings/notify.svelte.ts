/** The wish to be notified of one's turn, and whether the browser lets the page do it. */
import { set, settings } from './store.svelte';

const may = (): boolean => globalThis.Notification?.permission === 'granted';
let allowed = $state(may());

/** Whether notifications are wanted, and the browser forbids them. */
export const notifyBlocked = (): boolean => settings.notify === 'on' && !allowed;

/** Sets the wish; the browser is asked, which it allows after a tap alone. */
export async function setNotify(value: 'on' | 'off'): Promise<void> {
  set('notify', value);
  if (value === 'on') await globalThis.Notification?.requestPermission();
  allowed = may();
}
