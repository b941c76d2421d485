/** A request for data with its state for the page: the answer, the error, and if it is under way. */

export class Query<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private number = 0;

  constructor(private readonly how: () => Promise<T>) {}

  /** Sends the request. The former answer stays until a new one arrives; only the latest request counts. */
  async ask(): Promise<void> {
    const number = ++this.number;
    this.busy = true;
    try {
      const value = await this.how();
      if (number !== this.number) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (number !== this.number) return;
      this.error = error;
    } finally {
      if (number === this.number) this.busy = false;
    }
  }
}

/** A change made by the user with its state for the page: the error, and if it is under way. */
export class Mutation {
  error = $state.raw<unknown>(null);
  busy = $state(false);

  /** Runs the change unless one is running. Returns true if it succeeded. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
