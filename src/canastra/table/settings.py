"""What is agreed before anybody sits down: the rulebook, the target, the clock, undo, who stands in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields

from canastra.rulebooks import official
from canastra.rulebooks.digests import is_digest_of
from canastra.rulebooks.schema import Rulebook
from canastra.table.events import Opened
from canastra.table.refusals import FormError

FindRulebook = Callable[[str], Rulebook]
LEVEL = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
"""A bot's level, as `canastra.bots.make` names it; which ones there are is the server's business."""
MATCH_ID = re.compile(r"[!-~]{1,128}", re.ASCII)
LONGEST_TIME = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Clock:
    """Times in milliseconds. Without `turn` and `bank` nobody's time runs."""

    turn: int = 0
    """Free for each turn."""
    bank: int = 0
    """For the whole match, used up when a turn takes longer."""
    increment: int = 0
    """Added to the bank after each turn that the person finished."""
    grace: int = 60_000
    """How long a lost connection stops the clock in one match; who is away for longer has left (see `claim`)."""
    between: int = 20_000
    """How long a deal waits for the seats' contributions; 0 for as long as they take."""

    @property
    def runs(self) -> bool:
        """Whether there is any limit."""
        return self.turn > 0 or self.bank > 0


NO_CLOCK = Clock()


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table was opened with."""

    match: str
    """The match's id, as in its record."""
    rulebook: Rulebook
    target: int
    clock: Clock
    undo: bool
    stand_in: str
    """Level of the bot that plays for whoever is away."""


def opening(
    rulebook: Rulebook,
    match: str,
    now: int,
    *,
    target: int | None = None,
    clock: Clock = NO_CLOCK,
    stand_in: str = "greedy",
) -> Opened:
    """The first event of a table with undo; ``dataclasses.replace(…, undo=False)`` for one without."""
    return Opened(
        at=now,
        match=match,
        rulebook=rulebook.id,
        sha256=rulebook.sha256,
        target=rulebook.match.target if target is None else target,
        stand_in=stand_in,
        undo=True,
        **{each.name: getattr(clock, each.name) for each in fields(clock)},
    )


def settings_of(opened: Opened, find: FindRulebook = official) -> Settings:
    """The settings in a table's first event; a `FormError` if they can't be, a `RulebookError` from `find`."""
    rulebook = find(opened.rulebook)
    if not is_digest_of(opened.sha256, rulebook):
        raise FormError("sha256_other", rulebook=opened.rulebook)
    if not MATCH_ID.fullmatch(opened.match):
        raise FormError("table_form_match", found=opened.match[:40])
    if not LEVEL.fullmatch(opened.stand_in):
        raise FormError("table_form_level", found=opened.stand_in[:40])
    if not rulebook.match.target and opened.target:
        raise FormError("target_superfluous")
    if rulebook.match.target and opened.target <= 0:
        raise FormError("target_not_positive", found=opened.target)
    clock = Clock(**{each.name: getattr(opened, each.name) for each in fields(Clock)})
    for each in fields(clock):
        if not 0 <= getattr(clock, each.name) <= LONGEST_TIME:
            raise FormError("table_form_time", key=each.name, most=LONGEST_TIME)
    return Settings(opened.match, rulebook, opened.target, clock, opened.undo, opened.stand_in)
