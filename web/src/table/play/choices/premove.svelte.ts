/** A premove: a discard chosen while others play, which goes by itself once your turn needs nothing else. */

/** So long it waits once it may go, so that it can be held back. */
export const GRACE = 700;

export class Premove {
  /** Of the card. */
  key: string | null = $state(null);
  /** Whether it is about to go. */
  going = $state(false);
  private hold: () => void = () => {};

  /** Chooses a card, or none. */
  choose(key: string | null): void {
    this.stop();
    this.key = key;
  }

  /** Lets it go in a moment. */
  start(go: () => void): void {
    if (this.going) return;
    this.going = true;
    const timer = setTimeout(go, GRACE);
    this.hold = () => clearTimeout(timer);
  }

  /** Waits again: the table went on. */
  pause(): void {
    this.hold();
    this.hold = () => {};
    this.going = false;
  }

  /** Something else is being done: one that was about to go is held back for good. */
  stop(): void {
    if (this.going) this.key = null;
    this.pause();
  }
}
