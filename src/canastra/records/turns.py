"""The text of turns: one line a turn, `SEAT: ACTION, ACTION, …` (docs/notation.md, Turns)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from canastra.cards import UNKNOWN, Card
from canastra.engine.actions import Action, Draw, malformed, parse_action
from canastra.errors import ActionError, CardError


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A draw from the stock, with its card; ``??`` if the reader may not know it."""

    card: Card

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class Red:
    """By rule: a red 3 is exposed, and replaced by `replacement`; None once the stock has run out."""

    card: Card
    replacement: Card | None

    def __str__(self) -> str:
        return f"red {self.card}" if self.replacement is None else f"red {self.card} {self.replacement}"


@dataclass(frozen=True, slots=True)
class Morto:
    """By rule: the player whose hand is empty takes a morto."""

    def __str__(self) -> str:
        return "morto"


Entry = Action | DrawCard | Red | Morto
"""One entry of a record: an action, or a step that follows by rule."""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One line: the seat as written, its entries, the comment without its mark."""

    seat: int
    entries: tuple[Entry, ...]
    comment: str | None = None
    line: int | None = field(default=None, compare=False)
    """The line of the file; None if it was not read from a file."""

    def __str__(self) -> str:
        line = f"{self.seat}: {', '.join(map(str, self.entries))}"
        return line if self.comment is None else f"{line} # {self.comment}"


_SEAT = re.compile(r"(0|[1-9][0-9]{0,3}): ", re.ASCII)


def parse_turns(text: str) -> tuple[TurnLine, ...]:
    """Read the value of ``turns``.

    Raises `ActionError`, whose figure `index` is the line from 0, if one is malformed.
    """
    if not text:
        return ()
    lines = text.removesuffix("\n").split("\n")
    found = []
    for index, line in enumerate(lines):
        try:
            found.append(parse_turn(line))
        except ActionError as error:
            raise ActionError(error.code, **error.figures | {"index": index}) from error
    return tuple(found)


def parse_turn(line: str) -> TurnLine:
    """Read one line. Raises `ActionError` if it is malformed."""
    if not line.strip():
        raise ActionError("turn_blank")
    if line != line.rstrip():
        raise ActionError("turn_trailing_blank")
    played, mark, comment = line.partition(" # ")
    seat = _SEAT.match(played)
    if not seat:
        raise ActionError("turn_only_comment" if played.startswith("#") else "turn_without_seat", text=line[:40])
    words = played[seat.end() :].split(", ")
    return TurnLine(int(seat[1]), tuple(map(parse_entry, words)), comment if mark else None)


@lru_cache(maxsize=1024)  # A live table reads each entry for itself and for every seat that may see it.
def parse_entry(text: str) -> Entry:
    """Read one entry of a line. Raises `ActionError` if it is malformed."""
    verb, _, rest = text.partition(" ")
    try:
        if verb == "draw":
            return DrawCard(Card.parse(rest))
        if verb == "red":
            return _parse_red(rest)
    except CardError as error:
        raise malformed(text, "draw 9C" if verb == "draw" else "red 3H 5C", parse_entry) from error
    if text == "morto":
        return Morto()
    action = parse_action(text)
    cards = getattr(action, "cards", None) or (getattr(action, "card", None),)
    if UNKNOWN in cards or isinstance(action, Draw):
        raise ActionError("unknown_card_played", text=text[:60])
    return action


def _parse_red(rest: str) -> Red:
    card, space, replacement = rest.partition(" ")
    shown = Card.parse(card)
    if shown == UNKNOWN:
        raise CardError("card_malformed", text=card)
    return Red(shown, Card.parse(replacement) if space else None)
