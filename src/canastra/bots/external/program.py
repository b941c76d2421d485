"""A program on a seat. A stand-in plays if the program doesn't answer; after too many faults it is left out."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

from canastra.bots.external import messages
from canastra.bots.external.command import PREFIX, CommandLine
from canastra.bots.external.events import Event, MatchBegun, event_json
from canastra.bots.external.history import History
from canastra.bots.external.process import GRACE, EndedError, Process
from canastra.bots.fallback import fallback_action
from canastra.engine import Action, View
from canastra.errors import CanastraError, InputError
from canastra.rulebooks import Rulebook

DECISION_MS = 1000
"""Milliseconds for a decision by default."""
START_MS = 10_000
"""Milliseconds from the start of a program to its answer to the hello."""
MOST_FAULTS = 10
"""Faults in a match after which a program is left out."""

LOG = logging.getLogger("canastra.program")
"""Log of programs' standard error and faults (info), and of the reason why a program was left out (warning)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a program: its error, the number of the ask and the line, if any."""

    error: CanastraError
    number: int | None = None
    line: str = ""


@dataclass(slots=True)
class BehaviourReport:
    """The behaviour of a program in a match."""

    name: str = ""
    """The name that the program gives itself."""
    asked: int = 0
    answered: int = 0
    times: list[float] = field(default_factory=list)
    """Seconds that each answer took, refused ones included."""
    faults: list[Fault] = field(default_factory=list)
    ignored: int = 0
    """Answers that came too late, known by their numbers."""
    out: CanastraError | None = None
    """The reason why the program was left out; None if it wasn't."""
    stood_in: int = 0
    """Decisions that a stand-in made for the program."""
    started: float | None = None
    """Seconds from the program's start to its answer to the hello; None if it started before this match."""
    status: int | None = None
    """The program's exit status, negative for a signal."""
    errors: tuple[str, ...] = ()
    """The latest lines of the program's standard error."""
    ended: bool = True
    """True if the program ended in time after the bye."""

    @property
    def sound(self) -> bool:
        """Return whether the program made no fault and ended well."""
        return self.ended and self.status == 0 and self.out is None and not self.faults

    @property
    def wrongs(self) -> tuple[CanastraError, ...]:
        """All errors during play: the faults, and the reason for leaving the program out if it wasn't their number."""
        found = tuple(fault.error for fault in self.faults)
        return found if self.out is None or self.out.code == "program_faults" else (*found, self.out)


class ProgramBot:
    """A bot that is a program in a process of its own, for one match or, with `renew_behaviour`, for several.

    The program starts with the first view or event, or by `start`. From a `Driver` it gets events; otherwise only asks.
    """

    def __init__(self, command: CommandLine, ms: int = DECISION_MS) -> None:
        self.name = f"{PREFIX}{command.text}"
        self.ms = ms
        self.behaviour = BehaviourReport()
        self._command = command
        self._process: Process | None = None
        self._start: float | None = None
        self._ready = False
        self._asks = 0
        self._history: History | None = None
        self._owed: set[int] = set()
        self._bye: float | None = None
        """The time when the bye was sent."""

    def choose(self, view: View) -> Action:
        """The program's step, or a stand-in's. Raises `InputError` if the program can't be started."""
        self.start(view.rulebook, view.seat, events=False)
        self.await_ready()
        action = self._decide(view)
        if action is None:
            self.behaviour.stood_in += 1
            return fallback_action(view)
        return action

    def watch(self, event: Event) -> None:
        """Pass an event to the program. Raises `InputError` if the program can't be started."""
        if isinstance(event, MatchBegun):
            self.start(event.rulebook, event.seat, events=True)
            self._history = History(event.rulebook.table.players)
            return
        if self._history is not None:
            self._history.hear(event)
        if self._process is not None:
            self._process.send(messages.encoded(event_json(event)))

    def renew_behaviour(self) -> BehaviourReport:
        """The behaviour so far; counting starts again, as for another match."""
        before = self.behaviour
        self.behaviour = BehaviourReport(before.name)
        return before

    def say_bye(self) -> None:
        """Send the bye, without waiting, so that many programs can end at once. Call `close` later."""
        if self._process is not None and self._bye is None:
            self._bye = time.monotonic()
            self._process.send(messages.encoded({"type": "bye"}))

    def close(self) -> None:
        """Send the bye, and kill the program if it doesn't end by itself within `GRACE` seconds."""
        self.say_bye()
        if self._process is not None and self._bye is not None:
            self.behaviour.ended = self._process.finish(self._bye + GRACE)
            self._gone(self._process)

    def abort(self) -> None:
        """Kill the program from another thread; for the thread that plays with it, it has ended then."""
        if self._process is not None:
            self._process.abort()

    def start(self, rulebook: Rulebook, seat: int, *, events: bool) -> None:
        """Start the program, if it isn't running; `await_ready` waits for its answer, so that others can start
        meanwhile.

        Raises `InputError` if it can't be started.
        """
        if self._start is not None:
            return
        self._start = time.monotonic()
        try:
            self._process = Process(self._command.words, LOG.info)
        except OSError as error:
            reason = str(error.strerror or error)
            raise InputError("program_not_started", command=self._command.text[:80], reason=reason) from error
        self._process.send(messages.encoded(messages.hello(rulebook, seat, self.ms, events=events)))

    def await_ready(self) -> None:
        """Wait once for the answer to the hello; after a wrong answer, or none in time, the program is left out.

        Raises `InputError` if it can't be started.
        """
        if self._ready or self._process is None:
            return
        self._ready = True
        assert self._start is not None
        try:
            line = self._process.receive(self._start + START_MS / 1000)
            if line is None:
                raise InputError("program_silent", seconds=START_MS // 1000)
            self.behaviour.name = messages.read_ready(line)
            self.behaviour.started = time.monotonic() - self._start
        except EndedError:
            self._leave_out(InputError("program_ended_early"))
        except InputError as error:
            self._leave_out(error)

    def _decide(self, view: View) -> Action | None:
        """The program's step; None if it has no valid one."""
        self._drop_unasked()
        left = self.ms
        deadline = time.monotonic() + left / 1000
        for again in (True, False):
            if self._process is None:
                return None
            number = self._ask(view, left)
            line: bytes | None = None
            try:
                line = self._answer(number, deadline)
                action = self._read(line, number, view)
            except EndedError:
                self._leave_out(InputError("program_ended"))
            except CanastraError as error:
                fault = Fault(error, number, messages.quoted(line or b""))
                if not self._refuse(fault, view, again=again and line is not None):
                    return None
                left = max(1, round((deadline - time.monotonic()) * 1000))
            else:
                self.behaviour.answered += 1
                return action
        return None

    def _ask(self, view: View, left: int) -> int:
        """Ask, with `left` milliseconds left, and return the number of the ask."""
        assert self._process is not None
        self.behaviour.asked += 1
        self._asks += 1
        number = self._asks
        self._owed.add(number)
        self._process.send(messages.encoded(messages.ask_message(number, view, left, self._history)))
        return number

    def _answer(self, number: int, deadline: float) -> bytes:
        """The next line that is not a late answer. Raises `InputError` if no line comes in time."""
        assert self._process is not None
        start = time.monotonic()
        while (line := self._process.receive(deadline)) is not None:
            if not self._is_late(line, number):
                self._owed.discard(number)
                self.behaviour.times.append(time.monotonic() - start)
                return line
        raise InputError("program_late", ms=self.ms)

    def _is_late(self, line: bytes, number: int) -> bool:
        """Return whether a line answers an earlier ask whose time was up; such a line is ignored."""
        answered = messages.answer_number(line)
        if answered == number or answered not in self._owed:
            return False
        self._owed.discard(answered)
        self.behaviour.ignored += 1
        return True

    def _read(self, line: bytes, number: int, view: View) -> Action:
        return messages.read_act(line, number, view)

    def _refuse(self, fault: Fault, view: View, *, again: bool) -> bool:
        """Count a fault and tell the program. Returns whether to ask it again."""
        self._count(fault)
        if self._process is None:
            return False
        number = fault.number
        assert number is not None
        if again:
            message = messages.refused_message(number, fault.error)
        else:
            message = messages.stood_in(number, fallback_action(view), fault.error)
        self._process.send(messages.encoded(message))
        return again

    def _drop_unasked(self) -> None:
        """Drop all lines since the last decision: late answers and unexpected lines."""
        while self._process is not None:
            try:
                line = self._process.receive(0.0)
            except EndedError:
                self._leave_out(InputError("program_ended"))
                return
            if line is None:
                return
            if not self._is_late(line, number=0):
                shown = messages.quoted(line)
                self._count(Fault(InputError("program_unasked", said=shown), None, shown))

    def _count(self, fault: Fault) -> None:
        self.behaviour.faults.append(fault)
        LOG.info("%s", fault.error)
        if len(self.behaviour.faults) >= MOST_FAULTS:
            self._leave_out(InputError("program_faults", number=MOST_FAULTS))

    def _leave_out(self, error: CanastraError) -> None:
        """Leave the program out: from now on a stand-in plays."""
        self.behaviour.out = error
        LOG.warning("%s: %s", self.name, error)
        if self._process is not None:
            self._process.kill()
            self._gone(self._process)

    def _gone(self, process: Process) -> None:
        self.behaviour.status, self.behaviour.errors = process.status, tuple(process.errors)
        self._process = None
