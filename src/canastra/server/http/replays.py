"""Records replayed and analysed for a page that steps through them: any text, and the matches of this server."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.responses import Response

from canastra.errors import RulebookError
from canastra.protocol.replays import AnalysisCard, ReplayCard
from canastra.rulebooks import Rulebook
from canastra.server.http.analyses import owner_of
from canastra.server.http.endpoint import Call, Operation, Work, takes
from canastra.server.http.errors import JSON, refused
from canastra.server.http.tables import TABLE, InvitedQuery
from canastra.server.limits import limit
from canastra.server.replays import Answered, answered_apart
from canastra.server.ws.connection import disconnected, ended

LARGEST_RECORD = limit("record", 256 * 1024, "a request", "bytes of a record to be replayed", "413 `api_body`")
"""Bytes of a record that a client sends: some hundred deals."""

SMALL_RECORD = 32 * 1024
"""Bytes of a record that is replayed in the process for small work: most matches have less."""
ANALYSIS = "/api/analyses/{analysis}"


async def replay_record(call: Call) -> Response:
    """Replay a record, state by state."""
    return await _answer(call, call.body)


async def replay_table(call: Call) -> Response:
    """The match as a replay; while a deal runs, as I may see it."""
    text = await call.context.lobby.queries.record(call.path["table"], call.identity, call.invitation)
    return await _answer(call, text.encode())


async def analyse_record(call: Call) -> object:
    """Have a finished match analysed, by its record; the answer says how to ask for the result."""
    return _begun(call, call.body)


async def analyse_table(call: Call) -> object:
    """Have a finished match of this server analysed."""
    text = await call.context.lobby.queries.finished_record(call.path["table"], call.identity, call.invitation)
    return _begun(call, text.encode())


async def read_analysis(call: Call) -> object:
    """How far an analysis of mine is, with its result in the end."""
    analyses = call.context.analyses
    job = analyses.job(owner_of(call.owner), call.path["analysis"])
    if job.state != "finished":
        return analyses.card(job)
    found = await analyses.answer(job)
    headers = {"ETag": found.tag, "Vary": "Accept-Encoding"}
    if call.request.headers.get("if-none-match", "") == found.tag:
        return Response(status_code=304, headers=headers)
    if takes(call.request.headers, "gzip"):
        return Response(found.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=JSON)
    return Response(found.content, headers=headers, media_type=JSON)


async def end_analysis(call: Call) -> None:
    """Stop an analysis of mine, or delete a finished one."""
    analyses = call.context.analyses
    analyses.end(analyses.job(owner_of(call.owner), call.path["analysis"]))


def _begun(call: Call, content: bytes) -> object:
    analyses = call.context.analyses
    return analyses.card(analyses.start(call.owner, content, partial(_house, call)))


async def _answer(call: Call, content: bytes) -> Response:
    """Replay a record in a worker process that ends when the client goes: the longest work for any client."""
    working = asyncio.create_task(_worked(call, content))
    gone = asyncio.create_task(disconnected(call.request.receive))
    try:
        await asyncio.wait([working, gone], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise refused(408, "api_slow")  # The client has gone and gets no answer.
        status, body, packed = working.result()
    finally:
        await ended([working, gone])
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packed else {})}
    return Response(body, status, headers, JSON)


async def _worked(call: Call, content: bytes) -> Answered:
    packed = takes(call.request.headers, "gzip")
    owner, worker, small = call.owner, call.context.replays, len(content) <= SMALL_RECORD
    found = await worker.run(owner, answered_apart, content, packed, {}, small=small)
    if isinstance(found, str):
        found = await worker.run(owner, answered_apart, content, packed, {found: _house(call, found)}, small=small)
        assert not isinstance(found, str)  # A record names one rulebook.
    return found


def _house(call: Call, name: str) -> Rulebook | None:
    try:
        return call.context.lobby.registry.find(name)
    except RulebookError:
        return None


OPERATIONS = (
    Operation(
        "POST",
        "/api/replays",
        replay_record,
        ReplayCard,
        str,
        takes="text/plain",
        most=LARGEST_RECORD,
        attempts="replays",
        work=Work.RECORD,
    ),
    Operation(
        "GET",
        f"{TABLE}/replay",
        replay_table,
        ReplayCard,
        query=InvitedQuery,
        errors=(409,),
        attempts="replays",
        work=Work.RECORD,
    ),
    Operation(
        "POST",
        "/api/analyses",
        analyse_record,
        AnalysisCard,
        str,
        takes="text/plain",
        most=LARGEST_RECORD,
        status=202,
        errors=(409,),
        attempts="analyses",
        work=Work.ANALYSIS,
    ),
    Operation(
        "POST",
        f"{TABLE}/analysis",
        analyse_table,
        AnalysisCard,
        query=InvitedQuery,
        status=202,
        errors=(409,),
        attempts="analyses",
        work=Work.ANALYSIS,
    ),
    Operation("GET", ANALYSIS, read_analysis, AnalysisCard),
    Operation("DELETE", ANALYSIS, end_analysis),
)
