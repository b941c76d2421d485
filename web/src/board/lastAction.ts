/** The last action that changed the table, highlighted in its place until the next. Pure. */
import type { LoggedEvent } from '../net/connection/tableReducer';
import type { PlayedEvent } from '../net/types';

/** The place of an action. */
export interface LastAction {
  seq: number;
  seat: number;
  /** `draw`, `refuse`, `take`, `meld`, `lay`, `shift`, `discard`, `withdraw`, `pass`. */
  verb: string;
  /** The meld's number on its side, from 1; null for an action without a meld. */
  meld: number | null;
  /** The laid or discarded cards. */
  cards: readonly string[];
}

/**
 * The last action of a log; null if there was no action or it was undone. `melds` has the number of melds of each side,
 * which identifies a new meld.
 */
export function lastActionOf(log: readonly LoggedEvent[], melds: readonly number[]): LastAction | null {
  for (let place = log.length - 1; place >= 0; place--) {
    const { seq, event } = log[place]!;
    if (event.type === 'dealt' || event.type === 'deal_ended') return null;
    // After an undo, neither the undone action nor an earlier one is highlighted.
    if (event.type === 'undone') return null;
    if (event.type === 'played') return told(event, seq, melds);
  }
  return null;
}

function told({ seat, entry, shown }: PlayedEvent, seq: number, melds: readonly number[]): LastAction {
  const [verb = '', ...rest] = entry.split(' ');
  const cards = rest.filter((word) => /^[A2-9TJQK][SHDC]$/.test(word));
  const head = { seq, seat, verb };
  switch (verb) {
    case 'meld':
      return { ...head, meld: melds[seat % 2] ?? null, cards };
    case 'lay':
    case 'shift':
      return { ...head, meld: Number(rest[0]), cards };
    case 'discard':
      return { ...head, meld: null, cards };
    case 'refuse':
      return { ...head, meld: null, cards: shown ? [shown] : [] };
    default:
      return { ...head, meld: null, cards: [] };
  }
}

/** The indices of the cards of a meld that were laid last: the latest of equal cards. */
export function glowing(meld: readonly string[], laid: readonly string[]): ReadonlySet<number> {
  return new Set(laidAt(meld, laid).filter((place) => place >= 0));
}

/** The index of each laid card; -1 for a missing card. */
export function laidAt(meld: readonly string[], laid: readonly string[]): number[] {
  const found: number[] = [];
  for (const card of laid) found.push(meld.findLastIndex((each, place) => each === card && !found.includes(place)));
  return found;
}
