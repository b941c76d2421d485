"""Routes for programs that play: a table's messages as a stream of lines, commands one by one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field
from starlette.responses import Response

from canastra.protocol import ClientMessage, ServerMessage
from canastra.protocol.messages import UNANSWERED, Error
from canastra.server.http.errors import unanswered
from canastra.server.http.operation import Call, Caller, Operation
from canastra.server.http.routes.tables import TABLE, InvitedQuery
from canastra.server.ws import ConnectParams

NDJSON = "application/x-ndjson"


class StreamQuery(InvitedQuery, frozen=True):
    """From which event on, and as whom."""

    v: Annotated[int, Meta(ge=1, le=1, description="version of the messages")] = 1
    from_seq: Annotated[int, Meta(ge=0, le=10**15 - 1, description="the first event wanted; 0 for the state alone")] = (
        field(name="from", default=0)
    )
    watch: Annotated[bool, Meta(description="watch, though I could sit")] = False


async def stream(call: Call) -> Response:
    """Everything that a socket of the table would say, a message a line."""
    if call.request.method == "HEAD":  # It would never end.
        return Response(media_type=NDJSON)
    query: StreamQuery = call.query
    wish = ConnectParams(call.path["table"], query.from_seq, query.watch, call.invitation)
    return await call.parts.sockets.stream(call.request, wish)


async def command(call: Call) -> ServerMessage | Response:
    """A command for my seat; the answer says whether it was done."""
    message: ClientMessage = call.body
    table = call.path["table"]
    seat = await call.parts.lobby.queries.admit(call.me, table, watch=True, invitation=call.invitation)
    found = await call.parts.sockets.send(call.me, table, seat, message)
    return unanswered(found) if isinstance(found, Error) and found.fault.code in UNANSWERED else found


OPERATIONS = (
    Operation(
        "GET",
        f"{TABLE}/stream",
        stream,
        str,
        query=StreamQuery,
        media=NDJSON,
        effect=True,
    ),
    Operation(
        "POST",
        f"{TABLE}/commands",
        command,
        ServerMessage,
        ClientMessage,
        query=InvitedQuery,
        caller=Caller.SESSION,
    ),
)
