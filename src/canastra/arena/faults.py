"""What programs do wrong in the arena: counted deal by deal, or told as the error that stops a run."""

from __future__ import annotations

from typing import NamedTuple

from canastra.bots.external.program import Conduct
from canastra.errors import CanastraError, InputError, RuleError
from canastra.messages import text


class Faults(NamedTuple):
    """What the programs of a side did wrong in a deal, or in several."""

    faults: int = 0
    """All that was wrong: answers that were refused or late, lines that nobody asked for, programs that broke down."""
    late: int = 0
    """Of them, answers that did not come in time."""
    stood_in: int = 0
    """Decisions that a stand-in made."""

    def plus(self, other: Faults) -> Faults:
        """These and the other ones."""
        return Faults(*(one + two for one, two in zip(self, other, strict=True)))


NO_FAULTS = Faults()


def faults_of(conduct: Conduct) -> Faults:
    """What a program did wrong in a deal."""
    wrongs = conduct.wrongs
    return Faults(len(wrongs), sum(each.code == "program_late" for each in wrongs), conduct.stood_in)


class ProgramFaultError(InputError):
    """A program can't be measured: what it did wrong, and where in a run."""

    def __init__(self, conduct: Conduct, bot: str, pair: int | None = None, seat: int | None = None) -> None:
        where = {} if pair is None or seat is None else {"pair": pair, "seat": seat}
        super().__init__("arena_program_fault" if where else "arena_program_unfit", bot=bot, **where)
        self.cause: CanastraError = conduct.wrongs[0]
        self.line = conduct.faults[0].line if conduct.faults else ""
        """What it answered."""
        self.said = next((line for line in reversed(conduct.errors) if line.strip()), "")
        """The last line of its standard error."""

    def message(self, language: str = "en") -> str:
        """Sentences for people, each on a line of its own."""
        article = f" ({self.cause.violation.article})" if isinstance(self.cause, RuleError) else ""
        parts = [text(self.code, language, reason=f"{self.cause.message(language)}{article}", **self.figures)]
        if self.line and self.line not in parts[0]:
            parts.append(text("arena_program_line", language, line=self.line))
        if self.said:
            parts.append(text("arena_program_said", language, line=self.said[:200]))
        if self.code == "arena_program_fault":
            late = self.cause.code == "program_late"
            parts.append(text("arena_program_late" if late else "arena_program_go_on", language))
        return "\n".join(parts)
