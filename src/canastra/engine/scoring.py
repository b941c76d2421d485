"""The points of a deal, component by component (docs/rules.md §2 and §6)."""

from __future__ import annotations

from typing import Final, NamedTuple

from canastra.cards import BLACK_THREES, RED_THREES, UNKNOWN, Card
from canastra.engine.going_out import has_canasta
from canastra.engine.hands import cards_of
from canastra.engine.melds import Meld
from canastra.engine.melds.canasta import Canasta, canasta_of
from canastra.engine.melds.lookup import Lookup, lookup_of
from canastra.engine.state import Ending, State
from canastra.rulebooks.schema import Deducted, Need, RedKept, Rulebook, Unplayed

GOING_OUT = 100
"""Points for going out for good, in every rulebook."""
UNPLAYED_CHARGE = 100
"""The flat charge for a morto that was never played from (tranca Art. 12)."""


COMPONENT_TOPICS: Final = {
    "melded": "values.ace",
    "clean": "canastas.clean",
    "dirty": "canastas.dirty",
    "royal": "canastas.royal",
    "going_out": "clauses.going_out_bonus",
    "morto": "morto.not_taken",
    "red_threes": "threes.red_bonus",
    "black_threes": "threes.black_charge",
    "in_hand": "hands_left.deducted",
}
"""The components of a `Score` in the order of a score sheet, each with the topic of its article."""
_CARD_VALUES: Final = ("values.ace", "values.eight_to_king", "values.two", "values.three_to_seven")


class Score(NamedTuple):
    """Points of one side, by component.

    A component is None if it depends on an unknown card; the total then is None too.
    """

    melded: int
    clean: int
    dirty: int
    royal: int
    going_out: int
    morto: int
    red_threes: int | None
    black_threes: int | None
    in_hand: int | None

    @property
    def total(self) -> int | None:
        """Sum of the components."""
        parts = [part for part in self if part is not None]
        return sum(parts) if len(parts) == len(self) else None


class MeldPoints(NamedTuple):
    """Points of one side's melds."""

    melded: int
    clean: int
    dirty: int
    royal: int


class HandPoints(NamedTuple):
    """Points of a side's cards left in hands, and of its exposed red 3s."""

    red_threes: int | None
    black_threes: int | None
    in_hand: int | None


def score(state: State) -> tuple[Score, Score]:
    """The points of both sides of a finished deal."""
    return _score_side(state, 0), _score_side(state, 1)


def score_hands(state: State) -> tuple[int | None, ...]:
    """The points of the cards left in each hand of a finished deal, by seat; None for a hand with unknown cards.

    The hands of a side add up to its `black_threes` and `in_hand`, and to the cost of red 3s left in hands.
    """
    return tuple(_score_hand(state, seat) for seat in range(len(state.hands)))


def _score_hand(state: State, seat: int) -> int | None:
    side = seat % 2
    if not _is_deducted(state, side) or seat in _free(state, side):
        return 0
    canasta = has_canasta(state.melds[side], Need.ANY)
    points = hand_points(state.lookup, {seat: cards_of(state.hands[seat])}, (), canasta, state.unreplaced)
    if points.red_threes is None or points.black_threes is None or points.in_hand is None:
        return None
    return sum((points.red_threes, points.black_threes, points.in_hand))


def _score_side(state: State, side: int) -> Score:
    lookup = state.lookup
    out = state.went_out is not None and state.went_out % 2 == side
    charged = _charged(state, side)
    rules = lookup.rulebook.morto
    melds = meld_points(lookup, state.melds[side])
    hands = _hand_points(state, side)
    going_out = GOING_OUT if out else 0
    morto = (rules.taken if state.has_morto[side] else rules.not_taken) - UNPLAYED_CHARGE * len(charged)
    return Score(
        melds.melded,
        melds.clean,
        melds.dirty,
        melds.royal,
        going_out,
        morto,
        hands.red_threes,
        hands.black_threes,
        hands.in_hand,
    )


def meld_points(lookup: Lookup, melds: tuple[Meld, ...]) -> MeldPoints:
    """The values of the cards laid, and the bonuses of canastas, each counted as one kind only.

    The bonus of a canasta of thirteen cards is counted with the royal ones.
    """
    bonus = lookup.rulebook.canastas
    clean = dirty = royal = 0
    for meld in melds:
        kind = canasta_of(meld, bonus)
        if kind is Canasta.CLEAN:
            clean += bonus.clean
        elif kind is Canasta.DIRTY:
            dirty += bonus.dirty
        elif kind is not Canasta.NONE:
            royal += bonus.royal if kind is Canasta.ROYAL else bonus.thirteen
    return MeldPoints(sum(lookup.points(meld.cards) for meld in melds), clean, dirty, royal)


def points_on_table(rulebook: Rulebook, melds: tuple[tuple[Meld, ...], tuple[Meld, ...]]) -> tuple[int, int]:
    """The points that the score sheet would credit each side now for its melds: values of cards, bonuses of canastas.

    These cards are public. The points of hands, mortos and exposed red 3s are not counted: they are settled at the end
    of the deal.

    >>> from canastra.cards import parse_cards
    >>> from canastra.rulebooks import official
    >>> buraco = official("buraco")
    >>> points_on_table(buraco, ((lookup_of(buraco).meld(parse_cards("4H 5H 6H 7H 8H 9H TH")),), ()))
    (270, 0)
    """
    lookup = lookup_of(rulebook)
    return sum(meld_points(lookup, melds[0])), sum(meld_points(lookup, melds[1]))


def _charged(state: State, side: int) -> list[int]:
    """Seats whose unplayed morto costs a flat charge: only when the other side went out (tranca Art. 12)."""
    if state.lookup.rulebook.morto.unplayed is Unplayed.CARDS:
        return []
    if state.went_out is None or state.went_out % 2 == side:
        return []
    return [seat for seat in range(side, len(state.hands), 2) if state.unplayed[seat]]


def _free(state: State, side: int) -> list[int]:
    """Seats whose hands cost nothing beside the flat charge for their unplayed morto."""
    return _charged(state, side) if state.lookup.rulebook.morto.unplayed is Unplayed.CHARGE else []


def _hand_points(state: State, side: int) -> HandPoints:
    free = _free(state, side)
    seats = [seat for seat in range(side, len(state.hands), 2) if seat not in free]
    hands = {seat: cards_of(state.hands[seat]) for seat in seats} if _is_deducted(state, side) else {}
    canasta = has_canasta(state.melds[side], Need.ANY)
    return hand_points(state.lookup, hands, state.red_threes[side], canasta, state.unreplaced)


def _is_deducted(state: State, side: int) -> bool:
    """Return whether the cards left in a side's hands count, 3s included."""
    rule = state.lookup.rulebook.hands_left.deducted
    if rule in (Deducted.BOTH_SIDES, Deducted.NOBODY):
        return rule is Deducted.BOTH_SIDES
    if state.ending is not Ending.GOING_OUT or state.went_out is None:
        return False
    return rule is Deducted.WHEN_GONE_OUT or state.went_out % 2 != side


def hand_points(
    lookup: Lookup,
    hands: dict[int, tuple[Card, ...]],
    exposed: tuple[Card, ...],
    canasta: bool,
    unreplaced: tuple[bool, ...],
) -> HandPoints:
    """Points of the cards left in a side's hands, by seat, and of its exposed red 3s.

    `canasta` is true if the side has one; without it, each exposed red 3 costs points (tranca Art. 19). If
    `threes.red_kept` says so, a red 3 left in a hand makes them cost points too. `unreplaced` has True for each seat
    whose red 3s in hand are ordinary cards (tranca Art. 8).
    """
    threes = lookup.rulebook.threes
    blacks = rest = kept = 0
    for seat, cards in hands.items():
        for card in cards:
            if card in BLACK_THREES and threes.black_charge:
                blacks -= threes.black_charge
            elif card in RED_THREES and threes.red_exposed and not unreplaced[seat]:
                kept += 1
            elif card != UNKNOWN:
                rest -= lookup.values[card]
    won = canasta and not (kept and threes.red_kept is RedKept.ALL_OF_THE_SIDE)
    reds = threes.red_bonus * ((len(exposed) if won else -len(exposed)) - kept)
    hidden = sum(cards.count(UNKNOWN) for cards in hands.values())
    if hidden and len(set(lookup.values)) == 1 and not threes.black_charge and not threes.red_exposed:
        return HandPoints(reds, blacks, rest - hidden * lookup.values[0])
    if hidden:
        return HandPoints(None if threes.red_exposed else reds, None if threes.black_charge else blacks, None)
    return HandPoints(reds, blacks, rest)


def component_article(component: str, rulebook: Rulebook) -> str:
    """The article of a component's points; several, with commas, if the values of cards come from several articles."""
    if component == "melded":
        return ", ".join(dict.fromkeys(rulebook.article(key) for key in _CARD_VALUES))
    if component == "royal" and not rulebook.canastas.royal:
        return rulebook.article("canastas.thirteen")
    if component == "morto" and not rulebook.morto.not_taken and rulebook.morto.taken:
        return rulebook.article("morto.taken")
    return rulebook.article(COMPONENT_TOPICS[component])


def component_applies(component: str, rulebook: Rulebook) -> bool:
    """Return whether a rulebook has this component."""
    rules = rulebook.morto
    known = {
        "royal": bool(rulebook.canastas.royal or rulebook.canastas.thirteen),
        "red_threes": rulebook.threes.red_exposed,
        "black_threes": bool(rulebook.threes.black_charge),
        "morto": bool(rules.taken or rules.not_taken or rules.unplayed is not Unplayed.CARDS),
        "in_hand": rulebook.hands_left.deducted is not Deducted.NOBODY,
    }
    return known.get(component, True)
