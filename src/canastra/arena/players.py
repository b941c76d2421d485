"""Bots on the seats of a deal: each decision timed and checked, each failure named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import NamedTuple

from canastra.arena.entrants import BotSource, new_bot
from canastra.arena.programs import (
    NO_FAULTS,
    Faults,
    ProgramFaultError,
    ProgramOptions,
    Programs,
    SeatProgram,
    faults_of,
)
from canastra.arena.statistics.times import Times
from canastra.bots import Bot
from canastra.bots.external.events import DealEnded, Dealt, Event, MatchEnded, Watcher
from canastra.engine import Action, View
from canastra.errors import CanastraError, InputError
from canastra.rulebooks import Rulebook


class HaltedError(Exception):
    """The run was given up during this deal."""


def never() -> bool:
    """Never halts a run: the default of `Watch.halted`."""
    return False


@dataclass(frozen=True, slots=True)
class Watch:
    """The surroundings of a deal's bots: the check for a halted run, the running programs, the times of decisions and
    starts.
    """

    halted: Callable[[], bool] = never
    programs: Programs = field(default_factory=Programs)
    times: dict[str, Times] = field(default_factory=dict)
    """Decision times by the bot's name."""
    starts: dict[str, Times] = field(default_factory=dict)
    """Starting times of programs by name, until they answer the hello."""


class PairSeat(NamedTuple):
    """The pair and seat that a bot plays."""

    pair: int
    seat: int


class Player:
    """A bot on a seat of a deal."""

    def __init__(self, bot: Bot, name: str, place: PairSeat, watch: Watch) -> None:
        self.bot = bot
        self.name = name
        self.place = place
        self._watch = watch

    @property
    def faults(self) -> Faults:
        """The faults in this deal, if it is a program."""
        return NO_FAULTS

    def choose(self, view: View) -> Action:
        """The bot's action. Without a choice, the bot is asked all the same, but its time doesn't count.

        Nor does the time of a decision that a stand-in makes. Raises `InputError`, with bot, pair and seat, if the bot
        fails or plays an illegal step; `HaltedError` if the run was given up.
        """
        if self._watch.halted():
            raise HaltedError
        start, stood_in = perf_counter(), self.faults.stood_in
        try:
            action = self.bot.choose(view)
        except Exception as error:  # The bot may be any person's program.
            raise self._failure(error) from error
        if len(view.legal) > 1 and self.faults.stood_in == stood_in:
            self._watch.times.setdefault(self.name, Times()).add(perf_counter() - start)
        if action not in view.legal:
            raise InputError("arena_bot_illegal", bot=self.name, **self.place._asdict(), action=str(action)[:80])
        return action

    def _failure(self, error: Exception) -> InputError:
        reason = error.message() if isinstance(error, CanastraError) else f"{type(error).__name__}: {error}"
        return InputError("arena_bot_failed", bot=self.name, **self.place._asdict(), reason=reason[:200])


class WatchingPlayer(Player):
    """A bot that also gets the events between its turns. Its deals stand alone, so no match ends."""

    def watch(self, event: Event) -> None:
        """Pass an event to the bot. Raises `InputError`, with the bot, if it fails."""
        if not isinstance(self.bot, Watcher) or isinstance(event, MatchEnded):
            return
        try:
            self.bot.watch(event)
        except Exception as error:
            raise self._failure(error) from error


class ProgramPlayer(WatchingPlayer):
    """A program that counts its deals; its faults are counted or stop the run."""

    def __init__(self, program: SeatProgram, name: str, place: PairSeat, watch: Watch, options: ProgramOptions) -> None:
        super().__init__(program, name, place, watch)
        self.program = program
        self._options = options

    @property
    def faults(self) -> Faults:
        """The program's faults in this deal."""
        return faults_of(self.program.behaviour)

    def begin(self) -> None:
        """Wait until the program is ready; its starting time is counted apart from its decisions."""
        self.program.await_ready()
        started = self.program.behaviour.started
        if started is not None:
            self._watch.starts.setdefault(self.name, Times()).add(started)
        self._check()

    def choose(self, view: View) -> Action:
        """The program's action, or a stand-in's if faults are counted."""
        action = super().choose(view._replace(deal=self.program.deals))
        self._check()
        return action

    def watch(self, event: Event) -> None:
        """Pass an event to the program, with the number of its deal."""
        super().watch(replace(event, deal=self.program.deals) if isinstance(event, Dealt | DealEnded) else event)

    def _check(self) -> None:
        behaviour = self.program.behaviour
        if behaviour.wrongs and not self._options.count_faults:
            raise ProgramFaultError(behaviour, self.name, *self.place)


@contextmanager
def seat_players(
    bots: Mapping[int, tuple[BotSource, int]], rulebook: Rulebook, pair: int, options: ProgramOptions, watch: Watch
) -> Iterator[list[Player]]:
    """The players of a deal by seat, from each seat's bot and seed; programs stay running afterwards."""
    programs: list[ProgramPlayer] = []
    try:
        players: list[Player] = []
        for seat, (source, seed) in sorted(bots.items()):
            place = PairSeat(pair, seat)
            if source.is_program:
                running = watch.programs.take(source, seat, rulebook, options.ms)
                program = ProgramPlayer(running, source.name, place, watch, options)
                programs.append(program)
                players.append(program)
            else:
                bot = new_bot(source, seed)
                kind = WatchingPlayer if isinstance(bot, Watcher) else Player
                players.append(kind(bot, source.name, place, watch))
        for player in programs:
            player.begin()
        yield players
    finally:
        for player in programs:
            watch.programs.give_back(player.program)
