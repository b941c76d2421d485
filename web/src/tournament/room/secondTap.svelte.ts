/** What is done only by a second tap, once its warning was there to be read. */

/** Milliseconds in which the second tap of a double one comes. */
const EARLY = 500;

export class SecondTap {
  private of = $state('');
  private at = 0;

  /** Whether somebody was warned of this. */
  warned(warning: string): boolean {
    return warning !== '' && this.of === warning;
  }

  /** Whether it may be done: there is nothing to be warned of, or it was said before. Else it is said now. */
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
