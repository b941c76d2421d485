"""Which events a command leads to at a table, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canastra.table import commands as asked
from canastra.table import deciding_deal, deciding_offers, deciding_play, deciding_seats, deciding_time
from canastra.table.commands import Command
from canastra.table.draft import Draft
from canastra.table.events import Event
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
    asked.Sit: deciding_seats.sit,
    asked.Leave: deciding_seats.leave,
    asked.Fill: deciding_seats.fill,
    asked.Ready: deciding_seats.ready,
    asked.Close: deciding_seats.close,
    asked.Abandon: deciding_seats.abandon,
    asked.Back: deciding_seats.back,
    asked.Disconnect: deciding_seats.disconnect,
    asked.Reconnect: deciding_seats.reconnect,
    asked.DrawSeats: deciding_deal.draw_seats,
    asked.DrawForDealer: deciding_deal.draw,
    asked.Commit: deciding_deal.commit,
    asked.Contribute: deciding_deal.contribute,
    asked.Deal: deciding_deal.deal,
    asked.Annul: deciding_deal.annul,
    asked.Act: deciding_play.act,
    asked.BotAct: deciding_play.bot_act,
    asked.Undo: deciding_play.undo,
    asked.Offer: deciding_offers.offer,
    asked.Accept: deciding_offers.accept,
    asked.Decline: deciding_offers.decline,
    asked.TakeBack: deciding_offers.take_back,
    asked.Claim: deciding_offers.claim,
    asked.Tick: deciding_time.tick,
    asked.Resume: deciding_time.resume,
}
