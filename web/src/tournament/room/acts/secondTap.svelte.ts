/** Confirms an act by a second tap, after its warning was shown. */

/** Milliseconds in which the second tap of a double one comes. */
const EARLY = 500;

export class SecondTap {
  private of = $state('');
  private at = 0;

  /** Whether this warning was shown. */
  warned(warning: string): boolean {
    return warning !== '' && this.of === warning;
  }

  /** Whether the act may be done: without a warning, or after it was shown. Shows the warning otherwise. */
  passes(warning: string): boolean {
    if (!warning) return true;
    if (this.of !== warning) {
      this.of = warning;
      this.at = performance.now();
      return false;
    }
    return performance.now() - this.at >= EARLY;
  }
}
