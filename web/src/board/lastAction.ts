/** The last action that changed the table, so that it can glow where it happened until the next. Pure. */
import type { LoggedEvent } from '../net/connection/tableReducer';
import type { PlayedEvent } from '../net/types';

/** Where something happened. */
export interface LastAction {
  seq: number;
  seat: number;
  /** `draw`, `refuse`, `take`, `meld`, `lay`, `shift`, `discard`, `withdraw`, `pass`. */
  verb: string;
  /** The meld's number on its side, from 1; null where none was touched. */
  meld: number | null;
  /** Cards that were laid or discarded. */
  cards: readonly string[];
}

/** `melds`: how many each side has, to tell which one was laid last. */
export function lastActionOf(log: readonly LoggedEvent[], melds: readonly number[]): LastAction | null {
  for (let place = log.length - 1; place >= 0; place--) {
    const { seq, event } = log[place]!;
    if (event.type === 'dealt' || event.type === 'deal_ended') return null;
    // What was taken back is seen no more, nor what came before it.
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

/** Which cards of a meld were laid last, as indices: the latest copies of equal cards. */
export function glowing(meld: readonly string[], laid: readonly string[]): ReadonlySet<number> {
  return new Set(laidAt(meld, laid).filter((place) => place >= 0));
}

/** The same for each of the cards that were laid; -1 where one isn't there. */
export function laidAt(meld: readonly string[], laid: readonly string[]): number[] {
  const found: number[] = [];
  for (const card of laid) found.push(meld.findLastIndex((each, place) => each === card && !found.includes(place)));
  return found;
}
