"""Names as people read them: one spelling for what looks the same, and nothing that can't be seen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from canastra.errors import InputError

MISTAKABLE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"})
"""Alphabets that share letters of the same look. A word that mixes two of them imitates another word.

This follows Unicode's report 39, section 5. A word in one alphabet that imitates another ("Апа", all Cyrillic) isn't
refused: that would refuse real names. The character's name in the standard library begins with its alphabet; a table of
all look-alikes would be a dependency with a copy of Unicode's data, for hardly more.
"""
_OVERRIDES = "\u202d\u202e"
"""Characters that reverse the direction of text, and so disguise a name."""
_JOINER = "\u200d"
"""The joiner makes one emoji of several."""
_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
"""Phones put one of these after an emoji. It selects a presentation and is left out."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U0001d159"
    "\U000e0100-\U000e01ef]"
)
"""Invisible characters that `str.isprintable` accepts."""
_MARKS = 3
"""The most accents on one letter. More would overlap the neighbouring lines."""
_SHOWN = 40
"""Characters of a text that an error repeats."""


def tidy_text(text: str) -> str:
    """A text in one line and NFC, with one space between words, without characters that are not seen and mean nothing.

    >>> tidy_text(" Ana\\u00a0 e Jose\\u0301\\u200b ")
    'Ana e José'
    """
    plain = _PRESENTATION.sub("", text)
    kept = (
        char
        for at, char in enumerate(plain)
        if unicodedata.category(char) != "Cf" or char in _OVERRIDES or _joins(plain, at)
    )
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def check_seen(text: str) -> None:
    """Raise `InputError` for a character that can't be seen, or more accents on a letter than fit on its line."""
    sign = unseen_sign(text)
    if sign:
        raise InputError("text_unseen", text=text[:_SHOWN], sign=f"U+{ord(sign):04X}")
    if overloaded(text):
        raise InputError("text_accents", text=text[:_SHOWN])


def check_name(name: str, most: int) -> None:
    """Raise `InputError` for a name that is untidy, empty, too long, invisible or mixes alphabets."""
    if not name:
        raise InputError("name_missing")
    check_seen(name)
    if name != tidy_text(name):
        raise InputError("name_untidy", text=name[:_SHOWN])
    if len(name) > most:
        raise InputError("name_long", text=name[:_SHOWN], count=len(name), most=most)
    mixed = next((word for word in name.split() if len(alphabets(word) & MISTAKABLE) > 1), "")
    if mixed:
        raise InputError("name_mixed", text=mixed[:_SHOWN])


def unseen_sign(text: str) -> str:
    """Return the first invisible character of a text, or an empty string."""
    found = (
        char for at, char in enumerate(text) if not (char.isprintable() or _joins(text, at)) or _UNSEEN.match(char)
    )
    return next(found, "")


def overloaded(text: str) -> bool:
    """Return whether a text begins with an accent, or has more than three on one letter."""
    kinds = "".join(unicodedata.category(char)[0] for char in text)
    return kinds.startswith("M") or "M" * (_MARKS + 1) in kinds


def without_presentation(text: str) -> str:
    """A text without the characters that select how emoji are drawn."""
    return _PRESENTATION.sub("", text)


def alphabets(text: str) -> set[str]:
    """The alphabets of the letters of a text, also of those of another width or style."""
    letters = (char for char in unicodedata.normalize("NFKC", text) if char.isalpha())
    return {unicodedata.name(char, "").partition(" ")[0] for char in letters}


@lru_cache(4096)
def same_name(text: str) -> str:
    """A name as names are compared: without case, spelling of accents, width, and needless spaces.

    >>> same_name("ANA  E JOSE\\u0301") == same_name("Ana e José")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy_text(text)).casefold())


def without_accents(text: str) -> str:
    """Return a name as `same_name` does, but without accents. It is for searches: different names can become equal."""
    return "".join(char for char in unicodedata.normalize("NFKD", same_name(text)) if not unicodedata.combining(char))


def joint_name(players: Sequence[str], most: int, between: str = " / ") -> str:
    """Return a side's name made of its players' names; where it is too long, of first and last names, then of first.

    >>> joint_name(("Ana Maria de Souza", "Rui Lima"), 24)
    'Ana Souza / Rui Lima'
    """
    words = [player.split() for player in players]
    shorter = (
        [f"{parts[0]} {parts[-1]}" if len(parts) > 1 else parts[0] for parts in words],
        [parts[0] for parts in words],
    )
    for names in (players, *shorter):
        if len(joint := between.join(names)) <= most:
            return joint
    return joint[: most - 1].rstrip() + "…"


def _joins(text: str, at: int) -> bool:
    """Return whether the character there joins two emoji."""
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return (
        text[at] == _JOINER
        and len(around) == 2
        and all(unicodedata.category(character) in ("So", "Sk") for character in around)
    )
