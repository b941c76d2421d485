/**
 * The presentation queue: what others do is shown one action after the other, at a pace that one can follow.
 *
 * The server is never waited for, and never made to wait: updates are taken at once and shown in their turn.
 */
import type { MeldState, State, TableEvent, Update } from '../net/types';
import { CANASTA } from './meldWords';

/** How fast; `none` shows everything as it comes. */
export type Pace = 'slow' | 'normal' | 'fast' | 'none';

type Kind = 'action' | 'meld' | 'pile' | 'addition' | 'deal' | 'end';

/** Milliseconds from one thing to the next: the card's way, then a rest. The server reckons with `normal` (canastra.table.clocks). */
const TIMES: Record<Kind, Record<Pace, number>> = {
  action: { slow: 1_000, normal: 600, fast: 250, none: 0 },
  meld: { slow: 1_300, normal: 800, fast: 350, none: 0 },
  pile: { slow: 1_800, normal: 1_200, fast: 500, none: 0 },
  /** A morto taken, a red 3 laid open, a meld that becomes a canasta: besides the action itself. */
  addition: { slow: 900, normal: 600, fast: 200, none: 0 },
  deal: { slow: 1_800, normal: 1_200, fast: 500, none: 0 },
  /** The final table, before the points. */
  end: { slow: 2_500, normal: 1_500, fast: 800, none: 0 },
};
const VERBS: Record<string, Kind> = { meld: 'meld', take: 'pile' };

/** How long an update is to be seen before the next one, given the state before it. */
export function timeOf({ events, changes }: Update, before: State, pace: Pace): number {
  const happened = events.reduce((sum, { event }) => sum + (event ? eventTime(event, before.you, pace) : 0), 0);
  const play = changes.play;
  if (!play || !before.play) return happened;
  const closed = play.melds ? newCanastas(before.play.melds, play.melds) : 0;
  return happened + closed * TIMES.addition[pace];
}

/** How long the final table is to be seen before the points. */
export function finalTime(pace: Pace): number {
  return TIMES.end[pace];
}

function eventTime(event: TableEvent, you: number | null, pace: Pace): number {
  switch (event.type) {
    case 'dealt':
      return TIMES.deal[pace];
    case 'followed':
      return TIMES.addition[pace];
    case 'played':
      // Your own action is shown by the hand already.
      return event.seat === you ? 0 : TIMES[VERBS[event.entry.split(' ')[0]!] ?? 'action'][pace];
    default:
      return 0;
  }
}

function newCanastas(before: readonly (readonly MeldState[])[], after: readonly (readonly MeldState[])[]): number {
  const isCanasta = (meld: MeldState | undefined): boolean => !!meld && meld.cards.split(' ').length >= CANASTA;
  return after.flatMap((melds, side) => melds.filter((meld, place) => isCanasta(meld) && !isCanasta(before[side]?.[place]))).length;
}

/** A timer; what it returns stops it. */
type Later = (ms: number, call: () => void) => () => void;

/** Things to show in order, each for a while. */
export class Presentation<Item> {
  private readonly queue: Item[] = [];
  private stop: (() => void) | null = null;
  private held = false;

  constructor(
    /** Shows a thing, and says for how many milliseconds it has the table to itself. */
    private readonly show: (item: Item) => number,
    /** Called when something begins to wait, or nothing waits any more. */
    private readonly changed: (waits: boolean) => void,
    private readonly later: Later,
  ) {}

  /** Whether something waits that goes on by itself. */
  get waits(): boolean {
    return this.queue.length > 0 && !this.held;
  }

  /** Shows a thing now, or in its turn. */
  add(item: Item): void {
    this.queue.push(item);
    if (this.stop === null) this.next();
    else this.changed(this.waits);
  }

  /** Shows all that waits, now. */
  flush(): void {
    this.stop?.();
    this.stop = null;
    for (const item of this.queue.splice(0)) this.show(item);
    this.changed(false);
  }

  /** Shows nothing more until it may go on. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    if (!held && this.stop === null) this.next();
    else this.changed(this.waits);
  }

  /** Shows nothing more. */
  close(): void {
    this.stop?.();
    this.queue.length = 0;
  }

  private next(): void {
    this.stop = null;
    while (this.queue.length && !this.held && this.stop === null) {
      const ms = this.show(this.queue.shift()!);
      if (ms > 0) this.stop = this.later(ms, () => this.next());
    }
    this.changed(this.waits);
  }
}
