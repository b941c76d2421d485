"""Words for people: every message by its code, Portuguese first, English second.

The catalogues are ``pt.toml`` and ``en.toml`` beside this file; a test holds them to the same keys and figures.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

LANGUAGES = ("pt", "en")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All messages of a language, ``table.key`` flattened to ``key`` (keys are unique across tables)."""
    data = tomllib.loads(files(__package__).joinpath(f"{language}.toml").read_text("utf-8"))
    return {key: words for table in data.values() for key, words in table.items()}


def text(code: str, language: str, **figures: str | int) -> str:
    """The message of a code with its figures filled in, cards and points as people write them.

    The figure `why` is the code of another message, which has the same figures.
    """
    if "why" in figures:
        figures["why"] = text(str(figures.pop("why")), language, **figures)
    shown = {name: _shown(name, value, language) for name, value in figures.items()}
    return catalogue(language)[code].format(**shown)


def _shown(name: str, value: str | int, language: str) -> str | int:
    """A figure as a message shows it."""
    if name in _POINT_FIGURES and isinstance(value, int):
        return number_text(value, language)
    return for_people(str(value)) if name in _CARD_FIGURES else value


def number_text(value: int, language: str) -> str:
    """A whole number as people write it, with a true minus.

    >>> number_text(3450, "pt"), number_text(-12000, "en")
    ('3.450', '−12,000')
    """
    return f"{value:,}".replace(",", "." if language == "pt" else ",").replace("-", "\N{MINUS SIGN}")


def signed_text(value: int, language: str) -> str:
    """As `number_text`, with a plus for a positive number.

    >>> signed_text(1250, "pt"), signed_text(0, "pt"), signed_text(-50, "en")
    ('+1.250', '0', '−50')
    """
    return f"+{number_text(value, language)}" if value > 0 else number_text(value, language)


_POINT_FIGURES = {"points", "minimum", "target", "one", "two", "others", "now", "lowest", "highest"}
"""Figures that are points if they are numbers.

Ports and seeds, which are written without separators, have other names.
"""
_CARD_FIGURES = {"card", "cards", "meld", "top", "due"}
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def for_people(cards: str) -> str:
    """Cards in notation as screens show them; anything else in the text stays.

    >>> for_people("9H TH 2S")
    '9♥ 10♥ 2♠'
    """
    return " ".join(map(_symbol, cards.split(" ")))


def _symbol(card: str) -> str:
    if len(card) != 2 or card[1] not in _SYMBOLS:
        return card
    return card[0].replace("T", "10") + _SYMBOLS[card[1]]
