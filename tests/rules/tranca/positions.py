"""Positions that several of tranca's articles are tested on."""

from __future__ import annotations

from collections.abc import Sequence

from canastra.cards import parse_cards
from canastra.engine import Piles, Score
from canastra.engine.hands import cards_of
from canastra.records import DealRecord, Record
from canastra.records.turns import parse_turns
from canastra.rulebooks import official
from tests.drawing import Game, deal, table

SIX = "5H 6H 7H 8H 9H TH"
CLEAN = f"{SIX} JH"
DIRTY = f"{SIX} 2S"
MORTO = "6S 7S 8S 6D 7D 8D 6C 7C 8C JD JC"
OTHERS = {1: "9S QS", 2: "9D QD", 3: "9C QC"}
"""Two plain cards in each of the other hands: 20 points to deduct for each."""


def late(
    hand: str,
    ours: Sequence[str] = (),
    theirs: Sequence[str] = (),
    stock: str = "TS TD TC TS TD TC",
    taken: tuple[bool, bool] = (False, False),
    **more: object,
) -> Game:
    """Seat 0 to draw, in a deal whose stock is known; `taken`: which sides have their morto, `morto`: the next one."""
    others = more.pop("hands", {})
    assert isinstance(others, dict)
    mortos = [parse_cards(str(more.pop("morto", MORTO))), parse_cards(MORTO)]
    drawn: dict[str, object] = {
        "stock": parse_cards(stock),
        "has_morto": taken,
        "mortos": tuple(mortos[: 2 - sum(taken)]),
        "hands": OTHERS | others,
    }
    return table("tranca", hand, list(ours), list(theirs), **(drawn | more))  # type: ignore[arg-type]


def last_card(hand: str, ours: Sequence[str] = (), theirs: Sequence[str] = (), **more: object) -> Game:
    """A deal that seat 0 has ended by drawing the last card of the stock, TS, and discarding it."""
    game = late(hand, ours, theirs, "TS", **more)  # type: ignore[arg-type]
    return game.play("draw TS, discard TS")


def points(**parts: int) -> Score:
    """A score whose other components are 0."""
    return Score(**(dict.fromkeys(Score._fields, 0) | parts))


def record(turns: str, stock: str = "", **about: object) -> Record:
    """A record of one deal, dealt by seat 3, without red 3s to expose."""
    state = deal("tranca", stock=stock).state
    one, two = state.mortos
    dealt = DealRecord(3, Piles(tuple(map(cards_of, state.hands)), (one, two), state.stock), parse_turns(turns))
    return Record(official("tranca"), ("Ana", "Bruno", "Clara", "Davi"), deals=(dealt,), **about)  # type: ignore[arg-type]
