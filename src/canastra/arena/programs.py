"""Programs that run for the arena: started once for a seat, used from deal to deal, ended with the run."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from canastra.arena.entrants import BotSource, Entrant, new_bot, renamed, sources
from canastra.bots.external import DECISION_MS, ProgramBot
from canastra.bots.external.program import LOG, BehaviourReport
from canastra.errors import CanastraError, InputError, RuleError
from canastra.messages import text
from canastra.rulebooks import Rulebook

LOG.addHandler(logging.NullHandler())  # Faults of programs are in the results.


@dataclass(frozen=True, slots=True)
class ProgramOptions:
    """Options of programs: milliseconds for a decision, and whether faults are counted or stop the run."""

    ms: int = DECISION_MS
    count_faults: bool = False


USUAL = ProgramOptions()


class SeatProgram(ProgramBot):
    """A program on a seat, used deal after deal."""

    def __init__(self, source: BotSource, seat: int, ms: int) -> None:
        super().__init__(source.command, ms)
        self.place = (source.text, seat)
        self.deals = 0
        """The number of deals that the program has begun."""


class Programs:
    """The running programs of a worker. Several threads may use it."""

    def __init__(self) -> None:
        self._idle: dict[tuple[str, int], list[SeatProgram]] = {}
        self._running: set[SeatProgram] = set()
        # A signal may end the process while it holds the lock; the handler may then take it again.
        self._lock = threading.RLock()

    def take(self, source: BotSource, seat: int, rulebook: Rulebook, ms: int) -> SeatProgram:
        """A free program or a new one, started; call `await_ready` before you use it."""
        with self._lock:
            idle = self._idle.get((source.text, seat))
            program = idle.pop() if idle else SeatProgram(source, seat, ms)
            self._running.add(program)
        program.start(rulebook, seat, events=True)
        program.deals += 1
        return program

    def give_back(self, program: SeatProgram) -> None:
        """Return a program for the next deal, where its faults are counted anew. One that was left out is ended."""
        with self._lock:
            if program.behaviour.out is None:
                program.renew_behaviour()
                self._idle.setdefault(program.place, []).append(program)
            else:
                self._running.discard(program)

    def close(self) -> None:
        """Send the bye to all of them and make sure that they end."""
        with self._lock:
            running, self._running = list(self._running), set()
            self._idle.clear()
        close_all(running)

    def kill(self) -> None:
        """End the programs that are playing, from another thread."""
        with self._lock:
            for program in self._running:
                program.abort()


def close_all(programs: Iterable[ProgramBot]) -> None:
    """Send the bye to all programs, then make sure that each ends."""
    programs = list(programs)
    for program in programs:
        program.say_bye()
    for program in programs:
        program.close()


def introduced(entrants: Iterable[Entrant], rulebook: Rulebook, ms: int) -> tuple[Entrant, ...]:
    """The entrants, with the names that programs and classes give themselves if they have no other.

    It starts every program once. Raises `InputError` if one can't be started or doesn't get ready, or if two have the
    same name.
    """
    entrants = tuple(entrants)
    programs = {source: ProgramBot(source.command, ms) for source in sources(entrants) if source.is_program}
    names = {source: new_bot(source, seed=0).name for source in sources(entrants) if source.is_class}
    try:
        for program in programs.values():
            program.start(rulebook, 0, events=True)
        for source, program in programs.items():
            program.await_ready()
            if program.behaviour.out:
                raise ProgramFaultError(program.behaviour, source.name)
            names[source] = program.behaviour.name
    finally:
        close_all(programs.values())
    cleaned = {source: _cleaned(name) for source, name in names.items() if not source.is_named}
    return renamed(entrants, {source: name for source, name in cleaned.items() if name})


def _cleaned(name: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())


class Faults(NamedTuple):
    """The faults of a side's programs in one deal or several."""

    faults: int = 0
    """All faults: refused and late answers, unexpected lines, programs that broke down."""
    late: int = 0
    """Late answers among them."""
    stood_in: int = 0
    """Decisions that a stand-in made."""

    def plus(self, other: Faults) -> Faults:
        """The sum of both faults."""
        return Faults(*(one + two for one, two in zip(self, other, strict=True)))


NO_FAULTS = Faults()


def faults_of(behaviour: BehaviourReport) -> Faults:
    """The faults of a program in a deal."""
    wrongs = behaviour.wrongs
    return Faults(len(wrongs), sum(error.code == "program_late" for error in wrongs), behaviour.stood_in)


class ProgramFaultError(InputError):
    """A program that can't be measured: its fault, and the place in the run."""

    def __init__(self, behaviour: BehaviourReport, bot: str, pair: int | None = None, seat: int | None = None) -> None:
        where = {} if pair is None or seat is None else {"pair": pair, "seat": seat}
        super().__init__("arena_program_fault" if where else "arena_program_unfit", bot=bot, **where)
        self.cause: CanastraError = behaviour.wrongs[0]
        self.line = behaviour.faults[0].line if behaviour.faults else ""
        """The program's answer."""
        self.said = next((line for line in reversed(behaviour.errors) if line.strip()), "")
        """The last line of its standard error."""

    def message(self, language: str = "en") -> str:
        """The message for people, one sentence a line."""
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
