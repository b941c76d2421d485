"""Which events a command leads to at a table, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canastra.table import commands as asked
from canastra.table.commands import Command
from canastra.table.events import Event
from canastra.table.handlers import deal, offers, play, seats, time
from canastra.table.handlers.transaction import Draft
from canastra.table.table import Table


def decide(table: Table, command: Command, now: int) -> tuple[Event, ...]:
    """The events of a command at a time, in milliseconds; a `RefusalError` if it may not be done.

    The same table, command and time give the same events. Only `Tick` may lead to none.
    """
    return outcome(table, command, now)[0]


def outcome(table: Table, command: Command, now: int) -> tuple[tuple[Event, ...], Table]:
    """The events of a command, as `decide` says, and the table that they make: what `evolve` makes of them."""
    draft = Draft(table, now)
    _DECISIONS[type(command)](draft, command)
    return tuple(draft.events), draft.table


_DECISIONS: dict[type[Command], Callable[[Draft, Any], None]] = {
    asked.Sit: seats.sit,
    asked.Leave: seats.leave,
    asked.Fill: seats.fill,
    asked.Ready: seats.ready,
    asked.Close: seats.close,
    asked.Abandon: seats.abandon,
    asked.Back: seats.back,
    asked.Disconnect: seats.disconnect,
    asked.Reconnect: seats.reconnect,
    asked.DrawSeats: deal.draw_seats,
    asked.DrawForDealer: deal.draw,
    asked.Commit: deal.commit,
    asked.Contribute: deal.contribute,
    asked.Deal: deal.deal,
    asked.Annul: deal.annul,
    asked.Act: play.act,
    asked.BotAct: play.bot_act,
    asked.Undo: play.undo,
    asked.Offer: offers.offer,
    asked.Accept: offers.accept,
    asked.Decline: offers.decline,
    asked.TakeBack: offers.take_back,
    asked.Claim: offers.claim,
    asked.Tick: time.tick,
    asked.Resume: time.resume,
}
