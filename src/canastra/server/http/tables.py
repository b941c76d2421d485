"""Routes about tables: opening, listing, seats, bots, records, messages for programs; rulebooks and words."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, field
from starlette.responses import Response

from canastra import bots
from canastra.bots import LEVELS, PLAIN_LEVELS
from canastra.errors import RulebookError
from canastra.protocol import ClientMessage, ServerMessage
from canastra.protocol.messages import UNANSWERED, Error
from canastra.protocol.tables import (
    NewTable,
    RulebookCard,
    Rulebooks,
    SeatBots,
    Seated,
    TableCard,
    Tables,
    TakeSeat,
    rulebook_card,
)
from canastra.protocol.words import Language, RulebookWords, Words, rulebook_words, words
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.server.chat import PRESETS, REACTIONS
from canastra.server.http.endpoint import Call, Caller, Operation, Query, Work
from canastra.server.http.errors import refused, unanswered
from canastra.server.lobby import Lobby
from canastra.server.origins import address_of
from canastra.server.ws import ConnectParams
from canastra.server.ws.connection import NDJSON

Invitation = Annotated[
    str, Meta(max_length=80, description="of a private table; better in the header Canastra-Invitation")
]


class TablesQuery(Query, frozen=True):
    """The list of tables that the client wants."""

    state: Literal["open", "running"] = "open"
    rulebook: Annotated[str, Meta(max_length=64)] = ""
    after: Annotated[str, Meta(max_length=200, description="where the page before it ended")] = ""


class InvitedQuery(Query, frozen=True):
    """The invitation to a private table."""

    invitation: Invitation = ""


class StreamQuery(InvitedQuery, frozen=True):
    """The first event to get, and the role of the client."""

    v: Annotated[int, Meta(ge=1, le=1, description="version of the messages")] = 1
    from_seq: Annotated[int, Meta(ge=0, le=10**15 - 1, description="the first event wanted; 0 for the state alone")] = (
        field(name="from", default=0)
    )
    watch: Annotated[bool, Meta(description="watch, though I could sit")] = False


async def list_rulebooks(call: Call) -> Rulebooks:
    """The official rulebooks, and what else can be chosen."""
    return all_rulebooks(PLAIN_LEVELS if call.context.settings.plain_bots else LEVELS)


async def read_rulebook(call: Call) -> RulebookCard:
    """A rulebook, also a house's."""
    return rulebook_card(found(call.context.lobby, call.path["rulebook"]))


async def read_house(call: Call) -> Response:
    """The file of a house's rulebook."""
    name = call.path["rulebook"]
    return attached(call.context.lobby.registry.houses.file(name), f"{name}.toml", "application/toml")


async def list_tables(call: Call) -> Tables:
    """Public tables with an empty seat, or public ones to watch."""
    query: TablesQuery = call.query
    lobby = call.context.lobby
    after, rulebook = query.after or None, query.rulebook or None
    if query.state == "open":
        address = address_of(call.request.scope)
        return await lobby.queries.open_tables(after, call.page, call.identity, rulebook, address)
    return await lobby.queries.running(after, call.page, call.identity, rulebook)


async def list_my_tables(call: Call) -> Tables:
    """My tables."""
    return await call.context.lobby.queries.mine(call.me)


async def open_table(call: Call) -> TableCard:
    """Open a table."""
    new: NewTable = call.body
    return await call.context.lobby.open(call.me, new, address_of(call.request.scope))


async def read_table(call: Call) -> TableCard:
    """A table."""
    return await call.context.lobby.queries.card(call.path["table"], call.identity, call.invitation)


async def close_table(call: Call) -> None:
    """Close my table before its match."""
    await call.context.lobby.seating.close(call.me, call.path["table"])


async def take_seat(call: Call) -> Seated:
    """Sit down."""
    taken: TakeSeat = call.body
    return await call.context.lobby.seating.take_seat(call.me, call.path["table"], call.path["seat"], taken.invitation)


async def leave_seat(call: Call) -> None:
    """Get up."""
    await call.context.lobby.seating.leave(call.me, call.path["table"])


async def unseat(call: Call) -> None:
    """Have a person or a bot get up from my table before its match."""
    await call.context.lobby.seating.unseat(call.me, call.path["table"], call.path["seat"])


async def put_bots(call: Call) -> None:
    """Put bots on empty seats of my table."""
    new: SeatBots = call.body
    await call.context.lobby.seating.put_bots(call.me, call.path["table"], new.level, new.seat)


async def send_bot_away(call: Call) -> None:
    """Send a bot of my table away."""
    await call.context.lobby.seating.send_bot_away(call.me, call.path["table"], call.path["seat"])


async def read_record(call: Call) -> Response:
    """The match as a record; while a deal runs, as I may see it."""
    table = call.path["table"]
    text = await call.context.lobby.queries.record(table, call.identity, call.invitation)
    return attached(text, f"{table}.canastra", "text/plain")


async def stream(call: Call) -> Response:
    """All messages that a socket of the table would get, one a line."""
    if call.request.method == "HEAD":  # It would never end.
        return Response(media_type=NDJSON)
    query: StreamQuery = call.query
    params = ConnectParams(call.path["table"], query.from_seq, query.watch, call.invitation)
    return await call.context.sockets.stream(call.request, params)


async def command(call: Call) -> ServerMessage | Response:
    """A command for my seat; the answer says whether it was done."""
    message: ClientMessage = call.body
    table = call.path["table"]
    seat = await call.context.lobby.queries.admit(call.me, table, watch=True, invitation=call.invitation)
    found = await call.context.sockets.send(call.me, table, seat, message)
    return unanswered(found) if isinstance(found, Error) and found.fault.code in UNANSWERED else found


def attached(text: str, name: str, media: str) -> Response:
    """A text as a file to keep; `name` is ASCII without quotes."""
    return Response(text, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=media)


S = Caller.SESSION
TABLE = "/api/tables/{table}"


class WordsQuery(Query, frozen=True):
    """The language that the client wants."""

    lang: Language = "pt"


async def read_words(call: Call) -> Words:
    """The words of a language."""
    return words(call.query.lang)


async def read_rulebook_words(call: Call) -> RulebookWords:
    """A rulebook in words, also a house's."""
    return rulebook_words(found(call.context.lobby, call.path["rulebook"]), call.query.lang)


OPERATIONS = (
    Operation("GET", "/api/rulebooks", list_rulebooks, Rulebooks, public=True),
    Operation("GET", "/api/rulebooks/{rulebook}", read_rulebook, RulebookCard, public=True),
    Operation(
        "GET",
        "/api/rulebooks/{rulebook}/house",
        read_house,
        str,
        media="application/toml",
    ),
    Operation(
        "GET",
        "/api/tables",
        list_tables,
        Tables,
        query=TablesQuery,
    ),
    Operation(
        "POST",
        "/api/tables",
        open_table,
        TableCard,
        NewTable,
        caller=S,
        status=201,
        errors=(409,),
        attempts="tables",
        heeds=True,
    ),
    Operation("GET", "/api/me/tables", list_my_tables, Tables, caller=S, heeds=True, work=Work.PAGE),
    Operation("GET", TABLE, read_table, TableCard, query=InvitedQuery),
    Operation("DELETE", TABLE, close_table, caller=S, errors=(409,)),
    Operation("PUT", f"{TABLE}/seats/{{seat}}", take_seat, Seated, TakeSeat, caller=S, errors=(409,), heeds=True),
    Operation("DELETE", f"{TABLE}/seats/mine", leave_seat, caller=S, errors=(409,)),
    Operation("DELETE", f"{TABLE}/seats/{{seat}}", unseat, caller=S, errors=(409,)),
    Operation(
        "POST",
        f"{TABLE}/bots",
        put_bots,
        None,
        SeatBots,
        caller=S,
        errors=(409,),
    ),
    Operation("DELETE", f"{TABLE}/bots/{{seat}}", send_bot_away, caller=S, errors=(409,)),
    Operation(
        "GET",
        f"{TABLE}/record",
        read_record,
        str,
        query=InvitedQuery,
        errors=(409,),
        media="text/plain",
        attempts="records",
        work=Work.LOG,
    ),
    Operation("GET", f"{TABLE}/stream", stream, str, query=StreamQuery, media=NDJSON, effect=True, work=Work.LOG),
    Operation(
        "POST", f"{TABLE}/commands", command, ServerMessage, ClientMessage, query=InvitedQuery, caller=S, work=Work.LOG
    ),
    Operation("GET", "/api/words", read_words, Words, query=WordsQuery, public=True),
    Operation(
        "GET", "/api/rulebooks/{rulebook}/words", read_rulebook_words, RulebookWords, query=WordsQuery, public=True
    ),
)


@cache
def all_rulebooks(levels: tuple[str, ...] = bots.LEVELS) -> Rulebooks:
    """The official rulebooks, these levels of bots, the keys of presets and reactions."""
    cards = tuple(rulebook_card(official(rulebook)) for rulebook in OFFICIAL)
    return Rulebooks(cards, levels, tuple(PRESETS), tuple(REACTIONS))


def found(lobby: Lobby, rulebook_id: str) -> Rulebook:
    """Any rulebook that a table here may use; otherwise refused (404)."""
    try:
        return lobby.registry.find(rulebook_id)
    except RulebookError:
        raise refused(404, "api_rulebook", rulebook=rulebook_id) from None
