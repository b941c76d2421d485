/** One soft sound for your turn, and a vibration: made by the browser, no file. */

let context: AudioContext | null = null;

/** Two soft tones, the second a fourth higher. Silent as long as the browser doesn't allow sound. */
export function chime(): void {
  if (!allowed()) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    tone(context, 523, 0);
    tone(context, 698, 0.12);
  } catch {
    // A browser without sound: the line says whose turn it is.
  }
}

/** A short tap that is felt, where the device can. */
export function buzz(ms = 12): void {
  if (allowed()) navigator.vibrate?.(ms);
}

/** Browsers want a tap first, and complain about a page that doesn't wait for it. */
function allowed(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

function tone(audio: AudioContext, frequency: number, after: number): void {
  const begin = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(0.06, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.35);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + 0.4);
}
