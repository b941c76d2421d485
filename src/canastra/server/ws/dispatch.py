"""Dispatch: a frame becomes a message, which is handled and answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final, get_args
from zlib import crc32

import msgspec

from canastra import table as tables
from canastra.bots import COMPILED, LEVELS
from canastra.bots.explain.hint import hint_reasons
from canastra.cards import CARDS, Card, parse_cards
from canastra.engine import Meld, Option, View, options
from canastra.errors import CanastraError, CardError
from canastra.protocol import LARGEST_FRAME, ClientMessage, Close, ProtocolError, ServerMessage, commands, read_client
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.protocol.commands import Command, Hint, Ping, Preview, React, Say
from canastra.protocol.messages import (
    Done,
    Error,
    Fault,
    Hinted,
    PlayOption,
    Pong,
    Previewed,
    Reason,
    Refused,
    fault,
    wrong,
)
from canastra.protocol.state import MeldState
from canastra.server.bots import Asker
from canastra.server.chat import Listener, TableSituation
from canastra.server.limits import limit
from canastra.server.live import CommandReply, CommandRequest, Completed, Services, TableStoppedError, seat_of
from canastra.server.live.requests import COMMAND_ID
from canastra.server.logging import code_of, log
from canastra.server.storage import StorageError, UnavailableError
from canastra.server.users import Identity
from canastra.server.ws.connection_limits import SocketRates
from canastra.server.ws.rooms import Context
from canastra.table import RefusalError, Stage, Table, seat_view
from canastra.table.handlers.transaction import Transaction

limit("message", LARGEST_FRAME, "a message", "bytes", "refused: `ws_too_large`, or close 1009")


class _Named(msgspec.Struct):
    id: str | None = None


_named = msgspec.json.Decoder(_Named)


class FrameReader:
    """Reads the frames of one socket. It ends a socket that is warned too often, or sends `most` invalid messages in a
    row.
    """

    def __init__(self, rates: SocketRates, session: str | None, address: str, most: int) -> None:
        self._rates, self._session, self._address, self._most = rates, session, address, most
        self._own, self._warnings = rates.socket(), rates.socket()
        self._malformed = 0

    def read(self, text: str | None) -> ClientMessage | Error:
        """The message of a frame (None: a binary frame), or its error.

        Raises ConnectionRejectedError to close the socket: too many invalid messages in a row, or too fast for too
        long.
        """
        if not self._in_time():
            if not self._warnings.take():
                raise ConnectionRejectedError(Close.TOO_MANY)
            return wrong("ws_too_fast", id_of(text))
        found = checked(text)
        if not isinstance(found, Error):
            self._malformed = 0
            return found
        self._malformed += 1
        if self._malformed >= self._most:
            raise ConnectionRejectedError(Close.MALFORMED)
        return found

    def _in_time(self) -> bool:
        rates = self._rates
        if not self._own.take() or (self._session is not None and not rates.session(self._session).take()):
            return False
        return rates.address(self._address).take()


def checked(text: str | None) -> ClientMessage | Error:
    """The message of a frame (None: a binary frame), or its error."""
    if text is None:
        return wrong("ws_binary")
    if len(text) > LARGEST_FRAME or len(text.encode("utf-8", "replace")) > LARGEST_FRAME:
        return wrong("ws_too_large", most=LARGEST_FRAME)
    try:
        message = read_client(text)
    except ProtocolError as error:
        return Error(fault(error), id_of(text))
    command_id = getattr(message, "id", None)
    if command_id is not None and not COMMAND_ID.fullmatch(command_id):  # The contract's pattern lets "c1\n" pass.
        return wrong("live_command_id")
    return message


def id_of(text: str | None) -> str | None:
    """The id of an invalid message if it has a well-formed one, else None."""
    if text is None or len(text) > LARGEST_FRAME:
        return None
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found is not None and COMMAND_ID.fullmatch(found) else None


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


async def advised(context: Context, table_id: str, player: str, seat: int, message: Preview | Hint) -> ServerMessage:
    """The answer to a question of a player, who must have the seat; a RefusalError becomes a `Refused`."""
    table = (await context.host.table(table_id)).table
    try:
        if seat_of(table, player) != seat:
            raise RefusalError("live_not_yours")
        if isinstance(message, Preview):
            return previewed(table, seat, message)
        return await _hinted(context, table_id, table, seat, message)
    except RefusalError as error:
        return Refused(message.id, fault(error))


def previewed(table: Table, seat: int, message: Preview) -> Previewed:
    """The ways to play the given cards now. Raises RefusalError between deals, CardError for unknown cards."""
    view, cards = _view(table, seat), _cards(message.cards)
    ways = [play_option(option) for option in options(view, cards)]
    legal = tuple(way for way in ways if way.fault is None)
    return Previewed(message.id, table.step, legal, tuple(way for way in ways if way.fault is not None))


async def _hinted(context: Context, table_id: str, table: Table, seat: int, message: Hint) -> ServerMessage:
    if not context.lobby.queries.terms(table_id).hints:
        raise RefusalError("ws_no_hints")
    Transaction(table, table.now).turn_of(seat, table.step)
    if table.bot_to_act is not None:
        raise RefusalError("table_bot_plays")
    if not context.rates.hints(table.seats[seat].player).take():
        return wrong("ws_too_many_hints", message.id)
    return await hinted(table, seat, message, context.host.services)


async def hinted(table: Table, seat: int, message: Hint, services: Services) -> Hinted:
    """The move of a good bot on the seat whose turn it is, with its reasons."""
    view = _view(table, seat)
    # Seeded by public data: asking again gives the same hint and reveals nothing more.
    seed = crc32(f"{table.settings.match} {table.step}".encode())
    stand_in = table.settings.stand_in
    asker = Asker(table.seats[seat].player)
    level = LEVELS[-1] if stand_in in COMPILED else stand_in
    action = await services.bots.choose(view, level, seed, services.limits.bot_seconds, asker)
    found = hint_reasons(await services.bots.explain(view, action, services.limits.explain_seconds, asker))
    given = tuple(Reason(fact.message("pt"), fact.message("en"), fact.article) for fact in found)
    return Hinted(message.id, table.step, str(action), given)


def _view(table: Table, seat: int) -> View:
    Transaction(table, table.now).stage(Stage.PLAYING)
    view = seat_view(table, seat)
    assert view is not None
    return view


def _cards(written: str) -> tuple[Card, ...]:
    cards = parse_cards(written)
    for card in cards:
        if card not in CARDS:  # The notation accepts `??`, but it cannot be played.
            raise CardError("card_malformed", text=str(card))
    return cards


def play_option(option: Option) -> PlayOption:
    """An option in the form of a preview."""
    why, card = option.fault, option.stands_for
    return PlayOption(
        kind=option.kind.value,
        action=str(option.action),
        then=None if option.then is None else str(option.then),
        number=option.number,
        meld=None if option.meld is None else _meld(option.meld),
        canasta=option.canasta.value,
        stands_for=None if card is None else str(card),
        points=option.points,
        total=option.total,
        minimum=option.minimum,
        fault=None if why is None else Fault(why.code, why.message("pt"), why.message("en"), why.article),
    )


def _meld(meld: Meld) -> MeldState:
    return {"cards": str(meld), "low": meld.low, "wild": meld.wild if meld.has_wild else None}
