/**
 * The presentation queue: actions of others are shown one after the other, at a pace that the player can follow.
 *
 * It never delays messages to or from the server: updates are accepted at once and shown in their turn.
 */
import type { MeldState, PlayedEvent, State, TableEvent, Update } from '../net/types';
import { CANASTA } from '../board/meldWords';
import { publicFacts, robotPause } from './pauses';

/** The pace; `none` shows everything at once. */
export type Pace = 'slow' | 'normal' | 'fast' | 'none';

type Kind = 'action' | 'meld' | 'pile' | 'addition' | 'deal' | 'end';

/** Milliseconds for which a change is shown before the next pause begins: at least the time of its cards' flight. */
const TIMES: Record<Kind, Record<Pace, number>> = {
  action: { slow: 400, normal: 250, fast: 110, none: 0 },
  meld: { slow: 900, normal: 500, fast: 250, none: 0 },
  pile: { slow: 1_600, normal: 900, fast: 440, none: 0 },
  /** A morto taken, a red 3 laid open, a meld that becomes a canasta: in addition to the action itself. */
  addition: { slow: 900, normal: 600, fast: 200, none: 0 },
  deal: { slow: 1_800, normal: 1_200, fast: 500, none: 0 },
  /** The final table, before the points. */
  end: { slow: 2_500, normal: 1_500, fast: 800, none: 0 },
};
const VERBS: Record<string, Kind> = { meld: 'meld', take: 'pile' };

/** The length of pauses relative to the normal pace. */
const PAUSES: Record<Pace, number> = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };
/**
 * Milliseconds before a person's action. Persons take their own time, so this only matters if several actions come at
 * once.
 */
const PERSON = 350;

/** The milliseconds for which an update is shown, given the state before it. The next pause comes in addition. */
export function timeOf({ events, changes }: Update, before: State, pace: Pace): number {
  const happened = events.reduce((sum, { event }) => sum + (event ? eventTime(event, pace) : 0), 0);
  const play = changes.play;
  if (!play || !before.play) return happened;
  const closed = play.melds ? newCanastas(before.play.melds, play.melds) : 0;
  return happened + closed * TIMES.addition[pace];
}

/** The pause before an update, given the state before it; null for the player's own action, which is shown at once. */
export function pauseOf({ events }: Update, before: State, pace: Pace, random: () => number): number | null {
  const played = events.map(({ event }) => event).find((event): event is PlayedEvent => event?.type === 'played');
  if (!played || !before.play) return 0;
  if (played.seat === before.you) return null;
  return PAUSES[pace] * (played.bot ? robotPause(publicFacts(played.entry, before.play), random()) : PERSON);
}

/** The milliseconds for which the final table is shown before the points. */
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

/** A timer. The returned function stops it. */
type Later = (ms: number, call: () => void) => () => void;

/** The functions of a presentation: to show an item, and to measure time. */
export interface Screen<Item> {
  /** Shows an item. Returns the milliseconds for which nothing else is shown. */
  show: (item: Item) => number;
  /**
   * Milliseconds to wait before an item after the time of the former; null to show it at once. Called once for each
   * item.
   */
  pause: (item: Item) => number | null;
  /** Called when an item begins to wait, and when no item waits anymore. */
  changed: (waits: boolean) => void;
  later: Later;
  now: () => number;
}

/**
 * Shows items in order, each for a while. A pause counts from the last shown item, not from the arrival of the next: a
 * robot's thinking time is invisible if it is shorter than the pause.
 */
export class Presentation<Item> {
  private readonly queue: Item[] = [];
  private stop: (() => void) | null = null;
  private held = false;
  /** The time until which nothing else is shown. */
  private until = -Infinity;
  /** The time at which the first item of the queue is due; null before its pause was requested. */
  private due: number | null = null;

  constructor(private readonly screen: Screen<Item>) {}

  /** True if an item waits that will be shown by itself. */
  get waits(): boolean {
    return this.queue.length > 0 && !this.held;
  }

  /** Shows an item now, or in its turn. */
  add(item: Item): void {
    this.queue.push(item);
    if (this.stop === null) this.next();
    else this.screen.changed(this.waits);
  }

  /** Shows all waiting items now. */
  flush(): void {
    this.stop?.();
    this.stop = this.due = null;
    for (const item of this.queue.splice(0)) this.screen.show(item);
    this.until = this.screen.now();
    this.screen.changed(false);
  }

  /** Stops showing items while `held` is true. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    if (!held && this.stop === null) this.next();
    else this.screen.changed(this.waits);
  }

  /** Stops for good. */
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
