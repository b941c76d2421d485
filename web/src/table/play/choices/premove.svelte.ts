/** A premove: a discard chosen on other players' turns, played once your turn needs nothing else. */

/** Milliseconds before it is played in which the player can stop it. */
export const GRACE = 700;

export class Premove {
  /** The key of the card. */
  key: string | null = $state(null);
  /** True during the pause before it is played. */
  going = $state(false);
  private hold: () => void = () => {};

  /** Chooses a card, or none. */
  choose(key: string | null): void {
    this.stop();
    this.key = key;
  }

  /** Plays it after the pause. */
  start(go: () => void): void {
    if (this.going) return;
    this.going = true;
    const timer = setTimeout(go, GRACE);
    this.hold = () => clearTimeout(timer);
  }

  /** Ends the pause because the table went on; the card stays chosen. */
  pause(): void {
    this.hold();
    this.hold = () => {};
    this.going = false;
  }

  /** Cancels the premove if it was about to be played, because the player does something else. */
  stop(): void {
    if (this.going) this.key = null;
    this.pause();
  }
}
