"""Routes for the files and prints of a tournament, and for tables of entries."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from canastra.prints.event.files import Printed
from canastra.protocol.people import Language
from canastra.protocol.tournaments import EntriesRead
from canastra.server.http.errors import refused
from canastra.server.http.operation import Call, Caller, Operation, Query
from canastra.server.http.routes.tournaments import TOURNAMENT, LanguageQuery
from canastra.server.limits import limit

LARGEST_ENTRIES = limit("entries_table", 256 * 1024, "a request", "bytes of a table of entries", "413 `api_body`")
PDF, FILE, CSV = "application/pdf", "application/octet-stream", "text/csv"
PRINTS = tuple(each for each in Printed if each is not Printed.SPREADSHEETS)
"""What is printed; tables for spreadsheets are files."""


class PrintQuery(Query, frozen=True):
    """In which language, and of which round."""

    lang: Language = "pt"
    round: Annotated[int, Meta(ge=0, le=1000, description="of the phase that is played; 0 for the latest")] = 0


async def read_entry_table(call: Call) -> EntriesRead:
    """Have a CSV table of entries read, to be looked at before they enter."""
    return await call.context.tournaments.papers.entries(call.me, call.path["tournament"], call.body)


async def read_tournament_file(call: Call) -> Response:
    """A file of a tournament: what the congress decided, what happened, tables for spreadsheets."""
    name, papers = call.path["file"], call.context.tournaments.papers
    content = await papers.file(call.me, call.path["tournament"], name, call.query.lang)
    return _attached(content, name, FILE)


async def read_print(call: Call) -> Response:
    """A print of a tournament as PDF: pairings, sheets, standings, the Ata, certificates."""
    what = next((each for each in PRINTS if each == call.path["print"]), None)
    if what is None:
        raise refused(404, "api_not_found")
    url, root = call.request.url, call.context.settings.root_path
    site = f"{url.scheme}://{url.netloc}{root}/"
    query: PrintQuery = call.query
    papers = call.context.tournaments.papers
    content = await papers.print(call.me, call.path["tournament"], (what, query.round or None), query.lang, site)
    return _attached(content, f"{what}.pdf", PDF)


def _attached(content: bytes, name: str, media: str) -> Response:
    return Response(content, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=media)


OPERATIONS = (
    Operation(
        "POST",
        f"{TOURNAMENT}/entries",
        read_entry_table,
        EntriesRead,
        str,
        caller=Caller.SESSION,
        errors=(409,),
        takes=CSV,
        most=LARGEST_ENTRIES,
        attempts="prints",
    ),
    Operation(
        "GET",
        f"{TOURNAMENT}/files/{{file}}",
        read_tournament_file,
        str,
        query=LanguageQuery,
        caller=Caller.SESSION,
        errors=(403, 409, 501),
        media=FILE,
        attempts="prints",
    ),
    Operation(
        "GET",
        f"{TOURNAMENT}/prints/{{print}}",
        read_print,
        str,
        query=PrintQuery,
        caller=Caller.SESSION,
        errors=(403, 409, 501),
        media=PDF,
        attempts="prints",
    ),
)
