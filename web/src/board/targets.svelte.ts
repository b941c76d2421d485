/**
 * The parts of the table that answer a tap now. The controller (play/) sets them; melds and piles light up by them.
 *
 * A meld's number is that of the notation: 1 is your side's first of the deal.
 */
import type { Canasta } from './meldWords';

/** What a tap would do. */
export interface Option {
  /** In notation; what is sent, or the first of several that are asked about. */
  action: string;
  canasta?: Canasta;
  points?: number;
}

/** `new` is the whole area of your melds, where cards are dropped to make one. */
export type TargetPlace = 'stock' | 'pile' | 'meld' | 'new';

export interface Targets {
  /** By number. */
  melds: ReadonlyMap<number, Option>;
  /** What is chosen makes a meld of its own. */
  fresh: Option | null;
  /** A card may be drawn. */
  stock: boolean;
  /** The pile may be taken, or the chosen card put on it. */
  pile: 'take' | 'discard' | null;
  /** The top card has to be used now. */
  due: boolean;
  /** A target was tapped, or cards were let go over it (`dropped`); `number` is a meld's. */
  onTarget: (place: TargetPlace, number?: number, dropped?: boolean) => void;
}

const nothing = (): Targets => ({
  melds: new Map(),
  fresh: null,
  stock: false,
  pile: null,
  due: false,
  onTarget: () => {},
});

export const targets: Targets = $state(nothing());

/** Sets what lights up; what isn't named doesn't. */
export function light(lit: Partial<Targets>): void {
  Object.assign(targets, nothing(), lit);
}
