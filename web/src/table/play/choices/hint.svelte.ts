/** The hint, what a bot would play: asked for once for each step of the table. */
import type { Answer } from '../../../net/connection/questions';
import type { Fault, Hinted } from '../../../net/types';

/** After so long a hint isn't coming. */
export const HINT_TIME = 6_000;

export class HintRequest {
  hint: Hinted | null = $state.raw(null);
  /** Why there is none; `none` where nobody says why. */
  fault: Fault | 'none' | null = $state.raw(null);
  busy = $state(false);

  /** Asks, unless the answer is there or on its way; `step` is that of the table, when the answer is there. */
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

  /** The table went on: what was said is void. */
  forget(): void {
    this.hint = this.fault = null;
  }
}
