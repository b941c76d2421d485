/** What the wall asks of its screen: to stay awake, to be whole, to ring. */

/** Keeps the screen awake while the page is seen, where the browser can; until what it returns is called. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  async function hold(): Promise<void> {
    if (ended || document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (ended) await lock.release();
    } catch {
      // A battery that is low, or a person who does not want it: then it sleeps as it does.
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

/** The whole screen, or a window again. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // Some browsers have no full screen for pages.
  }
}

/** A bell of so many strokes; to be made by a tap, since browsers are silent before one. */
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
