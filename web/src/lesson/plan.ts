/**
 * A lesson as recorded by `tools/web_lessons.py`, and the learner's position in it. Pure, without any rule of the game.
 */
import type { PlayOption, Previewed, State, Update } from '../net/types';
import type { BookCard } from '../board/book';
import { moveOf, sameCards } from '../board/moves';

/** One action of the learner. */
export interface Task {
  readonly topic: string;
  /** The key of the sentence with the reason. */
  readonly say: string;
  /** The action, in notation. */
  readonly does: string;
  /** The updates since the last task: the deal, the other players' turns. */
  readonly before: readonly Update[];
  /** The updates that the action itself causes. */
  readonly after: readonly Update[];
  /** The uses of cards besides a discard, by their sorted text; properties with default values are left out. */
  readonly answers: Readonly<Record<string, readonly Partial<PlayOption>[]>>;
}

export interface Plan {
  readonly card: BookCard;
  readonly topics: readonly string[];
  /** The last event in the state, which is the event before the deal. */
  readonly seq: number;
  readonly state: State;
  readonly tasks: readonly Task[];
}

const NOTHING = {
  then: null,
  number: null,
  meld: null,
  canasta: 'none',
  stands_for: null,
  points: 0,
  total: null,
  minimum: null,
  fault: null,
} as const;

/** The number of tasks done at an event. */
export function tasksDone(plan: Plan, seq: number): number {
  return plan.tasks.filter(({ after }) => after.at(-1)!.seq <= seq).length;
}

/** The last event before a task. */
export function begins(plan: Plan, task: number): number {
  return plan.tasks[task]?.before.at(-1)?.seq ?? plan.tasks[task - 1]?.after.at(-1)?.seq ?? plan.seq;
}

/** The server's answer about chosen cards; null if the legal moves are sufficient. */
export function waysOf(task: Task, cards: string, legal: readonly string[]): Previewed['ways'] | null {
  const found = task.answers[cards];
  if (!found && legal.some((action) => sameCards(moveOf(action).cards, cards.split(' ')))) return null;
  const played = (found ?? []).map((way) => ({ ...NOTHING, ...way }) as PlayOption);
  const discarded = legal.filter(
    (action) => action.startsWith('discard ') && sameCards(moveOf(action).cards, cards.split(' ')),
  );
  return [...played, ...discarded.map((action) => ({ ...NOTHING, kind: 'discard' as const, action }))];
}

/** The option of a task's cards, in the server's form; null for a task without cards. */
export function optionOf({ answers, does }: Task): Partial<PlayOption> | null {
  const ways = Object.values(answers).flat();
  return ways.find(({ action }) => action === does) ?? null;
}
