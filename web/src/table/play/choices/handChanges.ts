/** Compares the hand of two states: which cards are new, and which came back by an undo. */
import { without } from '../../../board/moves';
import { keyedHand, type HandCard } from './handOrder';

/** The hand with its changes in this turn. */
export interface HandHistory {
  /** The number of the deal. */
  deal: number;
  turn: number;
  hand: readonly HandCard[];
  /** Keys of cards received in this turn. */
  fresh: ReadonlySet<string>;
  /** Cards that left the hand in this turn. One that comes back by an undo is not new. */
  played: readonly string[];
}

export const EMPTY: HandHistory = { deal: 0, turn: 0, hand: [], fresh: new Set(), played: [] };

/** The hand in a state. */
export interface DealtHand {
  deal: number;
  turn: number;
  cards: readonly string[];
}

/** The hand after a state; `leaving` has the keys of flying cards. */
export function received(before: HandHistory, told: DealtHand, leaving: readonly string[] = []): HandHistory {
  const { deal, turn } = told;
  if (before.deal !== deal) return { deal, turn, hand: keyedHand([], told.cards), fresh: new Set(), played: [] };
  const hand = keyedHand(before.hand, told.cards, leaving);
  const known = new Set(before.hand.map(({ key }) => key));
  const come = hand.filter(({ key }) => !known.has(key));
  const again = turn === before.turn ? before.played : [];
  const back = come.filter(({ card }, place) => {
    const earlier = come.slice(0, place).filter((each) => each.card === card).length;
    return again.filter((each) => each === card).length > earlier;
  });
  // A new hand from a morto is not marked, because all its cards are new.
  const marked = before.hand.length ? come.filter((each) => !back.includes(each)) : [];
  const keys = new Set(hand.map(({ key }) => key));
  // The marks stay until another turn begins.
  const old = turn === before.turn ? [...before.fresh].filter((key) => keys.has(key)) : [];
  return {
    deal,
    turn,
    hand,
    fresh: new Set([...old, ...marked.map(({ key }) => key)]),
    played: [
      ...without(
        again,
        back.map(({ card }) => card),
      ),
      ...gone(before.hand, hand),
    ],
  };
}

function gone(before: readonly HandCard[], after: readonly HandCard[]): string[] {
  return without(
    before.map(({ card }) => card),
    after.map(({ card }) => card),
  );
}
