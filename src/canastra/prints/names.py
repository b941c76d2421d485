"""Names and other words in printable form: visible, in the fonts' characters, short enough.

Names come from forms and files. Invisible characters, and characters that change the text's direction, are left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LONGEST = 2000
"""Characters of a text that are processed; a longer one ends in an ellipsis."""
MOST_MARKS = 2
"""Accents on one letter; Vietnamese has two."""
ELLIPSIS = "…"
_PARTICLES = {"da", "das", "de", "del", "di", "do", "dos", "du", "e", "la", "van", "von", "y"}
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKS = {"Mn", "Mc", "Me"}


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """A side in printed form: its own name, its people, or both; `number` is the one drawn at the technical meeting.

    A name that contains its people, such as "Ana e Rui", stands alone: they are not listed again.
    """

    name: str = ""
    people: tuple[str, ...] = ()
    number: int | None = None

    def label(self, level: int = 0) -> str:
        """The side in one line; at higher levels the names of its people are shorter (`shortened`)."""
        people = " / ".join(shortened(person, level) for person in self.people)
        if not self.name:
            return people
        if self.people and all(person in self.name for person in self.people):
            name = self.name
            for person in sorted(self.people, key=len, reverse=True):
                name = name.replace(person, shortened(person, level))
            return name
        return f"{self.name} ({people})" if people and level == 0 else self.name

    def forms(self) -> tuple[str, ...]:
        """The side at each level."""
        return tuple(map(self.label, range(LEVELS)))

    def labels(self, level: int = 0) -> Iterator[str]:
        """The side in one line from a level on, longest form first, each shorter than the one before."""
        return _shrinking(map(self.label, range(level, LEVELS)))


LEVELS = 4
"""The number of forms that `shortened` knows; the first is the whole name."""


def shortened(name: str, level: int) -> str:
    """A person's name at a level: whole, with initials in the middle, first and last, or first only.

    >>> [shortened("Maria Aparecida dos Santos Gonçalves", level) for level in range(LEVELS)]
    ['Maria Aparecida dos Santos Gonçalves', 'Maria A. dos S. Gonçalves', 'Maria Gonçalves', 'Maria']
    """
    words = name.split()
    if level == 0 or len(words) < 2:
        return name
    if level == 1:
        middle = [word if word.lower() in _PARTICLES else f"{_graphemes(word)[0]}." for word in words[1:-1]]
        return " ".join([words[0], *middle, words[-1]])
    return f"{words[0]} {words[-1]}" if level == 2 else words[0]


def person_forms(name: str, levels: int = LEVELS - 1, first: int = 0) -> Iterator[str]:
    """A person's name from a level on, longest form first, each shorter than the one before, as in `shortened`."""
    return _shrinking(shortened(name, level) for level in range(first, levels))


def _shrinking(forms: Iterator[str]) -> Iterator[str]:
    shortest = None
    for form in forms:
        if shortest is None or len(form) < shortest:
            shortest = len(form)
            yield form


def clean_words(words: str, has: Callable[[int], bool], missing: str) -> str:
    """Words in one line, without control and direction characters; characters missing in the fonts are replaced.

    >>> clean_words("Ana\\u202e\\n da  Silva\\x00", lambda code: True, "□")
    'Ana da Silva'
    """
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", words[:LONGEST]):
        category = unicodedata.category(character)
        if character in "\t\n\r" or category.startswith("Z"):
            shown.append(" ")
        elif category in _MARKS:
            marks += 1
            if marks <= MOST_MARKS and has(ord(character)):
                shown.append(character)
            continue
        elif category not in _INVISIBLE:
            shown.append(character if has(ord(character)) else missing)
        marks = 0
    return " ".join("".join(shown).split()) + (ELLIPSIS if len(words) > LONGEST else "")


def ellipsized(words: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning that fits with an ellipsis behind it; no letter loses its accents.

    >>> ellipsized("Aparecida", lambda text: len(text) <= 5)
    'Apar…'
    """
    letters = _graphemes(words)
    low, high = 0, len(letters)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_ended(letters[:middle])) else (low, middle - 1)
    return _ended(letters[:low])


def word_parts(word: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """A word that is wider than its line, in parts that fit; each has one letter at least."""
    part = ""
    for letter in _graphemes(word):
        if part and not fits(part + letter):
            yield part
            part = ""
        part += letter
    yield part


def _ended(letters: list[str]) -> str:
    return "".join(letters).rstrip() + ELLIPSIS


def _graphemes(words: str) -> list[str]:
    """The letters of a text, each with its accents."""
    found: list[str] = []
    for character in words:
        if found and unicodedata.category(character) in _MARKS:
            found[-1] += character
        else:
            found.append(character)
    return found
