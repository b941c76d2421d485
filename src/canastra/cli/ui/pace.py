"""The pace at which a terminal shows bots' actions: the same four paces and pauses as the page (docs/web.md, Pace).

A pause depends on public facts of the table and on a random number only: no hand, no legal actions, no search. Its twin
for the page is `web/src/live/pauses.ts`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from canastra.errors import InputError
from canastra.protocol.state import PlayState


class Pace(StrEnum):
    """How long each action of a bot is seen before the next one."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    NONE = "none"


class PublicFacts(NamedTuple):
    """All that a pause may depend on: the kind of action that comes next, cards of the pile, melds of both sides."""

    kind: str
    pile: int
    melds: int


_AVERAGE: Final = {
    "draw": (220, 10, 12),
    "take": (400, 25, 16),
    "meld": (260, 0, 0),
    "lay": (180, 0, 0),
    "discard": (260, 20, 8),
}
"""Mean milliseconds, further ones for each card of the pile or each meld, and the most cards or melds that count."""
_OTHER: Final = (220, 0, 0)
_SHORTEST: Final = 0.7
_LONGEST: Final = 1.6
_SEEN: Final = {"meld": 500, "take": 900}
_ACTION: Final = 250
"""Milliseconds for which an action is seen before the next one's pause begins."""
_PARTS: Final = {Pace.SLOW: 1.6, Pace.NORMAL: 1.0, Pace.FAST: 0.4, Pace.NONE: 0.0}
_WORDS: Final = {
    Pace.SLOW: "slow lento devagar",
    Pace.NORMAL: "normal",
    Pace.FAST: "fast rápido rapido",
    Pace.NONE: "none nenhum sem",
}
_NAMED: Final = {word: pace for pace, words in _WORDS.items() for word in words.split()}


def public_facts(action: str, play: PlayState) -> PublicFacts:
    """The facts before an action in notation, out of a state that may hold more."""
    return PublicFacts(action.partition(" ")[0], play["pile_size"], sum(map(len, play["melds"])))


def bot_pause(facts: PublicFacts, number: float) -> int:
    """Milliseconds at the normal pace; `number` is from 0 to 1. Most pauses are short, a few are long.

    >>> bot_pause(PublicFacts("draw", 4, 2), 0.5), bot_pause(PublicFacts("take", 12, 2), 0.5)
    (241, 648)
    """
    base, each, most = _AVERAGE.get(facts.kind, _OTHER)
    seen = min(facts.melds if facts.kind == "discard" else facts.pile, most)
    return int((base + each * seen) * (_SHORTEST + (_LONGEST - _SHORTEST) * number**2) + 0.5)


class Pauses:
    """When the next action of a bot may be shown, counted from what was shown last: thinking is part of the pause."""

    def __init__(self, random: Callable[[], float] | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """`random` draws numbers from 0 to 1; `now` tells the time in seconds."""
        self._random, self._now = random or Random().random, now
        self._until = 0.0

    def shown(self, action: str, pace: Pace) -> None:
        """Note that an action, in notation, or a deal is seen from now on."""
        self._until = self._now() + _PARTS[pace] * _SEEN.get(action.partition(" ")[0], _ACTION) / 1000

    def before(self, facts: PublicFacts, pace: Pace) -> float:
        """Seconds to wait before a bot's action is shown; 0.0 where the time has passed already."""
        pause = _PARTS[pace] * bot_pause(facts, self._random()) / 1000
        return max(0.0, self._until + pause - self._now())


def named_pace(word: str) -> Pace:
    """The pace that a word means, in Portuguese or English. Raises `InputError` for any other word.

    >>> named_pace("rápido")
    <Pace.FAST: 'fast'>
    """
    found = _NAMED.get(word.lower())
    if found is None:
        raise InputError("input_form_pace")
    return found
