/**
 * The presentation queue: what others do is shown one action after the other, at a pace that one can follow.
 *
 * The server is never waited for, and never made to wait: updates are taken at once and shown in their turn.
 */
import type { MeldState, PlayedEvent, State, TableEvent, Update } from '../net/types';
import { CANASTA } from '../board/meldWords';
import { publicFacts, robotPause } from './pauses';

/** How fast; `none` shows everything as it comes. */
export type Pace = 'slow' | 'normal' | 'fast' | 'none';

type Kind = 'action' | 'meld' | 'pile' | 'addition' | 'deal' | 'end';

/** Milliseconds for which a thing is to be seen before the next one's pause begins: at least its cards' way. */
const TIMES: Record<Kind, Record<Pace, number>> = {
  action: { slow: 400, normal: 250, fast: 110, none: 0 },
  meld: { slow: 900, normal: 500, fast: 250, none: 0 },
  pile: { slow: 1_600, normal: 900, fast: 440, none: 0 },
  /** A morto taken, a red 3 laid open, a meld that becomes a canasta: besides the action itself. */
  addition: { slow: 900, normal: 600, fast: 200, none: 0 },
  deal: { slow: 1_800, normal: 1_200, fast: 500, none: 0 },
  /** The final table, before the points. */
  end: { slow: 2_500, normal: 1_500, fast: 800, none: 0 },
};
const VERBS: Record<string, Kind> = { meld: 'meld', take: 'pile' };

/** How long pauses are, in parts of those at the normal pace. */
const PAUSES: Record<Pace, number> = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };
/** Milliseconds before a person's action: they have taken their own time, so it only matters when several come at once. */
const PERSON = 350;

/** How long an update is to be seen, given the state before it. The next one's pause comes on top. */
export function timeOf({ events, changes }: Update, before: State, pace: Pace): number {
  const happened = events.reduce((sum, { event }) => sum + (event ? eventTime(event, pace) : 0), 0);
  const play = changes.play;
  if (!play || !before.play) return happened;
  const closed = play.melds ? newCanastas(before.play.melds, play.melds) : 0;
  return happened + closed * TIMES.addition[pace];
}

/** The pause before an update, given the state before it; null of your own action, which waits for nothing. */
export function pauseOf({ events }: Update, before: State, pace: Pace, random: () => number): number | null {
  const played = events.map(({ event }) => event).find((event): event is PlayedEvent => event?.type === 'played');
  if (!played || !before.play) return 0;
  if (played.seat === before.you) return null;
  return PAUSES[pace] * (played.bot ? robotPause(publicFacts(played.entry, before.play), random()) : PERSON);
}

/** How long the final table is to be seen before the points. */
export function finalTime(pace: Pace): number {
  return TIMES.end[pace];
}

/** The pause between a deal's last action and its final table. */
export function finalPause(pace: Pace): number {
  return PAUSES[pace] * PERSON;
}

function eventTime(event: TableEvent, pace: Pace): number {
  switch (event.type) {
    case 'dealt':
      return TIMES.deal[pace];
    case 'followed':
      return TIMES.addition[pace];
    case 'played':
      return TIMES[VERBS[event.entry.split(' ')[0]!] ?? 'action'][pace];
    default:
      return 0;
  }
}

function newCanastas(before: readonly (readonly MeldState[])[], after: readonly (readonly MeldState[])[]): number {
  const isCanasta = (meld: MeldState | undefined): boolean => !!meld && meld.cards.split(' ').length >= CANASTA;
  return after.flatMap((melds, side) =>
    melds.filter((meld, place) => isCanasta(meld) && !isCanasta(before[side]?.[place])),
  ).length;
}

/** A timer; what it returns stops it. */
type Later = (ms: number, call: () => void) => () => void;

/** Parts of a presentation: what it shows, and the time it goes by. */
export interface Screen<Item> {
  /** Shows a thing, and returns for how many milliseconds it has the table to itself. */
  show: (item: Item) => number;
  /** Milliseconds to wait before a thing once the former one has had its time; null for none at all. Asked once of each. */
  pause: (item: Item) => number | null;
  /** Called when something begins to wait, or nothing waits any more. */
  changed: (waits: boolean) => void;
  later: Later;
  now: () => number;
}

/**
 * Things to show in order, each for a while. A pause counts from what was shown last, not from when the next thing came:
 * how long a robot thought is not seen as long as it is shorter.
 */
export class Presentation<Item> {
  private readonly queue: Item[] = [];
  private stop: (() => void) | null = null;
  private held = false;
  /** Until when what is shown has the table to itself. */
  private until = -Infinity;
  /** When the first of the queue is due; null before its pause was asked for. */
  private due: number | null = null;

  constructor(private readonly screen: Screen<Item>) {}

  /** Whether something waits that goes on by itself. */
  get waits(): boolean {
    return this.queue.length > 0 && !this.held;
  }

  /** Shows a thing now, or in its turn. */
  add(item: Item): void {
    this.queue.push(item);
    if (this.stop === null) this.next();
    else this.screen.changed(this.waits);
  }

  /** Shows all that waits, now. */
  flush(): void {
    this.stop?.();
    this.stop = this.due = null;
    for (const item of this.queue.splice(0)) this.screen.show(item);
    this.until = this.screen.now();
    this.screen.changed(false);
  }

  /** Shows nothing more until it may go on. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    if (!held && this.stop === null) this.next();
    else this.screen.changed(this.waits);
  }

  /** Shows nothing more. */
  close(): void {
    this.stop?.();
    this.queue.length = 0;
  }

  private next(): void {
    this.stop = null;
    while (this.queue.length && !this.held) {
      this.due ??= this.until + (this.screen.pause(this.queue[0]!) ?? -Infinity);
      const ms = this.due - this.screen.now();
      if (ms > 0) {
        this.stop = this.screen.later(ms, () => this.next());
        break;
      }
      this.due = null;
      const shown = this.screen.show(this.queue.shift()!);
      this.until = this.screen.now() + shown;
    }
    this.screen.changed(this.waits);
  }
}
