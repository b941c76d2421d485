"""The state of a tournament: sides, phases, rounds, tables, penalties, decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from msgspec import structs

from canastra.tournament.events import EncounterResult, Fixture, LineUp
from canastra.tournament.regulations import Regulations


class RoundStage(IntEnum):
    """The stage of a round. Only a draft may be paired again."""

    DRAFT = 0
    PUBLISHED = 1
    PLAYING = 2
    CLOSED = 3
    RATIFIED = 4


@dataclass(frozen=True, slots=True)
class Participant:
    """A side: a pair, a team or a player."""

    number: int
    name: str
    players: tuple[str, ...]
    delegation: str = ""
    category: str = ""
    """For example ``Sênior``: sides of one category are also ranked among themselves."""
    checked_in: bool = False
    withdrawn: bool = False
    left_during: int = 0
    """The phase of groups that the side left before the end of its group; 0 for none."""
    left_as: int = 0
    """The side's place in the order in which sides left, from 1; 0 if it has not left."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a round: its fixture, both reports and the result."""

    fixture: Fixture
    reports: tuple[EncounterResult | None, EncounterResult | None] = (None, None)
    result: EncounterResult | None = None
    """The result that counts; None until both agree, the desk has the signed sheet or the referee has decided."""
    corrected: bool = False
    """True if the result was corrected later."""

    @property
    def differs(self) -> bool:
        """Return whether the sides reported different results, so that the referee has to decide."""
        return self.result is None and None not in self.reports

    @property
    def untouched(self) -> bool:
        """Return whether nothing has been reported yet."""
        return self.result is None and self.reports == (None, None)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round of a phase."""

    number: int
    stage: RoundStage
    tables: tuple[TableResult, ...]
    byes: tuple[int, ...]
    by_hand: frozenset[int] = frozenset()
    """The tables that were changed by hand."""
    paused: bool = False
    """True if its clock is stopped."""
    extended: int = 0
    """The minutes by which the call of time is postponed."""
    packs: str = ""
    """The name to which the packs of all tables are bound; empty if each table has its own."""
    commitments: tuple[str, ...] = ()
    """The commitments to the packs' secrets, deal by deal."""
    secrets: tuple[str, ...] = ()
    """The packs' secrets, once the round is over."""
    tables_of_encounter: int = 1
    """The number of tables at which two teams meet at once, one after the other."""
    line_ups: Mapping[int, LineUp] = field(default_factory=dict)
    """The line-up of each team that has given one."""

    def table(self, number: int) -> TableResult | None:
        """A table by its number, if the round has it."""
        return next((table for table in self.tables if table.fixture.table == number), None)

    def encounter_at(self, table: int) -> int:
        """Return the number of the encounter at a table."""
        return -(-table // self.tables_of_encounter)

    @property
    def encounters(self) -> tuple[tuple[Fixture, tuple[TableResult, ...]], ...]:
        """Each encounter with its tables; the number of a team's encounter is not that of a table."""
        if self.tables_of_encounter == 1:
            return tuple((table.fixture, (table,)) for table in self.tables)
        by_number: dict[int, list[TableResult]] = {}
        for table in self.tables:
            by_number.setdefault(self.encounter_at(table.fixture.table), []).append(table)
        return tuple(
            (structs.replace(tables[0].fixture, table=number), tuple(tables)) for number, tables in by_number.items()
        )

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The fixture of each encounter, once."""
        return tuple(fixture for fixture, _ in self.encounters)

    @property
    def outstanding(self) -> tuple[TableResult, ...]:
        """The tables without a result."""
        return tuple(table for table in self.tables if table.result is None)


@dataclass(frozen=True, slots=True)
class MissedRound:
    """A round that a side misses with notice; `bye` is whether it counts as a bye."""

    side: int
    round: int
    bye: bool


@dataclass(frozen=True, slots=True)
class PhaseState:
    """A phase; it has begun once it has groups."""

    number: int
    seed: str = ""
    groups: tuple[tuple[int, ...], ...] = ()
    rounds: tuple[RoundState, ...] = ()
    absences: tuple[MissedRound, ...] = ()

    @property
    def members(self) -> tuple[int, ...]:
        """The sides of the phase, group by group."""
        return tuple(side for group in self.groups for side in group)

    def round(self, number: int) -> RoundState | None:
        """A round by its number, if it is drafted."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def absent(self, number: int) -> frozenset[int]:
        """The sides that miss a round with notice."""
        return frozenset(absence.side for absence in self.absences if absence.round == number)

    def requested_byes(self, number: int) -> tuple[int, ...]:
        """The sides that have asked for a bye in a round."""
        return tuple(sorted(absence.side for absence in self.absences if absence.round == number and absence.bye))


@dataclass(frozen=True, slots=True)
class AppliedPenalty:
    """A penalty of the regulations' list, in a phase; `line` is that of its event."""

    line: int
    phase: int
    side: int
    penalty: str
    reason: str


@dataclass(frozen=True, slots=True)
class RefereeDecision:
    """A decision of the referee, with article, reason, author and time (milliseconds since 1970).

    `place` is the phase, the round and the table of the decided encounter, if there is one.
    """

    line: int
    article: str
    reason: str
    by: str
    at: int
    place: tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state after a number of `lines` of the log."""

    regulations: Regulations
    digest: str = ""
    """The digest of the regulations adopted last; empty before."""
    lines: int = 0
    sides: Mapping[int, Participant] = field(default_factory=dict)
    last_number: int = 0
    """The highest number that an entry has had. Numbers are never reused, as players' links depend on them."""
    phases: tuple[PhaseState, ...] = ()
    penalties: tuple[AppliedPenalty, ...] = ()
    decisions: tuple[RefereeDecision, ...] = ()

    def phase(self, number: int) -> PhaseState | None:
        """A phase by its number from 1, if the regulations have it."""
        return self.phases[number - 1] if 0 < number <= len(self.phases) else None

    @property
    def current(self) -> PhaseState | None:
        """The phase begun last."""
        return next((phase for phase in reversed(self.phases) if phase.groups), None)

    @property
    def next_phase(self) -> int:
        """The number of the first phase that has not begun; 0 if all have."""
        return next((phase.number for phase in self.phases if not phase.groups), 0)

    def active(self, number: int) -> bool:
        """Return whether a side has entered and not withdrawn."""
        return number in self.sides and not self.sides[number].withdrawn

    def departed(self, phase: int) -> tuple[int, ...]:
        """The sides of a phase that have withdrawn, in the order in which they left."""
        gone = [side for side in self.phases[phase - 1].members if not self.active(side)]
        return tuple(sorted(gone, key=lambda side: self.sides[side].left_as))

    def available(self, phase: PhaseState, number: int) -> tuple[int, ...]:
        """Return the sides of a phase that can be paired in a round, without sides that left or gave notice."""
        absent = phase.absent(number)
        return tuple(side for side in phase.members if self.active(side) and side not in absent)

    def annulled(self, phase: int) -> frozenset[int]:
        """The sides whose results in a phase the regulations annul, because they left it before its end."""
        if getattr(self.regulations.phases[phase - 1], "withdrawn", "kept") == "kept":
            return frozenset()
        return frozenset(
            side for side, record in self.sides.items() if record.withdrawn and record.left_during == phase
        )
