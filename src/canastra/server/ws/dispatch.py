"""One message of somebody, done and answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Final, get_args

import msgspec

from canastra import table as tables
from canastra.errors import CanastraError
from canastra.protocol import ClientMessage, ServerMessage, commands
from canastra.protocol.commands import Command, Hint, Ping, Preview, React, Say
from canastra.protocol.messages import Done, Error, Pong, Refused
from canastra.server.chat import Listener, TableSituation
from canastra.server.live import CommandReply, CommandRequest, Completed
from canastra.server.logging import code_of, log
from canastra.server.storage import StorageError
from canastra.server.users import Identity
from canastra.server.ws.close import fault, wrong
from canastra.server.ws.context import Context
from canastra.server.ws.queries import advised

Message = Command | Say | React | Preview | Hint
"""What is answered under its id: every message but a ping."""
_KINDS: Final = get_args(commands.Command)
_COMMANDS: Final[Mapping[type[commands.Command], Callable[..., tables.Command]]] = {
    each: getattr(tables, each.__name__) for each in _KINDS
}
"""The table's command by the message: the same name, and the sender's seat in the place of the id."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: a person or nobody in particular, from a seat or as a spectator."""

    identity: Identity | None
    seat: int | None
    table_id: str
    member: Listener | None = None
    """In the room of the talk: gets the answer, and no copy of it."""


async def dispatch(context: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """Do it. Whatever goes wrong is an answer too; only to be cancelled is raised."""
    if isinstance(message, Ping):
        return Pong(message.n, context.time.now())
    try:
        return await _done(context, sender, message)
    except Exception as error:  # noqa: BLE001 - of this one message; the socket goes on
        return failed(error, message.id, sender.table_id)


def request_of(sender: Sender, message: ClientMessage) -> CommandRequest | None:
    """What is asked of the table by a message from its seat; None of any other message, which needs `dispatch`."""
    if sender.identity is None or sender.seat is None or not isinstance(message, _KINDS):
        return None
    return CommandRequest(command_of(message, sender.seat), message.id, sender.identity.player)


def replied(reply: asyncio.Future[CommandReply], command_id: str, table_id: str) -> ServerMessage:
    """The answer to a command that was put into a table's mailbox, once it is there."""
    error = reply.exception()
    return answer_of(command_id, reply.result()) if error is None else failed(error, command_id, table_id)


def failed(error: BaseException, command_id: str, table_id: str) -> Error:
    """What is said of a message that met an error."""
    if isinstance(error, CanastraError) and not isinstance(error, StorageError):  # Its figures name files.
        return Error(fault(error), command_id)
    log(logging.ERROR, "fault", table=table_id, error=code_of(error))
    return wrong("hosting_fault", command_id)


async def dispatch_posted(context: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """The same for a message that came by a request, as often as its session may send any."""
    metrics, received = context.metrics, perf_counter()
    metrics.received.inc()
    command_id = None if isinstance(message, Ping) else message.id
    if sender.identity is not None and not context.rates.session(sender.identity.session).take():
        found: ServerMessage = wrong("sockets_too_fast", command_id)
        metrics.refused.labels("sockets_too_fast").inc()
    else:
        found = await dispatch(context, sender, message)
        metrics.commands.observe(perf_counter() - received)
    return found


async def _done(context: Context, sender: Sender, message: Message) -> ServerMessage:
    identity = sender.identity
    if identity is None:
        return wrong("sockets_nobody", message.id)
    if isinstance(message, Say | React):
        situation = TableSituation.of((await context.host.table(sender.table_id)).table)
        if isinstance(message, Say):
            return await context.chat.say(identity, sender.table_id, message, situation, sender.member)
        return context.chat.react(identity, sender.table_id, message, situation, sender.member)
    if sender.seat is None:
        return wrong("sockets_spectator", message.id)
    if isinstance(message, Preview | Hint):
        return await advised(context, sender.table_id, identity.player, sender.seat, message)
    ask = request_of(sender, message)
    assert ask is not None, "any other message is a command"
    return answer_of(message.id, await context.host.send(sender.table_id, ask))


def command_of(message: commands.Command, seat: int) -> tables.Command:
    """The table's command of a message, for the sender's own seat."""
    _, *fields = msgspec.structs.astuple(message)
    return _COMMANDS[type(message)](seat, *fields)


def answer_of(command_id: str, answer: CommandReply) -> ServerMessage:
    """What a table answered."""
    if isinstance(answer, Completed):
        return Done(command_id, answer.seq, answer.last)
    return Refused(command_id, fault(answer.refusal), answer.missed)
