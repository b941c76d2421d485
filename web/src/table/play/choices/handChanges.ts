/** What became of the hand from one state to the next: which cards are new, and which only came back. */
import { without } from '../../../board/moves';
import { keyedHand, type HandCard } from './handOrder';

/** The hand between two states. */
export interface HandHistory {
  /** The deal that it belongs to. */
  deal: number;
  turn: number;
  hand: readonly HandCard[];
  /** Keys of cards that came in this turn. */
  fresh: ReadonlySet<string>;
  /** Cards that left the hand in this turn: when one comes back by an undo it is not new. */
  played: readonly string[];
}

export const EMPTY: HandHistory = { deal: 0, turn: 0, hand: [], fresh: new Set(), played: [] };

/** What a state says about the hand. */
export interface DealtHand {
  deal: number;
  turn: number;
  cards: readonly string[];
}

/** The hand after a state; `leaving` are keys of cards on their way. */
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
  // A whole new hand, a morto, is not marked: everything in it is new.
  const marked = before.hand.length ? come.filter((each) => !back.includes(each)) : [];
  const keys = new Set(hand.map(({ key }) => key));
  // They stay marked until another turn begins.
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
