"""Tests a program: whole deals under several rulebooks, also without events, with refusals and with time-outs.

It plays one side against greedy bots, with a process for each seat. Matches are short: they begin vulnerable, if the
rulebook has that, and end a few hundred points later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from canastra.bots.external.command import CommandLine
from canastra.bots.external.driver import Driver
from canastra.bots.external.program import BehaviourReport, Fault, ProgramBot
from canastra.bots.greedy.bot import GreedyBot
from canastra.bots.player import Bot
from canastra.cards import TWO_PACKS
from canastra.engine import Action, Match, Piles, View, deal_out, start_match
from canastra.engine.match import VULNERABLE_FROM
from canastra.errors import InputError
from canastra.rulebooks import Rulebook

SHORT_MATCH = 300
"""Points from the beginning of a match to its target."""
FAULTS_OF_EACH_KIND = 3
"""The number of times that each fault is injected."""


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """The extent of a test: `ms` for a decision, `deals` under each rulebook."""

    command: CommandLine
    deals: int
    seed: int
    ms: int


@dataclass(frozen=True, slots=True)
class Found:
    """The results under one rulebook: the behaviour of each process, and of those with injected faults."""

    rulebook: str
    deals: int
    """Deals played to their end."""
    plain: tuple[BehaviourReport, ...]
    drilled: tuple[BehaviourReport, ...]
    views_only: tuple[BehaviourReport, ...] = ()
    """Behaviour of the processes that got views alone, without events."""

    @property
    def parts(self) -> dict[str, tuple[BehaviourReport, ...]]:
        """The reports of all processes, by the part of the test."""
        return {"plain": self.plain, "views": self.views_only, "drills": self.drilled}

    @property
    def processes(self) -> tuple[BehaviourReport, ...]:
        """The reports of all processes."""
        return tuple(report for part in self.parts.values() for report in part)

    @property
    def sound(self) -> bool:
        """Return whether there were no faults."""
        return all(report.sound for report in self.processes)

    @property
    def faults(self) -> list[Fault]:
        """All faults of the processes."""
        return [fault for report in self.processes for fault in report.faults]

    @property
    def late(self) -> int:
        """The number of asks without an answer in time, injected faults excluded."""
        return sum(fault.error.code == "program_late" for fault in self.faults)

    @property
    def broken(self) -> BehaviourReport | None:
        """The first process that was left out or ended badly."""
        return next((report for report in self.processes if report.out or report.status or not report.ended), None)

    @property
    def times(self) -> list[float]:
        """Seconds that each answer took."""
        return [seconds for report in self.plain for seconds in report.times]


def check(config: CheckConfig, rulebook: Rulebook) -> Found:
    """Play whole deals under a rulebook, then one without events and one with injected faults.

    Raises `InputError` if the program can't be started.
    """
    random = Random(f"{config.seed} {rulebook.id}")
    plain: list[BehaviourReport] = []
    played = 0
    for number in range(config.deals):
        if played >= config.deals or any(report.out for report in plain):
            break
        left = config.deals - played
        found, more = _play(rulebook, number % 2, random, left, lambda: ProgramBot(config.command, config.ms))
        plain += found
        played += more
    drilled: list[BehaviourReport] = []
    views_only: list[BehaviourReport] = []
    if not any(report.out for report in plain):
        views_only, _ = _play(rulebook, 0, random, 1, lambda: ProgramBot(config.command, config.ms), events=False)
        drilled, _ = _play(rulebook, 0, random, 1, lambda: FaultyLinkBot(config.command, config.ms))
    return Found(rulebook.id, played, tuple(plain), tuple(drilled), tuple(views_only))


def _play(
    rulebook: Rulebook, side: int, random: Random, deals: int, new: Callable[[], ProgramBot], *, events: bool = True
) -> tuple[list[BehaviourReport], int]:
    """Play a match of at most `deals` deals with the programs on a side.

    Returns their behaviour and the number of deals.
    """
    players = rulebook.table.players
    programs = {seat: new() for seat in range(side, players, 2)}
    seats: dict[int, Bot] = {seat: bot if events else ViewBot(bot) for seat, bot in programs.items()}
    bots = [seats.get(seat) or GreedyBot(seat) for seat in range(players)]
    played = 0
    try:
        driver = Driver(_short_match(rulebook, random.randrange(players)), bots)
        while played < deals and not driver.match.finished and not any(bot.behaviour.out for bot in programs.values()):
            driver.play_deal(_shuffled(driver.match, random))
            played += 1
    finally:
        for bot in programs.values():
            bot.close()
    return [bot.behaviour for bot in programs.values()], played


def _short_match(rulebook: Rulebook, dealer: int) -> Match:
    points = VULNERABLE_FROM if rulebook.vulnerability.minimums else 0
    target = points + SHORT_MATCH if rulebook.match.target else None
    return start_match(rulebook, dealer, (points, points), target)


def _shuffled(match: Match, random: Random) -> Piles:
    pack = list(TWO_PACKS)
    random.shuffle(pack)
    return deal_out(pack, match.rulebook.table.players, match.dealer)


class ViewBot:
    """A program that gets the views of its seat but no events."""

    def __init__(self, program: ProgramBot) -> None:
        self.name = program.name
        self.choose = program.choose


class FaultyLinkBot(ProgramBot):
    """A program whose good answers are sometimes refused, and which sometimes gets only a millisecond.

    These asks don't count. The program must answer the next ask as if nothing had happened.
    """

    def __init__(self, command: CommandLine, ms: int) -> None:
        super().__init__(command, ms)
        self._drills = iter(["refuse", None, "hurry", None] * FAULTS_OF_EACH_KIND)
        self._drill: str | None = None
        self._usual = ms

    def choose(self, view: View) -> Action:
        """The program's step, after an injected fault if one is due."""
        self._drill = next(self._drills, None) if len(view.legal) > 1 else None
        self.ms = 1 if self._drill == "hurry" else self._usual
        return super().choose(view)

    def _read(self, line: bytes, number: int, view: View) -> Action:
        action = super()._read(line, number, view)
        if self._drill == "refuse":
            self._drill = "refused"
            raise InputError("program_drill")
        return action

    def _count(self, fault: Fault) -> None:
        drilled = fault.error.code == "program_drill"
        if not drilled and not (self._drill == "hurry" and fault.error.code == "program_late"):
            super()._count(fault)
