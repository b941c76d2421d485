"""Rounds of a tournament as its people see them: tables, results, encounters of teams, rounds to come."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canastra.tournament.events import EncounterResult
from canastra.tournament.pairing import AvoidedMeeting
from canastra.tournament.rounds import UnwantedMeeting

RoundStep = Literal["draft", "published", "playing", "closed", "ratified"]
Both = tuple[EncounterResult | None, EncounterResult | None]


class FixtureCard(Struct, frozen=True):
    """A table of a round. `reports` and `claimed` are None for callers without a role."""

    table: int
    one: tuple[int, ...]
    two: tuple[int, ...]
    result: EncounterResult | None
    points: tuple[int, int] | None
    """What the result gives each side in the classification."""
    reports: Both | None = None
    claimed: tuple[bool, bool] | None = None
    """Whether a phone speaks for each side."""
    corrected: bool = False
    """Whether the result was put right after it stood."""
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The players of each team at this table; empty before the team gave its line-up."""


class TeamEncounter(Struct, frozen=True):
    """Two teams that meet at several tables; `tables` are their numbers.

    `score` has the points of all tables together, or how many tables each team won. `points` is what the encounter
    gives in the classification. Both are None until all tables have a result.
    """

    number: int
    tables: tuple[int, ...]
    one: int
    two: int
    score: tuple[int, int] | None
    points: tuple[int, int] | None


class RoundCard(Struct, frozen=True):
    """A round; drafts are for those who have a role.

    `ends`, `warns` and `paused` are in milliseconds since 1970; None before the start and where there is no limit or
    warning. While the clock stands still `paused` is since when, and the others are as if it went on then.
    """

    number: int
    stage: RoundStep
    tables: tuple[FixtureCard, ...]
    byes: tuple[int, ...]
    ends: int | None
    warns: int | None
    paused: int | None = None
    avoided: tuple[AvoidedMeeting, ...] = ()
    """Who would have met by the standings, and why they do not; only in a draft that was paired by them."""
    unwanted: tuple[UnwantedMeeting, ...] = ()
    """Unwanted meetings of a round, with the earlier rounds of the same meeting."""
    encounters: tuple[TeamEncounter, ...] = ()
    """Where teams meet at several tables: which tables belong together."""


class PlannedTable(Struct, frozen=True):
    """A table of a round to come."""

    tables: tuple[int, ...]
    """Several where teams meet."""
    one: tuple[int, ...]
    two: tuple[int, ...]


class PlannedCard(Struct, frozen=True):
    """A round that is not published yet, and known from the draw."""

    number: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[int, ...]
