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
    """A table of a round. Callers without a role get None for `reports` and `claimed`."""

    table: int
    one: tuple[int, ...]
    two: tuple[int, ...]
    result: EncounterResult | None
    points: tuple[int, int] | None
    """The points that the result gives each side in the classification."""
    reports: Both | None = None
    claimed: tuple[bool, bool] | None = None
    """For each side, true if a phone speaks for it."""
    corrected: bool = False
    """True if the result was corrected after it already counted."""
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The players of each team at this table; empty before the team gave its line-up."""


class TeamEncounter(Struct, frozen=True):
    """Two teams that meet at several tables; `tables` are their numbers.

    `score` has the points of all tables together, or the number of tables that each team won. `points` are the points
    of the encounter in the classification. Both are None until all tables have a result.
    """

    number: int
    tables: tuple[int, ...]
    one: int
    two: int
    score: tuple[int, int] | None
    points: tuple[int, int] | None


class RoundCard(Struct, frozen=True):
    """A round; callers without a role see no drafts.

    `ends`, `warns` and `paused` are in milliseconds since 1970; None before the start and where there is no limit or
    warning. While the clock is paused, `paused` is the time of the pause, and the others are as if the clock went on
    then.
    """

    number: int
    stage: RoundStep
    tables: tuple[FixtureCard, ...]
    byes: tuple[int, ...]
    ends: int | None
    warns: int | None
    paused: int | None = None
    avoided: tuple[AvoidedMeeting, ...] = ()
    """The sides that would have met by the standings, with the reason why they do not; only in a draft paired by
    standings.
    """
    unwanted: tuple[UnwantedMeeting, ...] = ()
    """Unwanted meetings of a round, with the earlier rounds of the same meeting."""
    encounters: tuple[TeamEncounter, ...] = ()
    """Where teams meet at several tables: which tables belong together."""


class PlannedTable(Struct, frozen=True):
    """A table of a planned round."""

    tables: tuple[int, ...]
    """Several tables where teams meet."""
    one: tuple[int, ...]
    two: tuple[int, ...]


class PlannedCard(Struct, frozen=True):
    """A round that is not published yet, and known from the draw."""

    number: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[int, ...]
