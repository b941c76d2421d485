/** Whether the browser lets the page notify. Apart from what does, since the settings ask too. */

/** What the browser says; "impossible" where it has no notifications, or not on such a page. */
export type Permission = NotificationPermission | 'impossible';

export function permission(): Permission {
  return 'Notification' in globalThis ? Notification.permission : 'impossible';
}

/** Asks for it, where nobody has answered yet. Browsers allow that after a tap alone. */
export async function askPermission(): Promise<Permission> {
  if (permission() === 'default') await Notification.requestPermission();
  return permission();
}
