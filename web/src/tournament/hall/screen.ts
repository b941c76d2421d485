/** Controls the wall's screen: wake lock, full screen, bell. */

/** Keeps the screen awake while the page is visible, if the browser can. The returned function ends that. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  async function hold(): Promise<void> {
    if (ended || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (ended) await lock.release();
    } catch {
      // The request was denied, perhaps by a low battery or a setting. The screen then sleeps as usual.
    }
  }
  const seen = (): void => void hold();
  document.addEventListener('visibilitychange', seen);
  void hold();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release().catch(() => {});
  };
}

/** Enters or leaves full screen. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // The browser has no full screen for pages.
  }
}

/** A bell. Create it in a tap's handler, because browsers block sound before a tap. */
export class Bell {
  private readonly context = new AudioContext();

  ring(strokes: number): void {
    for (let stroke = 0; stroke < strokes; stroke++) this.stroke(this.context.currentTime + stroke * 0.7);
  }

  close(): void {
    void this.context.close();
  }

  private stroke(at: number): void {
    for (const [pitch, volume] of [
      [880, 0.3],
      [1320, 0.12],
    ] as const) {
      const tone = this.context.createOscillator();
      const gain = this.context.createGain();
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(volume, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + 1.2);
      tone.connect(gain).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + 1.2);
    }
  }
}
