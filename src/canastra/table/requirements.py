"""The things that a table requires of its server. They all follow from the table, so a restart forgets nothing."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.fairness import Context
from canastra.table import clocks
from canastra.table.handlers.absence import absence_of
from canastra.table.handlers.deal import contributions_of, dealt_at, may_be_dealt
from canastra.table.table import Stage, Table


@dataclass(frozen=True, slots=True)
class DealerNeeded:
    """The table needs a shuffled pack to draw the dealer from: answer with `DrawForDealer`.

    With `packs`, all tables with these packs draw from the same one before this deal.
    """

    packs: str = ""
    deal: int = 1


@dataclass(frozen=True, slots=True)
class CommitmentNeeded:
    """The table needs a secret for this shuffle: answer with `Commit`."""

    context: Context
    deal: int
    """Number of the deal; 0 of the lot for the seats."""
    packs: str = ""
    """The id of the packs in common to which the secret belongs; empty for the table's own."""


@dataclass(frozen=True, slots=True)
class PackNeeded:
    """The table needs the pack made with these contributions (by seat, in hexadecimal). Answer with `Deal`, or for the
    lot with `DrawSeats`.
    """

    context: Context
    deal: int
    """Number of the deal; 0 of the lot for the seats."""
    contributions: tuple[str, ...]
    packs: str = ""
    """The id of the packs in common, to which contributions add nothing; empty for the table's own."""


@dataclass(frozen=True, slots=True)
class BotNeeded:
    """The table needs a bot's action: show it the seat's view (`seat_view`) and answer with `BotAct`."""

    seat: int
    level: str
    step: int


_SHUFFLING = (Stage.LOTS, Stage.GATHERING)
Requirement = DealerNeeded | CommitmentNeeded | PackNeeded | BotNeeded


def next_requirement(table: Table, now: int) -> Requirement | None:
    """The server's next task at this table; None while the table waits for people."""
    if table.stage is Stage.DRAWING:
        return DealerNeeded(table.settings.packs, table.next_deal)
    if table.stage in _SHUFFLING:
        shuffle = table.shuffle
        if not table.commitment:
            return CommitmentNeeded(shuffle.context, shuffle.deal, shuffle.packs)
        if not may_be_dealt(table, now):
            return None
        return PackNeeded(shuffle.context, shuffle.deal, tuple(contributions_of(table)), shuffle.packs)
    level = table.bot_to_act
    if level is not None and table.to_act is not None:
        return BotNeeded(table.to_act, level, table.step)
    return None


def wake_at(table: Table) -> int | None:
    """The time to send `Tick` and to ask for `next_requirement` again if nothing happens before; None if never."""
    if table.clock is not None and table.to_act is not None:
        return clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock)
    if table.stage in _SHUFFLING and table.commitment:
        return dealt_at(table)
    absence = absence_of(table)
    return None if absence is None else absence.by_itself
