/** A hint, the move that a bot would make: requested once for each step of the table. */
import type { Answer } from '../../../net/connection/questions';
import type { Fault, Hinted } from '../../../net/types';

/** Milliseconds after which the request for a hint is given up. */
export const HINT_TIME = 6_000;

export class HintRequest {
  hint: Hinted | null = $state.raw(null);
  /** Why there is no hint; `none` if the reason is unknown. */
  fault: Fault | 'none' | null = $state.raw(null);
  busy = $state(false);

  /** Requests a hint unless it is known or on its way. `step` returns the table's step when the answer arrives. */
  async ask(question: () => Promise<Answer<Hinted>>, step: () => number | undefined): Promise<void> {
    if (this.hint || this.busy) return;
    this.busy = true;
    this.fault = null;
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), HINT_TIME));
    const answer = await Promise.race([question(), silence]);
    this.busy = false;
    if (answer?.type === 'hinted' && answer.step === step()) this.hint = answer;
    else this.fault = answer && answer.type !== 'hinted' ? answer.fault : 'none';
  }

  /** Clears the hint after the table has gone on. */
  forget(): void {
    this.hint = this.fault = null;
  }
}
