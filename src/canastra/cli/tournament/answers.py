"""Parses typed answers to the questions of the regulations, and shows values as answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from canastra.cli.language import Language
from canastra.errors import InputError
from canastra.messages import LANGUAGES, catalogue, text
from canastra.tournament.regulations import Criterion
from canastra.tournament.standings import criterion_name

Values = list[Any]
"""One value for each key of a question."""
NOTHING = "-"
"""Stands for an empty list."""


class AnswerForm(Protocol):
    """The way in which the values of a question are typed and shown."""

    def options(self, language: Language) -> Sequence[str]:
        """The choices, in the order of their numbers."""

    def read(self, typed: str) -> Values:
        """Parse an answer. Raises `InputError` if it is invalid."""

    def shown(self, values: Values, language: Language) -> str:
        """Values as they would be typed, or in words."""


@dataclass(frozen=True, slots=True)
class FreeText:
    """A line of text."""

    def options(self, language: Language) -> Sequence[str]:
        """No choices: any text is valid."""
        return ()

    def read(self, typed: str) -> Values:
        """The line itself."""
        return [typed]

    def shown(self, values: Values, language: Language) -> str:
        """The text."""
        return str(values[0])


@dataclass(frozen=True, slots=True)
class Numbers:
    """A fixed count of whole numbers; with `together` they are one value, a list."""

    count: int = 1
    together: bool = False

    def options(self, language: Language) -> Sequence[str]:
        """No choices: any number is valid."""
        return ()

    def read(self, typed: str) -> Values:
        """Parse the numbers, separated by spaces, commas or other characters. Raises `InputError` for a wrong count."""
        found = [int(digits) for digits in re.findall(r"-?\d{1,7}", typed.replace("−", "-"))]
        if len(found) != self.count or re.search(r"[^\W\d_]", typed):
            raise InputError("ask_numbers", count=self.count)
        return [found] if self.together else list(found)

    def shown(self, values: Values, language: Language) -> str:
        """The numbers with spaces between them."""
        return " ".join(map(str, values[0] if self.together else values))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values, typed as its number or in words; `code` is the prefix of the messages of the words."""

    code: str
    values: tuple[Any, ...]
    open: bool = False
    """True if other values may be typed too."""

    def options(self, language: Language) -> Sequence[str]:
        """The words of each value; a value without a message shows itself."""
        return [self._label(value, language) for value in self.values]

    def read(self, typed: str) -> Values:
        """The value, also by the beginning of its words. Raises `InputError` for an unknown one."""
        if re.fullmatch(r"[0-9]{1,4}", typed) and 0 < int(typed) <= len(self.values):
            return [self.values[int(typed) - 1]]
        typed_low = typed.casefold()
        begun = [value for value in self.values if any(words.startswith(typed_low) for words in self._words(value))]
        exact = [value for value in begun if str(value) == typed_low]
        if len(exact or begun) == 1:
            return exact or begun
        if not self.open:
            raise InputError("ask_choice", count=len(self.values))
        return [typed]

    def shown(self, values: Values, language: Language) -> str:
        """Its number and its words."""
        label = self._label(values[0], language)
        return f"{self.values.index(values[0]) + 1} {label}" if values[0] in self.values else label

    def _words(self, value: Any) -> list[str]:
        return [str(value), *(self._label(value, Language(language)).casefold() for language in LANGUAGES)]

    def _label(self, value: Any, language: Language) -> str:
        return catalogue(language).get(f"{self.code}_{value}", str(value))


YES_NO = Choice("ask_yes", (True, False))


@dataclass(frozen=True, slots=True)
class Chain:
    """Criteria in their order, by their numbers; lots come last by themselves."""

    def options(self, language: Language) -> Sequence[str]:
        """All criteria."""
        return [criterion_name(criterion.value, language) for criterion in Criterion]

    def read(self, typed: str) -> Values:
        """Parse the chain. Raises `InputError` for an invalid number."""
        known = list(Criterion)
        typed_numbers = re.split(r"[\s,;]+", typed.strip(" ,;"))
        if not all(re.fullmatch(r"\d{1,2}", number) and 0 < int(number) <= len(known) for number in typed_numbers):
            raise InputError("ask_chain", count=len(known))
        found = [known[int(number) - 1].value for number in typed_numbers]
        return [found if found[-1] == Criterion.LOT else [*found, Criterion.LOT.value]]

    def shown(self, values: Values, language: Language) -> str:
        """The numbers of the criteria, and their words."""
        known = [criterion.value for criterion in Criterion]
        numbers = " ".join(str(known.index(criterion) + 1) for criterion in values[0])
        return f"{numbers} ({', '.join(criterion_name(criterion, language) for criterion in values[0])})"


@dataclass(frozen=True, slots=True)
class Penalties:
    """The penalties that may be applied: name, points, article; one behind the other with semicolons."""

    def options(self, language: Language) -> Sequence[str]:
        """The syntax of a penalty."""
        return ()

    def read(self, typed: str) -> Values:
        """Parse the list. Raises `InputError` for an invalid penalty."""
        if typed == NOTHING:
            return [[]]
        found = [[part.strip() for part in award.split(",", 2)] for award in typed.split(";")]
        if not all(len(award) == 3 and all(award) and re.fullmatch(r"[-−]?\d{1,5}", award[1]) for award in found):
            raise InputError("ask_penalties_form")
        return [
            [
                {"id": name, "article": article, "points": int(points.replace("−", "-"))}
                for name, points, article in found
            ]
        ]

    def shown(self, values: Values, language: Language) -> str:
        """The list as it is typed."""
        listed = "; ".join(f"{award['id']}, {award['points']}, {award['article']}" for award in values[0])
        return listed or text("ask_none", language)
