"""The knowledge of a seat, as numbers of one shape: made from a `View`, so that it can't contain anything hidden.

Seats count from the one that sees, sides likewise: its own first. Cards are counts in the order of
`canastra.cards.CARDS`, 0 to 2. `canastra.environments.lanes` writes the same from the kernel's record; a test compares
the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from canastra.cards import CARDS, Card
from canastra.engine import Phase, View
from canastra.engine.melds import Meld
from canastra.kernel.play.layout import MELDS
from canastra.rulebooks import Rulebook

KINDS: Final = len(CARDS)
PHASES: Final = tuple(Phase)
MELD_WIDTH: Final = 12
"""Numbers that describe a meld: see `meld_row`."""
MINIMUM_NOT_KNOWN: Final = -1


def meld_row(meld: Meld) -> list[int]:
    """A meld as 12 numbers.

    1 for a sequence or 2 for a group; its suit or rank; position of the lowest card (0 in a group); cards; place of the
    wild from 1 (0 for none); the wild's suit from 1; 1 for a canasta, and 1 for a clean one; naturals by suit.
    """
    wild = meld.cards[meld.wild].suit + 1 if meld.has_wild else 0
    naturals = [card for at, card in enumerate(meld.cards) if at != meld.wild]
    return [
        2 if meld.is_group else 1,
        meld.rank if meld.is_group else meld.suit,
        meld.low,
        len(meld.cards),
        meld.wild + 1,
        wild,
        int(meld.is_canasta),
        int(meld.is_clean),
        *(sum(card.suit == suit for card in naturals) for suit in range(4)),
    ]


class Observations:
    """The observations of a rulebook: vectors of `size` whole numbers (int16).

    >>> from canastra.rulebooks import official
    >>> found = Observations(official("canastra-duelo"))
    >>> found.size, found.fields["hand"], found.fields["hand_sizes"]
    (1312, slice(0, 52, None), slice(1292, 1294, None))
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.players = rulebook.table.players
        self.fields: dict[str, slice] = {}
        """The slice of each part, by name, in order."""
        at = 0
        for name, length in _lengths(self.players).items():
            self.fields[name] = slice(at, at + length)
            at += length
        self.size = at

    def encode(self, view: View) -> Any:
        """A view as a vector (int16, `size`)."""
        parts = _parts(view)
        found = np.zeros(self.size, np.int16)
        for name, place in self.fields.items():
            found[place] = parts[name]
        return found


def _lengths(players: int) -> dict[str, int]:
    cards = ("hand", "pile", "top", "first", "barred", "laid_own", "laid_theirs")
    seats = ("to_act", "dealer", "hand_sizes", "waiting_morto")
    numbers = ("turn", "pile_size", "stock_size", "mortos", "points_laid", "cards_laid", "cards_taken")
    return {
        **dict.fromkeys(cards, KINDS),
        "known": players * KINDS,
        "melds_own": MELDS * MELD_WIDTH,
        "melds_theirs": MELDS * MELD_WIDTH,
        "phase": len(PHASES),
        **dict.fromkeys(seats, players),
        **dict.fromkeys(("has_morto", "red_threes", "minimum"), 2),
        **dict.fromkeys((*numbers, "refused", "withdrawn", "quiet"), 1),
    }


def _parts(view: View) -> dict[str, Any]:
    players = len(view.hand_sizes)
    seats = [(view.seat + turn) % players for turn in range(players)]
    sides = [view.seat % 2, 1 - view.seat % 2]
    laid = [_laid(view, side) for side in sides]
    turn_summary = view.turn_summary
    return {
        "hand": _counts(view.hand),
        "known": np.concatenate([_counts(view.known[seat]) for seat in seats]),
        "pile": _counts(view.pile),
        "top": _counts(view.pile[-1:] if view.due is None else (view.due,)),
        "first": _counts(() if view.first is None else (view.first,)),
        "barred": _counts(() if turn_summary.barred is None else (turn_summary.barred,)),
        "laid_own": laid[0],
        "laid_theirs": laid[1],
        "melds_own": _rows(view.melds[sides[0]]),
        "melds_theirs": _rows(view.melds[sides[1]]),
        "phase": [view.phase is phase for phase in PHASES],
        "to_act": [seat == view.to_act for seat in seats],
        "dealer": [seat == view.dealer for seat in seats],
        "hand_sizes": [view.hand_sizes[seat] for seat in seats],
        "waiting_morto": [view.waiting_morto[seat] for seat in seats],
        "has_morto": [view.has_morto[side] for side in sides],
        "red_threes": [len(view.red_threes[side]) for side in sides],
        "minimum": [_minimum(view.minimum[side]) for side in sides],
        "turn": view.turn,
        "pile_size": view.pile_size,
        "stock_size": view.stock_size,
        "mortos": len(view.morto_sizes),
        "points_laid": view.points_laid,
        "cards_laid": turn_summary.laid,
        "cards_taken": turn_summary.taken,
        "refused": turn_summary.refused,
        "withdrawn": turn_summary.withdrawn,
        "quiet": view.idle_turns,
    }


def _counts(cards: Iterable[Card]) -> Any:
    return np.bincount(np.fromiter(cards, np.int64), minlength=KINDS)


def _laid(view: View, side: int) -> Any:
    """All cards that lie before a side: its melds and its red 3s."""
    melded = [card for meld in view.melds[side] for card in meld.cards]
    return _counts((*melded, *view.red_threes[side]))


def _rows(melds: tuple[Meld, ...]) -> Any:
    found = np.zeros((MELDS, MELD_WIDTH), np.int16)
    for at, meld in enumerate(melds):
        found[at] = meld_row(meld)
    return found.ravel()


def _minimum(points: int | None) -> int:
    return MINIMUM_NOT_KNOWN if points is None else points
