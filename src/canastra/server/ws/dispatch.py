"""One message of somebody, done and answered."""

from __future__ import annotations

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
from canastra.server.live import Accepted, CommandReply, CommandRequest
from canastra.server.logging import code_of, log
from canastra.server.storage import StorageError
from canastra.server.users import Identity
from canastra.server.ws.close import fault, wrong
from canastra.server.ws.context import Context
from canastra.server.ws.queries import advised

_COMMANDS: Final[Mapping[type[commands.Command], Callable[..., tables.Command]]] = {
    each: getattr(tables, each.__name__) for each in get_args(commands.Command)
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


async def dispatch(parts: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """Do it. Whatever goes wrong is an answer too; only to be cancelled is raised."""
    if isinstance(message, Ping):
        return Pong(message.n, parts.time.now())
    try:
        return await _done(parts, sender, message)
    except StorageError as error:  # Its figures name files.
        log(logging.ERROR, "fault", table=sender.table_id, error=code_of(error))
        return wrong("hosting_fault", message.id)
    except CanastraError as error:
        return Error(fault(error), message.id)
    except Exception as error:  # noqa: BLE001 - of this one message; the socket goes on
        log(logging.ERROR, "fault", table=sender.table_id, error=code_of(error))
        return wrong("hosting_fault", message.id)


async def dispatch_posted(parts: Context, sender: Sender, message: ClientMessage) -> ServerMessage:
    """The same for a message that came by a request, as often as its session may send any."""
    metrics, received = parts.metrics, perf_counter()
    metrics.received.inc()
    command_id = None if isinstance(message, Ping) else message.id
    if sender.identity is not None and not parts.rates.session(sender.identity.session).take():
        found: ServerMessage = wrong("sockets_too_fast", command_id)
        metrics.refused.labels("sockets_too_fast").inc()
    else:
        found = await dispatch(parts, sender, message)
        metrics.commands.observe(perf_counter() - received)
    return found


async def _done(parts: Context, sender: Sender, message: Command | Say | React | Preview | Hint) -> ServerMessage:
    identity = sender.identity
    if identity is None:
        return wrong("sockets_nobody", message.id)
    if isinstance(message, Say | React):
        moment = TableSituation.of((await parts.host.table(sender.table_id)).table)
        if isinstance(message, Say):
            return await parts.talk.say(identity, sender.table_id, message, moment, sender.member)
        return parts.talk.react(identity, sender.table_id, message, moment, sender.member)
    if sender.seat is None:
        return wrong("sockets_spectator", message.id)
    if isinstance(message, Preview | Hint):
        return await advised(parts, sender.table_id, identity.player, sender.seat, message)
    ask = CommandRequest(command_of(message, sender.seat), message.id, identity.player)
    return answer_of(message.id, await parts.host.send(sender.table_id, ask))


def command_of(message: commands.Command, seat: int) -> tables.Command:
    """The table's command of a message, for the sender's own seat."""
    _, *fields = msgspec.structs.astuple(message)
    return _COMMANDS[type(message)](seat, *fields)


def answer_of(command_id: str, answer: CommandReply) -> ServerMessage:
    """What a table answered."""
    if isinstance(answer, Accepted):
        return Done(command_id, answer.seq, answer.last)
    return Refused(command_id, fault(answer.refusal), answer.missed)
