/** A short vibration, if the device can vibrate. */
export function buzz(ms = 12): void {
  // Browsers require a tap before vibration, and warn about pages that don't wait for it.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(ms);
}
