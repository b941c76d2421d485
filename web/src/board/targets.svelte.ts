/**
 * The places of the table that answer a tap now. The controller (play/) sets them; melds and piles highlight them.
 *
 * A meld's number is that of the notation: 1 is your side's first of the deal.
 */
import type { Canasta } from './meldWords';

/** The effect of a tap. */
export interface Option {
  /** In notation: the action to send, or the first of several among which the player chooses. */
  action: string;
  canasta?: Canasta;
  points?: number;
}

/** `new` is the whole area of your melds, where cards are dropped to form a new meld. */
export type TargetPlace = 'stock' | 'pile' | 'meld' | 'new';

export interface Targets {
  /** By the number of the meld. */
  melds: ReadonlyMap<number, Option>;
  /** The option to lay the chosen cards as a new meld. */
  fresh: Option | null;
  /** True if a card may be drawn. */
  stock: boolean;
  /** `take` if the pile may be taken, `discard` if the chosen card may be put on it. */
  pile: 'take' | 'discard' | null;
  /** True if the top card must be used now. */
  due: boolean;
  /** Called when a target was tapped, or cards were dropped on it (`dropped`); `number` is a meld's. */
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

/** Sets the targets; targets that are not given are cleared. */
export function light(lit: Partial<Targets>): void {
  Object.assign(targets, nothing(), lit);
}
