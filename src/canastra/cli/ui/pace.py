"""How fast a terminal shows what bots do: the same four paces as the page has (docs/web.md, Pace)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from canastra.errors import InputError


class Pace(StrEnum):
    """How long each action of a bot is seen before the next one."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    NONE = "none"


_SECONDS: Final = {
    "action": {Pace.SLOW: 1.0, Pace.NORMAL: 0.6, Pace.FAST: 0.25},
    "meld": {Pace.SLOW: 1.3, Pace.NORMAL: 0.8, Pace.FAST: 0.35},
    "take": {Pace.SLOW: 1.8, Pace.NORMAL: 1.2, Pace.FAST: 0.5},
}
_WORDS: Final = {
    Pace.SLOW: "slow lento devagar",
    Pace.NORMAL: "normal",
    Pace.FAST: "fast rápido rapido",
    Pace.NONE: "none nenhum sem",
}
_NAMED: Final = {word: pace for pace, words in _WORDS.items() for word in words.split()}


def rest_after(action: str, pace: Pace) -> float:
    """Seconds in which an action, in notation, is to be seen.

    >>> rest_after("take", Pace.NORMAL), rest_after("draw", Pace.NONE)
    (1.2, 0.0)
    """
    kind = action.partition(" ")[0]
    return _SECONDS.get(kind, _SECONDS["action"]).get(pace, 0.0)


def named_pace(word: str) -> Pace:
    """The pace that a word means, in Portuguese or English. Raises `InputError` for any other word.

    >>> named_pace("rápido")
    <Pace.FAST: 'fast'>
    """
    found = _NAMED.get(word.lower())
    if found is None:
        raise InputError("input_form_pace")
    return found
