"""A table's settings: rulebook, target or deals, clock, encounter, dealer, undo, the conditions of an event."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields

from msgspec.structs import replace

from canastra.engine import Encounter, Length, NextDealer
from canastra.fairness import lot_context
from canastra.records.preliminaries import MOST_MATCHES
from canastra.rulebooks import official
from canastra.rulebooks.schema import Rulebook
from canastra.table.events import Opened
from canastra.table.refusals import FormError

FindRulebook = Callable[[str], Rulebook]
LEVEL = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
"""The form of a bot's level; the server decides which levels there are."""
MATCH_ID = re.compile(r"[!-~]{1,128}", re.ASCII)
SIDES = 2
LONGEST_TIME = 7 * 24 * 3600 * 1000
NO_TARGET = 1_000_000
"""The target of a match that points don't end: a number of deals or the call of time ends it."""
LONGEST_MATCH = 1000
PACKS = re.compile(r"[A-Za-z0-9_./-]{1,100}(\+[0-9]{1,3})?", re.ASCII)
"""The form of the id of packs in common; its number is that of the match in its encounter, from the second on."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Times in milliseconds. Without `turn` and `bank` there is no clock."""

    turn: int = 0
    """Free time for each turn."""
    bank: int = 0
    """Time for the whole match, used when a turn takes longer than its free time."""
    increment: int = 0
    """Time added to the bank after each turn that the player finished."""
    grace: int = 60_000
    """How long lost connections may stop the clock in one match. A player who is away longer counts as gone."""
    between: int = 20_000
    """How long a deal waits for the seats' contributions; 0 for no limit."""

    @property
    def runs(self) -> bool:
        """Return whether there is a clock."""
        return self.turn > 0 or self.bank > 0


NO_CLOCK = TimeControl()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings with which a table was opened; they never change."""

    match: str
    """The match's id, as in its record."""
    rulebook: Rulebook
    target: int
    clock: TimeControl
    undo: bool
    stand_in: str
    """Level of the bot that plays for absent players."""
    encounter: Encounter
    """The encounter before this match; one match long if there is no other."""
    encounter_id: str
    """The id of the encounter's first match."""
    next_dealer: NextDealer
    lots: bool
    """True if the seats are drawn by lot before the match."""
    absence: int
    """Milliseconds of waiting for an absent person before another may have a bot play, where no clock runs."""
    deals: int = 0
    """Deals after which the match ends; 0 if points or the call of time end it."""
    arranged: bool = False
    """True if an event seats people and opens the following tables."""
    forfeits: bool = False
    """True if a player who leaves for good loses the match for their side."""
    packs: str = ""
    """The id of the packs in common with other tables; empty if the table has its own."""
    on_call: bool = False
    """True if the match begins only once play is called."""

    @property
    def goal(self) -> int:
        """The target as people see it; 0 if points don't end the match."""
        return self.target if self.target < NO_TARGET else 0

    @property
    def length_in_deals(self) -> int:
        """The number of deals of the match; 0 if points or the call of time end it."""
        return self.deals if self.target else 1


def opening(
    rulebook: Rulebook,
    match: str,
    now: int,
    *,
    target: int | None = None,
    clock: TimeControl = NO_CLOCK,
    stand_in: str = "greedy",
) -> Opened:
    """The first event of a table with undo; ``msgspec.structs.replace(…, undo=False)`` for one without."""
    return Opened(
        at=now,
        match=match,
        rulebook=rulebook.id,
        sha256=rulebook.sha256,
        target=rulebook.match.target if target is None else target,
        stand_in=stand_in,
        undo=True,
        **{field.name: getattr(clock, field.name) for field in fields(clock)},
    )


def usual_undo(rulebook: Rulebook, refereed: bool = False) -> bool:
    """Return whether layings may be undone by default: not if the rulebook forbids it (canastra-curinguinha, O Jogo),
    nor at a table with a referee.
    """
    return rulebook.table.undo and not refereed


def opened_with(settings: Settings, match: str, now: int) -> Opened:
    """The first event of a table with the same settings and this match id."""
    opened = opening(
        settings.rulebook, match, now, target=settings.target, clock=settings.clock, stand_in=settings.stand_in
    )
    encounter = settings.encounter
    return replace(
        opened,
        undo=settings.undo,
        matches=encounter.matches,
        length=str(encounter.length),
        encounter="" if settings.encounter_id == match else settings.encounter_id,
        won=encounter.won,
        drawn=encounter.drawn,
        next_dealer=str(settings.next_dealer),
        lots=settings.lots,
        absence=settings.absence,
        deals=settings.deals,
        arranged=settings.arranged,
        forfeits=settings.forfeits,
        packs=settings.packs,
        on_call=settings.on_call,
    )


def settings_of(opened: Opened, find: FindRulebook = official) -> Settings:
    """The settings in a table's first event.

    Raises `FormError` if they are not valid, `RulebookError` if `find` does.
    """
    rulebook = find(opened.rulebook)
    if opened.sha256 != rulebook.sha256:
        raise FormError("sha256_other", rulebook=opened.rulebook)
    _check_match(opened)
    if not LEVEL.fullmatch(opened.stand_in):
        raise FormError("table_form_level", found=opened.stand_in[:40])
    if not rulebook.match.target and opened.target:
        raise FormError("target_superfluous")
    if rulebook.match.target and opened.target <= 0:
        raise FormError("target_not_positive", found=opened.target)
    if opened.next_dealer not in set(NextDealer):
        raise FormError("table_form_dealer", found=opened.next_dealer[:40], known=", ".join(NextDealer))
    return Settings(
        match=opened.match,
        rulebook=rulebook,
        target=opened.target,
        clock=_clock_of(opened),
        undo=opened.undo,
        stand_in=opened.stand_in,
        encounter=_encounter_of(opened),
        encounter_id=opened.encounter or opened.match,
        next_dealer=NextDealer(opened.next_dealer),
        lots=opened.lots,
        absence=_time("absence", opened.absence),
        deals=_deals_of(opened, rulebook),
        arranged=opened.arranged,
        forfeits=opened.forfeits,
        packs=opened.packs,
        on_call=opened.on_call,
    )


def _check_match(opened: Opened) -> None:
    for found in (opened.match, opened.encounter or opened.match):
        if not MATCH_ID.fullmatch(found):
            raise FormError("table_form_match", found=found[:40])
    if opened.packs and not PACKS.fullmatch(opened.packs):
        raise FormError("table_form_packs", found=opened.packs[:40])
    if opened.lots:
        lot_context(opened.match)  # A FairnessError where it is too long for its proof.


def _deals_of(opened: Opened, rulebook: Rulebook) -> int:
    if not 0 <= opened.deals <= LONGEST_MATCH:
        raise FormError("table_form_deals", found=opened.deals, most=LONGEST_MATCH)
    if opened.deals > 1 and not rulebook.match.target:
        raise FormError("table_deals_superfluous")
    if opened.deals and rulebook.match.target and opened.target < NO_TARGET:
        raise FormError("table_deals_and_target", target=NO_TARGET)
    return opened.deals


def _clock_of(opened: Opened) -> TimeControl:
    clock = TimeControl(**{field.name: getattr(opened, field.name) for field in fields(TimeControl)})
    for field in fields(clock):
        _time(field.name, getattr(clock, field.name))
    return clock


def _time(key: str, found: int) -> int:
    if not 0 <= found <= LONGEST_TIME:
        raise FormError("table_form_time", key=key, most=LONGEST_TIME)
    return found


def _encounter_of(opened: Opened) -> Encounter:
    if opened.length not in set(Length):
        raise FormError("table_form_length", found=opened.length[:40], known=", ".join(Length))
    if not 1 <= opened.matches <= MOST_MATCHES:
        raise FormError("table_form_matches", found=opened.matches, most=MOST_MATCHES)
    if opened.length == Length.BEST_OF and opened.matches % 2 == 0:
        raise FormError("table_best_of_even", found=opened.matches)
    if len(opened.won) != SIDES or min(*opened.won, opened.drawn) < 0:
        raise FormError("table_form_encounter")
    encounter = Encounter(opened.matches, Length(opened.length), (opened.won[0], opened.won[1]), opened.drawn)
    if encounter.finished:
        raise FormError("table_encounter_over", matches=opened.matches)
    return encounter
