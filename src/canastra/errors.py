"""The errors of the whole project.

::

    CanastraError
    ├── InputError          what was given is malformed; exit status 2
    │   ├── CardError         not a card
    │   ├── ActionError       not an action in notation
    │   ├── TomlError         a text that isn't TOML: which line, what is wrong
    │   ├── RulebookError     a rulebook file: which file, which key, what is allowed
    │   └── RecordError       a record: which line, what is wrong
    ├── RuleError           well formed, but against the rules; exit status 1
    └── InternalError       a fault of the project itself

Each carries a stable `code` for programs and the figures of its message; the words, in both languages, are in
`canastra.messages`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from canastra import messages

Figure = str | int


class CanastraError(Exception):
    """Base of all: `code` names the message, `figures` fill it."""

    def __init__(self, code: str, **figures: Figure) -> None:
        super().__init__(code, figures)
        self.code = code
        self.figures = figures

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return messages.text(self.code, language, **self.figures)

    def __str__(self) -> str:
        return self.message()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with its attributes: by default, unpickling would call its class without the values."""
        return _read_back, (type(self), self.args), self.__dict__


def _read_back(kind: type[CanastraError], arguments: tuple[object, ...]) -> CanastraError:
    """An error that comes from another process, before it has its attributes."""
    return kind.__new__(kind, *arguments)


class InputError(CanastraError):
    """Malformed input."""


class CardError(InputError):
    """Text that is not a card."""


class ActionError(InputError):
    """Text that is not an action."""


class TomlError(InputError):
    """A text that isn't TOML, at a `line` that counts from 1."""

    def __init__(self, code: str, line: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.line = line

    @property
    def cause(self) -> dict[str, Figure]:
        """This error as values for another one whose message has a ``{why}``."""
        return {**self.figures, "why": self.code}


class RulebookError(InputError):
    """A rulebook file that can't be used."""


class RecordError(InputError):
    """A file that is not a record. `line` counts from 1; None if no line can be named."""

    def __init__(self, code: str, line: int | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.line = line


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is against the rules: a stable code, the article, the figures of the message."""

    code: str
    article: str
    figures: tuple[tuple[str, Figure], ...] = ()

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``, without the article."""
        return messages.text(self.code, language, **dict(self.figures))


class RuleError(CanastraError):
    """An action against the rules."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.code, **dict(violation.figures))
        self.violation = violation

    def __str__(self) -> str:
        return f"{self.message()} ({self.violation.article})"


class InternalError(CanastraError):
    """A state that the project's own code must never reach."""
