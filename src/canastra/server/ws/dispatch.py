"""Dispatch: a message is handled and answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final, get_args

import msgspec

from canastra import table as tables
from canastra.errors import CanastraError
from canastra.protocol import ClientMessage, ServerMessage, commands
from canastra.protocol.commands import Command, Hint, Ping, Preview, React, Say
from canastra.protocol.messages import (
    Done,
    Error,
    Pong,
    Refused,
    fault,
    wrong,
)
from canastra.server.chat import Listener, TableSituation
from canastra.server.live import CommandReply, CommandRequest, Completed, TableStoppedError
from canastra.server.logging import code_of, log
from canastra.server.storage import StorageError, UnavailableError
from canastra.server.users import Identity
from canastra.server.ws.queries import advised
from canastra.server.ws.rooms import Context

Message = Command | Say | React | Preview | Hint
"""The messages that are answered under their id: all but a ping."""
OF_TABLE = "a step of the table and a row"
WORK: Final[Mapping[type, tuple[str, str]]] = {
    Ping: ("nothing", ""),
    Say: ("a row, and a message to each who sits or watches", "lines_of_person"),
    React: ("a message to each who sits or watches", "lines_of_person"),
    Preview: ("the ways in which up to a hand of cards can be laid", ""),
    Hint: ("a turn of a bot, in its process", "hints_of_person"),
}
"""The most work that a message makes for the server, and the cap that it takes from besides those of all messages.

Other messages are commands, each of which is `OF_TABLE`.
"""
_KINDS: Final = get_args(commands.Command)
_COMMANDS: Final[Mapping[type[commands.Command], Callable[..., tables.Command]]] = {
    kind: getattr(tables, kind.__name__) for kind in _KINDS
}
"""The table's command by the message: the same name, with the sender's seat in the place of the id."""


class Sender(msgspec.Struct, frozen=True):
    """The sender: signed in or not, at a seat or as a spectator."""

    identity: Identity | None
    seat: int | None
    table_id: str
    member: Listener | None = None
    """The sender's chat listener; gets the answer instead of the broadcast."""


async def dispatch(context: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """Handle a message. Errors become answers; only CancelledError is raised."""
    try:
        if isinstance(message, Ping):
            return Pong(message.n, (await context.host.table(sender.table_id)).now())
        return await _done(context, sender, message)
    except Exception as error:  # noqa: BLE001 - of this one message; the socket goes on
        return failed(error, None if isinstance(message, Ping) else message.id, sender.table_id)


def request_of(sender: Sender, message: ClientMessage) -> CommandRequest | None:
    """The table command of a message from a seat; None for other messages, which need `dispatch`."""
    if sender.identity is None or sender.seat is None or not isinstance(message, _KINDS):
        return None
    return CommandRequest(command_of(message, sender.seat), message.id, sender.identity.player)


def replied(reply: CommandReply | TableStoppedError, command_id: str, table_id: str) -> ServerMessage:
    """The answer to a command that was put into a table's mailbox."""
    if isinstance(reply, TableStoppedError):
        return failed(reply, command_id, table_id)
    return answer_of(command_id, reply)


def failed(error: BaseException, command_id: str | None, table_id: str) -> Error:
    """The answer to a message that met an error."""
    if isinstance(error, CanastraError) and not isinstance(error, StorageError):  # A StorageError's figures name files.
        return Error(fault(error), command_id)
    # The command may be done or not, as if the table had stopped before it answered.
    if isinstance(error, UnavailableError):
        log(logging.WARNING, "not_answered", table=table_id, error=code_of(error))
        return Error(fault(TableStoppedError(table_id)), command_id)
    log(logging.ERROR, "fault", table=table_id, error=code_of(error))
    return wrong("live_fault", command_id)


async def dispatch_posted(context: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """Like `dispatch` for a message that came by a request, limited by the rate of its session."""
    metrics, received = context.metrics, perf_counter()
    metrics.received.inc()
    command_id = None if isinstance(message, Ping) else message.id
    if sender.identity is not None and not context.rates.session(sender.identity.session).take():
        found: ServerMessage = wrong("ws_too_fast", command_id)
        metrics.refused.labels("ws_too_fast").inc()
    else:
        found = await dispatch(context, sender, message)
        metrics.commands.observe(perf_counter() - received)
    return found


async def _done(context: Context, sender: Sender, message: Message) -> ServerMessage:
    identity = sender.identity
    if identity is None:
        return wrong("ws_nobody", message.id)
    if isinstance(message, Say | React):
        situation = TableSituation.of((await context.host.table(sender.table_id)).table)
        if isinstance(message, Say):
            return await context.chat.say(identity, sender.table_id, message, situation, sender.member)
        return context.chat.react(identity, sender.table_id, message, situation, sender.member)
    if sender.seat is None:
        return wrong("ws_spectator", message.id)
    if isinstance(message, Preview | Hint):
        return await advised(context, sender.table_id, identity.player, sender.seat, message)
    request = request_of(sender, message)
    assert request is not None, "any other message is a command"
    return answer_of(message.id, await context.host.send(sender.table_id, request))


def command_of(message: commands.Command, seat: int) -> tables.Command:
    """The table's command of a message, for the sender's own seat."""
    _, *fields = msgspec.structs.astuple(message)
    return _COMMANDS[type(message)](seat, *fields)


def answer_of(command_id: str, answer: CommandReply) -> ServerMessage:
    """The message of a table's answer."""
    if isinstance(answer, Completed):
        return Done(command_id, answer.seq, answer.last)
    return Refused(command_id, fault(answer.refusal), answer.missed)
