/** A lesson as `tools/web_lessons.py` recorded it, and how far one is in it. Pure, without a rule of the game. */
import type { PlayOption, Previewed, State, Update } from '../net/types';
import type { BookCard } from '../board/book';
import { moveOf, sameCards } from '../board/moves';

/** One action of the learner. */
export interface Task {
  readonly topic: string;
  /** The key of the sentence that says why. */
  readonly say: string;
  /** The action, in notation. */
  readonly does: string;
  /** What is sent since the last task: the deal, the others' turns. */
  readonly before: readonly Update[];
  /** What is sent of the action itself. */
  readonly after: readonly Update[];
  /** What cards can do besides being discarded, by their sorted text; facts that are nothing are left out. */
  readonly answers: Readonly<Record<string, readonly Partial<PlayOption>[]>>;
}

export interface Plan {
  readonly card: BookCard;
  readonly topics: readonly string[];
  /** The last event that the state contains, which is that before the deal. */
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

/** How many tasks are done at an event. */
export function tasksDone(plan: Plan, seq: number): number {
  return plan.tasks.filter(({ after }) => after.at(-1)!.seq <= seq).length;
}

/** The last event before a task. */
export function begins(plan: Plan, task: number): number {
  return plan.tasks[task]?.before.at(-1)?.seq ?? plan.tasks[task - 1]?.after.at(-1)?.seq ?? plan.seq;
}

/** What the server would say about chosen cards; null where the legal steps say enough. */
export function waysOf(task: Task, cards: string, legal: readonly string[]): Previewed['ways'] | null {
  const found = task.answers[cards];
  if (!found && legal.some((action) => sameCards(moveOf(action).cards, cards.split(' ')))) return null;
  const played = (found ?? []).map((way) => ({ ...NOTHING, ...way }) as PlayOption);
  const discarded = legal.filter(
    (action) => action.startsWith('discard ') && sameCards(moveOf(action).cards, cards.split(' ')),
  );
  return [...played, ...discarded.map((action) => ({ ...NOTHING, kind: 'discard' as const, action }))];
}

/** What a task does, as the server says it of its cards; null of what needs no card. */
export function optionOf({ answers, does }: Task): Partial<PlayOption> | null {
  const ways = Object.values(answers).flat();
  return ways.find(({ action }) => action === does) ?? null;
}
