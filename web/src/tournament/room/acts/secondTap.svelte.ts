/** Requires a second tap for a command that has a warning. */

/** Milliseconds within which the second half of a double tap comes. */
const EARLY = 500;

export class SecondTap {
  private of = $state('');
  private at = 0;

  /** Returns true if this warning was shown. */
  warned(warning: string): boolean {
    return warning !== '' && this.of === warning;
  }

  /**
   * Returns true if the command may be sent: it has no warning, or the warning was shown. Shows the warning otherwise.
   */
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
