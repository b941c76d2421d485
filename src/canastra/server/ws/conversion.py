"""Between what the host speaks of and what goes over the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from canastra import table as tables
from canastra.protocol import ServerMessage, State, commands
from canastra.protocol.messages import Done, Missed, Refused, Seen, Update
from canastra.server import live
from canastra.server.ws.close import fault

Build = Callable[[int, Any], tables.Command]

_COMMANDS: Final[Mapping[type[commands.Command], Build]] = {
    commands.Act: lambda seat, it: tables.Act(seat, it.action, it.step),
    commands.Undo: lambda seat, it: tables.Undo(seat, it.step),
    commands.Ready: lambda seat, it: tables.Ready(seat),
    commands.Contribute: lambda seat, it: tables.Contribute(seat, it.bytes),
    commands.Offer: lambda seat, it: tables.Offer(seat, it.offer),
    commands.Accept: lambda seat, it: tables.Accept(seat, it.offer),
    commands.Decline: lambda seat, it: tables.Decline(seat, it.offer),
    commands.WithdrawOffer: lambda seat, it: tables.WithdrawOffer(seat, it.offer),
    commands.ClaimWin: lambda seat, it: tables.ClaimWin(seat),
    commands.ReturnToSeat: lambda seat, it: tables.ReturnToSeat(seat),
    commands.Leave: lambda seat, it: tables.Leave(seat),
}


def command_of(message: commands.Command, seat: int) -> tables.Command:
    """The table's command of a message, for the sender's own seat."""
    return _COMMANDS[type(message)](seat, message)


def answer_of(command_id: str, answer: live.CommandReply) -> ServerMessage:
    """What a table answered."""
    if isinstance(answer, live.Accepted):
        return Done(command_id, answer.seq, answer.last)
    return Refused(command_id, fault(answer.refusal), _missed(answer.missed))


def update_of(update: live.Update) -> Update:
    """What happened at a table."""
    return Update(update.seq, seen_of(update), update.changes)


def seen_of(update: live.Update) -> tuple[Seen, ...]:
    """The events of an update."""
    return tuple(Seen(each.seq, each.event) for each in update.events)


def state_of(snapshot: Mapping[str, Any]) -> State:
    """The host's snapshot is the state that clients hold."""
    return cast(State, snapshot)


def _missed(update: live.Update | None) -> Missed | None:
    if update is None:
        return None
    return Missed(update.seq, seen_of(update), None if update.snapshot is None else state_of(update.snapshot))
