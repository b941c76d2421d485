"""The uses of selected cards now: every way to lay, discard or purchase with exactly these, or the obstacle.

It uses only a `View`, so it can't reveal more than the seat may know.

>>> from canastra.cards import parse_cards
>>> from canastra.engine.deal import deal_out, start_deal
>>> from canastra.cards import TWO_PACKS
>>> from canastra.engine.turn import settle
>>> from canastra.engine.view import view
>>> from canastra.rulebooks import official
>>> state = settle(start_deal(official("buraco"), deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
>>> [(str(each.action), each.fault and each.fault.code) for each in options(view(state, 0), parse_cards("AS"))]
[('discard AS', 'draw_first'), ('take', 'pile_empty')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from canastra.cards import Card
from canastra.engine.actions import TAKE, Action, Discard, LayOff, NewMeld
from canastra.engine.hands import cards_of
from canastra.engine.justification import must_justify
from canastra.engine.legality import broken, violation
from canastra.engine.melds import HIGHEST, LARGEST_GROUP, SHORTEST, Meld, positions
from canastra.engine.melds.canasta import Canasta, canasta_of
from canastra.engine.melds.lookup import Lookup
from canastra.engine.melds.movement import End
from canastra.engine.melds.placement import meld_after
from canastra.engine.state import Phase, State
from canastra.engine.turn import perform
from canastra.engine.view import View, masked_state
from canastra.errors import Violation

Cards = tuple[Card, ...]


class OptionKind(StrEnum):
    """The kind of use of the cards."""

    MELD = "meld"
    LAY = "lay"
    DISCARD = "discard"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Option:
    """A possible use of the cards: legal if there is no `fault`."""

    kind: OptionKind
    action: Action
    fault: Violation | None = None
    number: int | None = None
    """Your meld that the cards are laid on, from 1."""
    meld: Meld | None = None
    """The meld afterwards."""
    canasta: Canasta = Canasta.NONE
    points: int = 0
    """Values of the cards laid."""
    then: Action | None = None
    """The step that justifies taking the pile."""
    total: int | None = None
    """Points laid in this turn, these included, if the side still has to reach its `minimum`."""
    minimum: int | None = None

    @property
    def stands_for(self) -> Card | None:
        """The card that the wild stands for in a sequence."""
        meld = self.meld
        if meld is None or not meld.has_wild or meld.is_group:
            return None
        return Card(13 * meld.suit + (meld.low + meld.wild - 1) % 13)


def options(view: View, cards: Iterable[Card]) -> tuple[Option, ...]:
    """Every use of exactly these cards now, best first; then the impossible uses, the most nearly possible first.

    The cards are from the seat's hand, in any order. If the pile's top card must be used at once, it may be among them,
    and is tried with them if it isn't.
    """
    chosen, state = tuple(sorted(cards)), masked_state(view)
    if view.seat != view.to_act and view.phase is not Phase.OVER:
        why = broken(state, "out_of_turn", "table.direction", seat=view.seat, expected=view.to_act)
        found = [replace(option, fault=why) for option in _of_turn(state, chosen)]
    elif state.phase is Phase.DRAW:
        own = _of_turn(state, chosen) if _holds(state, chosen) else []
        found = [*own, *_purchases(state, chosen)]
    else:
        found = _of_turn(state, chosen)
    return tuple(
        sorted(found, key=lambda option: (option.fault is not None, option.fault is not None and _is_idle(option)))
    )


def _is_idle(option: Option) -> bool:
    """Return whether the cards don't fit at any time."""
    return option.meld is None and option.kind in (OptionKind.MELD, OptionKind.LAY)


def arrangements(cards: Iterable[Card], lookup: Lookup) -> tuple[Meld, ...]:
    """Every different meld that the cards can form: first those without a wild, then with the wild high."""
    chosen = tuple(sorted(cards))
    plain, twos = _parted(chosen)
    if not plain or not SHORTEST <= len(chosen) <= HIGHEST:
        return ()
    written: list[Cards] = []
    if len({card.rank for card in plain}) == 1 and len(twos) < 2 and len(chosen) <= LARGEST_GROUP:
        written.append((*plain, *twos))
    if len({card.suit for card in plain}) == 1 and len(twos) <= 2:
        written.extend(_written_sequences(plain, twos, lookup.rulebook.sequences.lowest))
    melds = dict.fromkeys(meld for cards in written if (meld := lookup.meld(cards)))
    return tuple(sorted(melds, key=lambda meld: (meld.has_wild, meld.wild == 0, meld.low)))


def _written_sequences(plain: Cards, twos: Cards, lowest: int) -> Iterator[Cards]:
    """Every order in which the cards could be a sequence, with 2s in the remaining places."""
    length = len(plain) + len(twos)
    for low in range(lowest, HIGHEST - length + 2):
        window = range(low, low + length)
        for ace in (0, -1) if length == HIGHEST else (0,):
            placed: dict[int, Card] = {}
            for card in plain:
                places = [place for place in positions(card, lowest) if place in window and place not in placed]
                if not places:
                    break
                placed[places[ace]] = card
            else:
                gaps = [place for place in window if place not in placed]
                for order in dict.fromkeys(permutations(twos)):
                    whole = placed | dict(zip(gaps, order, strict=True))
                    yield tuple(whole[place] for place in window)


def _of_turn(state: State, chosen: Cards) -> list[Option]:
    """The uses of the cards once the seat may lay and discard."""
    found = [*_layings(state, chosen)]
    if len(chosen) == 1:
        action = Discard(chosen[0])
        found.append(Option(OptionKind.DISCARD, action, violation(state, action)))
    return found


def _layings(state: State, chosen: Cards) -> list[Option]:
    return [*_new_melds(state, chosen), *_lay_offs(state, chosen)] if chosen else []


def _new_melds(state: State, chosen: Cards) -> list[Option]:
    found = [_laying(state, NewMeld(meld.cards), meld) for meld in arrangements(chosen, state.lookup)]
    if found or len(chosen) < SHORTEST - 1:
        return found
    action = NewMeld(_in_order(chosen))
    return [Option(OptionKind.MELD, action, violation(state, action))]


def _lay_offs(state: State, chosen: Cards) -> list[Option]:
    """Lay-offs on each of the seat's melds: first those on a meld that stays clean, then by length, then clean ones."""
    found: list[tuple[bool, int, bool, Option]] = []
    for number, old in enumerate(state.melds[state.side], 1):
        results: dict[Meld, LayOff] = {}
        for end in End if _may_fit(old, chosen) else ():
            action = LayOff(number, chosen, end)
            result = meld_after(state, action)
            if result:
                results.setdefault(result[1], action)
        for meld, action in results.items():
            option = replace(_laying(state, action, meld), number=number)
            found.append((meld.has_wild and not old.has_wild, -len(meld.cards), meld.has_wild, option))
        if not results:
            action = LayOff(number, chosen)
            found.append((True, 0, True, Option(OptionKind.LAY, action, violation(state, action), number)))
    return [option for *_, option in sorted(found, key=lambda entry: entry[:3])]


def _laying(state: State, action: NewMeld | LayOff, meld: Meld) -> Option:
    points, minimum = state.lookup.points(action.cards), state.minimum_of(state.side)
    return Option(
        kind=OptionKind.MELD if isinstance(action, NewMeld) else OptionKind.LAY,
        action=action,
        fault=violation(state, action),
        meld=meld,
        canasta=canasta_of(meld, state.lookup.rulebook.canastas),
        points=points,
        total=state.turn_state.points + points if minimum else None,
        minimum=minimum or None,
    )


def _may_fit(meld: Meld, cards: Cards) -> bool:
    """Return whether suit, rank and number of the cards allow a lay-off in any order: a shortcut."""
    plain, twos = _parted(cards)
    if meld.is_group:
        return len(twos) < 2 and all(card.rank == meld.rank for card in plain)
    return len(twos) <= 2 and len(meld.cards) + len(cards) <= HIGHEST and all(card.suit == meld.suit for card in plain)


def _purchases(state: State, chosen: Cards) -> list[Option]:
    """Taking the pile, alone or with the uses of the cards together with its top card."""
    why = violation(state, TAKE)
    plain = Option(OptionKind.TAKE, TAKE, why)
    if why is not None or not must_justify(state):
        return [plain]
    taking, top = perform(state, TAKE), state.pile[-1]
    found: dict[Action, Option] = {}
    for cards in ((*chosen, top), chosen):
        if top in cards and _holds(state, cards, (top,)):
            for option in _layings(taking, tuple(sorted(cards))):
                bought = replace(option, kind=OptionKind.TAKE, action=TAKE, then=option.action)
                found.setdefault(option.action, bought)
    legal = [option for option in found.values() if option.fault is None]
    nearly = [option for option in found.values() if option.meld is not None]
    return legal or [plain, *nearly]


def _holds(state: State, cards: Cards, more: Cards = ()) -> bool:
    """Return whether the hand and the cards `more` together have all of these cards."""
    return not Counter(cards) - Counter((*cards_of(state.hand), *more))


def _parted(cards: Cards) -> tuple[Cards, Cards]:
    return tuple(card for card in cards if not card.is_two), tuple(card for card in cards if card.is_two)


def _in_order(cards: Cards) -> Cards:
    """Cards that form no meld, in the order in which a player would write them."""
    plain, twos = _parted(cards)
    ranks = {card.rank for card in plain}
    if len(ranks) < 2 or not twos:
        return (*_ascending(plain), *twos)
    written: list[Card] = []
    rest = list(twos)
    for card in _ascending(plain):
        if rest and written and not written[-1].is_two and card.rank - written[-1].rank > 1:
            written.append(rest.pop())
        written.append(card)
    return (*written, *rest)


def _ascending(plain: Cards) -> Cards:
    """The cards by rank, the ace high beside high cards."""
    high = any(card.rank > 8 for card in plain) and not any(0 < card.rank < 4 for card in plain)
    return tuple(sorted(plain, key=lambda card: (card.rank or (13 if high else 0), card.suit)))
