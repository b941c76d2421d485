/** A table's store whose server is a classroom on this page. */
import { ServerClock } from '../net/clock';
import type { Outcome } from '../net/connection/pendingCommands';
import type { Pace } from '../live/presentation';
import type { TableStore } from '../live/store.svelte';
import type { Classroom } from './classroom';

export interface LessonStore extends TableStore {
  /** How often something else than the task was tried since it began. */
  readonly strays: number;
  /** Does what the task asks for. */
  showMe(): void;
}

/** A store for a lesson, made from that of tables, which is fetched with the table. */
export function lessonStore(
  Store: typeof TableStore,
  classroom: Classroom,
  match: string,
  pace: () => Pace,
): LessonStore {
  class Learner extends Store {
    strays = $state(0);

    /** An action that the lesson doesn't ask for is not played: its cards come back to the hand, and nothing was wrong. */
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

  // There is no network that could go, no other tab that could have the seat, and nobody else's time.
  const dependencies = {
    dial: () => classroom.dial(),
    others: null,
    follow: () => () => {},
    clock: new ServerClock(),
    pace,
  };
  return new Learner({ table: match, from: 1, local: true }, dependencies);
}
