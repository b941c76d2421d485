"""Positions that several articles of buraco start from."""

from __future__ import annotations

from typing import Any

from canastra.cards import TWO_PACKS, Card, cards_text, parse_cards
from canastra.engine import Phase, Score, deal_out
from canastra.engine.melds import Meld
from canastra.rulebooks import official
from tests.drawing import Game, table

BURACO = official("buraco")
CLEAN = "4C 5C 6C 7C 8C 9C TC"
DIRTY = "4H 5H 6H 2S 8H 9H TH"
SIX = "4S 5S 6S 7S 8S 9S"
FIRST_MORTO = "AS AH AD AC 3S 3H 3D 3S 3H 3D 3C"
SECOND_MORTO = "2S 2H 2D 2C 2H 2D 2C AS AH AD AC"
"""Mortos of low cards: seats without given cards hold high ones."""


def mortos(*texts: str) -> tuple[tuple[Card, ...], ...]:
    """The mortos that are left, for `table`."""
    return tuple(parse_cards(text) for text in texts)


def playing(hand: str, ours: list[str] | None = None, **more: Any) -> Game:
    """Seat 0 after its draw."""
    return table("buraco", hand, ours, phase=Phase.PLAY, **more)


def to_finish(hand: str, ours: list[str] | None = None, **more: Any) -> Game:
    """Seat 0 after its draw, its side's morto taken and the other one still there."""
    fields: dict[str, Any] = {"has_morto": (True, False), "mortos": mortos(SECOND_MORTO)}
    return playing(hand, ours, **(fields | more))


def exhausted(hand: str, ours: list[str] | None = None, pile: str = "9D 9C", **more: Any) -> Game:
    """Seat 0 to act with stock and mortos used up."""
    fields: dict[str, Any] = {"stock": (), "mortos": ()}
    return table("buraco", hand, ours, pile=pile, **(fields | more))


def ended(
    ours: list[str] | None = None,
    theirs: list[str] | None = None,
    hands: tuple[str, str, str, str] = ("KD", "QD", "KC", "QC"),
    has_morto: tuple[bool, bool] = (True, True),
) -> Game:
    """A deal that ended with the stock; two cards are left in the hands of each side unless others are given."""
    others = dict(enumerate(hands))
    return exhausted(others.pop(0), ours, theirs=theirs, hands=others, has_morto=has_morto).play("pass")


def stock_of(game: Game) -> str:
    """The stock in drawing order."""
    return cards_text(game.state.stock)


def meld_of(game: Game, number: int = 1) -> Meld:
    """A meld of side 0."""
    return game.state.melds[0][number - 1]


def points(total: int) -> Score:
    """A deal's score with this total."""
    return Score(total, 0, 0, 0, 0, 0, 0, 0, 0)


def record_text(players: tuple[str, ...] = ("Ana", "Bruno", "Clara", "Davi"), more: str = "", turns: str = "") -> str:
    """A record of one deal; seat 0 opens, and each seat holds every fourth card of a sorted pack."""
    piles = deal_out(TWO_PACKS, 4, dealer=3)
    hands, reserved = ([cards_text(cards) for cards in lists] for lists in (piles.hands, piles.mortos))
    return (
        f'format = "canastra/1"\nrulebook = "buraco"\nrevision = 1\nplayers = {list(players)}\nscore = [0, 0]\n{more}'
        f"\n[[deals]]\ndealer = 3\nhands = {hands}\nmortos = {reserved}\nstock = '{cards_text(piles.stock)}'\n"
        f"turns = '''\n{turns}'''\n"
    )
