/** A request for data, as the page shows it: the answer, the error, whether it is under way. */

export class Query<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>(null);
  busy = $state(false);
  private number = 0;

  constructor(private readonly how: () => Promise<T>) {}

  /** Ask, or ask again. The former answer stays until there is a new one; only the latest counts. */
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

/** A change that a person makes: whether it is under way, and what went wrong. */
export class Mutation {
  error = $state.raw<unknown>(null);
  busy = $state(false);

  /** Does it, unless it is being done: whether it was. */
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
