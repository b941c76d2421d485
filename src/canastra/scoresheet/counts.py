"""The answers of a finished deal on the form: the link between real cards, played deals and counts."""

from __future__ import annotations

from collections import Counter

from canastra.cards import BLACK_THREES, RED_THREES
from canastra.engine import Canasta, State
from canastra.engine.hands import cards_of
from canastra.engine.melds.canasta import canasta_of
from canastra.rulebooks.schema import Unplayed
from canastra.scoresheet.form import Counts
from canastra.scoresheet.form_fields import (
    BLACK,
    MORTO,
    MORTO_OPTIONS,
    OUT,
    RED_EXPOSED,
    RED_KEPT,
    RED_UNREPLACED,
    class_of,
    form_of,
)


def counts_of(state: State, side: int) -> Counts:
    """A side's answers after a deal that is over, all its cards known; fields of 0 are left out."""
    rulebook = state.lookup.rulebook
    found: Counter[str] = Counter()
    for meld in state.melds[side]:
        found.update(f"laid{class_of(rulebook, card).suffix}" for card in meld.cards)
        kind = canasta_of(meld, rulebook.canastas)
        found[str(kind)] += kind is not Canasta.NONE
    found[OUT] += state.went_out is not None and state.went_out % 2 == side
    found[MORTO] = _morto(state, side)
    found[RED_EXPOSED] = len(state.red_threes[side])
    for seat in range(side, len(state.hands), 2):
        found.update(_in_hand(state, seat))
    known = {field.id for field in form_of(rulebook).fields}
    return {name: int(many) for name, many in found.items() if many and name in known}


def _morto(state: State, side: int) -> int:
    if not state.has_morto[side]:
        return MORTO_OPTIONS.index("not_taken")
    return MORTO_OPTIONS.index("unplayed" if _is_charged(state, side) else "taken")


def _is_charged(state: State, side: int) -> bool:
    """Return whether the side never played from its morto and the other side went out (tranca Art. 12)."""
    rules = state.lookup.rulebook.morto
    gone = state.went_out is not None and state.went_out % 2 != side
    return gone and rules.unplayed is not Unplayed.CARDS and any(state.unplayed[side::2])


def _in_hand(state: State, seat: int) -> Counter[str]:
    rulebook = state.lookup.rulebook
    if rulebook.morto.unplayed is Unplayed.CHARGE and state.unplayed[seat] and _is_charged(state, seat % 2):
        return Counter()  # its eleven cards are not counted
    found: Counter[str] = Counter()
    for card in cards_of(state.hands[seat]):
        if card in BLACK_THREES and rulebook.threes.black_charge:
            found[BLACK] += 1
        elif card in RED_THREES and rulebook.threes.red_exposed:
            found[RED_UNREPLACED if state.unreplaced[seat] else RED_KEPT] += 1
        else:
            found[f"hand{class_of(rulebook, card).suffix}"] += 1
    return found
