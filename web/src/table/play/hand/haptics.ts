/** A short tap that is felt, where the device can. */
export function buzz(ms = 12): void {
  // Browsers want a tap first, and complain about a page that doesn't wait for it.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(ms);
}
