/** A table's store whose server is a classroom on this page. */
import { ServerClock } from '../net/clock';
import type { Outcome } from '../net/connection/pendingCommands';
import type { Pace } from '../live/presentation';
import type { TableStore } from '../live/store.svelte';
import type { Classroom } from './classroom';

export interface LessonStore extends TableStore {
  /** The number of other actions tried since the task began. */
  readonly strays: number;
  /** Carries out the present task. */
  showMe(): void;
}

/** Makes a lesson's store from the class of tables' stores, which is loaded with the table. */
export function lessonStore(
  Store: typeof TableStore,
  classroom: Classroom,
  match: string,
  pace: () => Pace,
): LessonStore {
  class Learner extends Store {
    strays = $state(0);

    /** Doesn't play an action other than the task's: its cards return to the hand without an error. */
    override act(action: string, how = { optimistic: false }): Promise<Outcome> {
      if (action === classroom.task?.does) {
        this.strays = 0;
        return super.act(action, how);
      }
      this.strays += 1;
      return Promise.resolve({ is: 'unknown' });
    }

    showMe(): void {
      if (classroom.task) void this.act(classroom.task.does);
    }
  }

  // No network can fail, no other tab can take the seat, and no other player has a clock.
  const dependencies = {
    dial: () => classroom.dial(),
    others: null,
    follow: () => () => {},
    clock: new ServerClock(),
    pace,
  };
  return new Learner({ table: match, from: 1, local: true }, dependencies);
}
