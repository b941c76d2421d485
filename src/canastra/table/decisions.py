"""Decides which events a command leads to, or why the table refuses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canastra.table import commands as asked
from canastra.table.commands import Command
from canastra.table.events import Event
from canastra.table.handlers import absence, deal, offers, play, seats, time
from canastra.table.handlers.transaction import Transaction
from canastra.table.table import Table


def decide(table: Table, command: Command, now: int) -> tuple[Event, ...]:
    """The events of a command at the time `now`, in milliseconds. Raises `RefusalError` if it is not allowed.

    The same table, command and time give the same events. Only `Tick` may lead to none.
    """
    return outcome(table, command, now)[0]


def outcome(table: Table, command: Command, now: int) -> tuple[tuple[Event, ...], Table]:
    """The events of a command and the table that they lead to; see `decide`."""
    transaction = Transaction(table, now)
    _DECISIONS[type(command)](transaction, command)
    return tuple(transaction.events), transaction.table


_DECISIONS: dict[type[Command], Callable[[Transaction, Any], None]] = {
    asked.Sit: seats.sit,
    asked.Leave: seats.leave,
    asked.AddBots: seats.add_bots,
    asked.Ready: seats.ready,
    asked.Close: seats.close,
    asked.Abandon: seats.abandon,
    asked.ReturnToSeat: seats.return_to_seat,
    asked.StandIn: absence.stand_in,
    asked.Disconnect: seats.disconnect,
    asked.Reconnect: seats.reconnect,
    asked.DrawSeats: deal.draw_seats,
    asked.DrawForDealer: deal.draw,
    asked.Commit: deal.commit_shuffle,
    asked.Contribute: deal.contribute,
    asked.Deal: deal.deal_cards,
    asked.Annul: deal.annul,
    asked.Act: play.act,
    asked.BotAct: play.bot_act,
    asked.Undo: play.undo,
    asked.Offer: offers.offer,
    asked.Accept: offers.accept,
    asked.Decline: offers.decline,
    asked.WithdrawOffer: offers.withdraw_offer,
    asked.ClaimWin: offers.claim_win,
    asked.Tick: time.tick,
    asked.CallPlay: seats.call_play,
    asked.CallTime: time.call_time,
    asked.ResumeClocks: time.resume_clocks,
}
