"""What a table waits for from its server: all read off the table, so that nothing is forgotten by a restart."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.table import clocks
from canastra.table.deciding_deal import contributions_of, may_be_dealt
from canastra.table.table import Stage, Table


@dataclass(frozen=True, slots=True)
class DealerNeeded:
    """A shuffled pack to draw the first dealer from: answer with `DrawForDealer`."""


@dataclass(frozen=True, slots=True)
class CommitmentNeeded:
    """A secret for this deal: answer with `Commit`."""

    match: str
    deal: int
    dealer: int


@dataclass(frozen=True, slots=True)
class PackNeeded:
    """All contributions are there, by seat in hexadecimal: answer with `Deal`."""

    match: str
    deal: int
    dealer: int
    contributions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotNeeded:
    """A bot's action: show it the seat's view (`seat_view`) and answer with `BotAct`."""

    seat: int
    level: str
    step: int


Need = DealerNeeded | CommitmentNeeded | PackNeeded | BotNeeded


def need(table: Table, now: int) -> Need | None:
    """What the server has to bring now; None while people are waited for."""
    if table.stage is Stage.DRAWING:
        return DealerNeeded()
    if table.stage is Stage.GATHERING and table.match is not None:
        about = (table.settings.match, table.next_deal, table.match.dealer)
        if not table.commitment:
            return CommitmentNeeded(*about)
        return PackNeeded(*about, tuple(contributions_of(table))) if may_be_dealt(table, now) else None
    level = table.bot_to_act
    if level is not None and table.to_act is not None:
        return BotNeeded(table.to_act, level, table.step)
    return None


def wake_at(table: Table) -> int | None:
    """When to send `Tick` and ask for `need` again, if nothing happens before; None for never."""
    if table.clock is not None and table.to_act is not None:
        return clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock)
    between = table.settings.clock.between
    if table.stage is Stage.GATHERING and table.commitment and between and not table.all_contributed:
        return table.committed_at + between
    return None
