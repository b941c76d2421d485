"""Routes about tournaments: founding, listing, seeing and doing; their files, prints and tables of entries."""

from __future__ import annotations

from functools import cache
from typing import Annotated, cast, get_args

from msgspec import Meta
from starlette.responses import Response

from canastra.prints.event.files import AskedPrint, Printed
from canastra.protocol.online import GameCards, PlayAs, PlayerLinks, PlayerView
from canastra.protocol.people import Language
from canastra.protocol.tournaments import (
    NewInvitation,
    NewTournament,
    OpenTable,
    RedeemInvitation,
    RegulationsExample,
    RegulationsExamples,
    RegulationsRead,
    RegulationsText,
    TableView,
    TournamentCommand,
    TournamentDone,
    TournamentSummaries,
    TournamentSummary,
    TournamentView,
)
from canastra.protocol.tournaments.entries import EntriesRead
from canastra.protocol.tournaments.members import RoleInvitation, TournamentMember, TournamentMembers
from canastra.protocol.tournaments.phones import PhonesAddress, TableCodes
from canastra.server.http.endpoint import Call, Caller, Operation, Query, Work, takes
from canastra.server.http.errors import JSON, refused
from canastra.server.limits import limit
from canastra.server.origins import EVERYWHERE, phones_address
from canastra.server.tournaments.papers import PaperFile
from canastra.server.tournaments.views import ViewBytes
from canastra.tournament.entries import ColumnUse
from canastra.tournament.entries.table import LARGEST_TABLE
from canastra.tournament.regulations import EXAMPLES, example_regulations

TOURNAMENT = "/api/tournaments/{tournament}"
LARGEST_ENTRIES = limit("entries_table", LARGEST_TABLE, "a request", "bytes of a table of entries", "413 `api_body`")
PDF, FILE = "application/pdf", "application/octet-stream"
PRINTS = tuple(kind for kind in Printed if kind is not Printed.SPREADSHEETS)
"""The kinds of prints; tables for spreadsheets are files."""
_USES = f"({'|'.join(get_args(ColumnUse))})"
S, P = Caller.SESSION, Caller.PERSON


class LanguageQuery(Query, frozen=True):
    """The language of sentences."""

    lang: Language = "pt"


class RemovalQuery(Query, frozen=True):
    """The name of the tournament to remove, against mistakes."""

    name: Annotated[str, Meta(max_length=200)]


class EntriesQuery(Query, frozen=True):
    """The uses of the columns of a table, from the left, and the line of their headings: 0 for none."""

    columns: Annotated[
        str,
        Meta(
            pattern=f"^({_USES}(,{_USES}){{0,29}})?$",
            description="name, players, player, delegation, category, number or ignored, with commas; the rest guessed",
        ),
    ] = ""
    headings: Annotated[int, Meta(ge=-1, le=100_000, description="-1 to find it")] = -1


class PrintQuery(Query, frozen=True):
    """The language, the round, and the place of the event."""

    lang: Language = "pt"
    round: Annotated[int, Meta(ge=0, le=1000, description="of the phase that is played; 0 for the latest")] = 0
    place: Annotated[str, Meta(max_length=120, description="where and when it is, at the head of the print")] = ""
    site: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=r"^(https?://[^\s/#?]+(/[^\s/#?]+)*/)?$",
            description="where phones find the server; empty: where the caller does, or they do",
        ),
    ] = ""


async def list_tournaments(call: Call) -> TournamentSummaries:
    """The tournaments where I have a role."""
    return await call.context.tournaments.mine(call.me)


async def list_regulations(call: Call) -> RegulationsExamples:
    """Regulations to begin with."""
    return all_examples()


async def read_regulations(call: Call) -> RegulationsRead:
    """Check regulations: return their errors, or their warnings."""
    sent: RegulationsText = call.body
    return await call.context.tournaments.read(call.owner, sent.regulations, call.query.lang)


async def found_tournament(call: Call) -> TournamentSummary:
    """Found a tournament."""
    new: NewTournament = call.body
    return await call.context.tournaments.found(call.me, new, call.owner.address)


async def read_tournament(call: Call) -> Response:
    """A tournament, as I may see it."""
    tournaments = call.context.tournaments
    return conditional(call, await tournaments.view(call.path["tournament"], call.identity, call.query.lang))


async def remove_tournament(call: Call) -> None:
    """Remove a tournament that is not being played, for good."""
    await call.context.tournaments.remove(call.me, call.path["tournament"], call.query.name)


async def do_in_tournament(call: Call) -> TournamentDone:
    """Do something in a tournament."""
    command: TournamentCommand = call.body
    return await call.context.tournaments.command(call.me, call.path["tournament"], command, call.owner.address)


@cache
def all_examples() -> RegulationsExamples:
    """The regulations of the package, by which a tournament can be founded."""
    return RegulationsExamples(tuple(RegulationsExample(example, example_regulations(example)) for example in EXAMPLES))


def conditional(call: Call, view: ViewBytes) -> Response:
    """A view with its tag, or 304 if the caller has it; in both cases with the server's time in a header.

    It is compressed by gzip if the client accepts that: no secret stands beside text of an attacker's choice.
    """
    now = call.context.tournaments.now()
    headers = {"ETag": view.tag, "Vary": "Accept-Encoding", "Canastra-Time": str(now)}
    known = call.request.headers.get("if-none-match", "")
    if view.tag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    if view.packed and takes(call.request.headers, "gzip"):
        return Response(view.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=JSON)
    return Response(view.content, headers=headers, media_type=JSON)


async def list_members(call: Call) -> TournamentMembers:
    """The people with a role; for organisers."""
    return await call.context.tournaments.membership.members(call.me, call.path["tournament"])


async def invite_member(call: Call) -> RoleInvitation:
    """Invite to a role: once, for a day."""
    new: NewInvitation = call.body
    return await call.context.tournaments.membership.invite(call.me, call.path["tournament"], new.role)


async def join_tournament(call: Call) -> TournamentMember:
    """Take the role of an invitation."""
    taken: RedeemInvitation = call.body
    return await call.context.tournaments.membership.redeem(call.me, call.path["tournament"], taken.token)


async def remove_member(call: Call) -> None:
    """Take a person's role away."""
    await call.context.tournaments.membership.remove(call.me, call.path["tournament"], call.path["player"])


async def list_codes(call: Call) -> TableCodes:
    """The codes of the sides of all tables of the open round; for people with a role."""
    return await call.context.tournaments.tables.codes(call.me, call.path["tournament"])


async def open_card_table(call: Call) -> Response:
    """Open a table by the code of a side, and speak for that side if asked to."""
    sent: OpenTable = call.body
    tables = call.context.tournaments.tables
    return conditional(call, await tables.open(call.me, call.path["tournament"], sent.token, sent.speak))


async def read_my_table(call: Call) -> Response:
    """The table where I last spoke for a side."""
    return conditional(call, await call.context.tournaments.tables.latest(call.me, call.path["tournament"]))


async def list_player_links(call: Call) -> PlayerLinks:
    """The links of all players of an online tournament; for people with a role."""
    return await call.context.tournaments.players.links(call.me, call.path["tournament"])


async def play_as(call: Call) -> Response:
    """Play online as the player of a link."""
    sent: PlayAs = call.body
    players = call.context.tournaments.players
    return conditional(call, await players.join(call.me, call.path["tournament"], sent.token))


async def read_my_player(call: Call) -> Response:
    """My view as a player of an online tournament: my round, and the table to play at."""
    return conditional(call, await call.context.tournaments.players.mine(call.me, call.path["tournament"]))


async def list_games(call: Call) -> GameCards:
    """The tables of the online rounds that are not ratified, as they stand now."""
    tournaments = call.context.tournaments
    return await tournaments.games.cards.of(await tournaments.store.get(call.path["tournament"]))


async def read_entry_table(call: Call) -> EntriesRead:
    """Read a table of entries, CSV or XLSX, for review. No side enters."""
    query: EntriesQuery = call.query
    uses = cast("list[ColumnUse]", query.columns.split(",")) if query.columns else ()
    headings = None if query.headings < 0 else query.headings
    papers = call.context.tournaments.papers
    return await papers.entries(call.me, call.path["tournament"], call.body, uses, headings, call.owner.address)


async def read_tournament_file(call: Call) -> Response:
    """A file of a tournament: its regulations, its events, a table for a spreadsheet."""
    name, papers = call.path["file"], call.context.tournaments.papers
    found = await papers.file(call.me, call.path["tournament"], name, call.query.lang, call.owner.address)
    return _attached(found, FILE)


async def read_public_file(call: Call) -> Response:
    """Return the public log, the regulations or the rulebook, once a round is published."""
    papers = call.context.tournaments.papers
    return _attached(await papers.public_file(call.path["tournament"], call.path["file"]), FILE)


async def read_print(call: Call) -> Response:
    """A print of a tournament as PDF: pairings, sheets, standings, the Ata, certificates."""
    what = next((kind for kind in PRINTS if kind == call.path["print"]), None)
    if what is None:
        raise refused(404, "api_not_found")
    query: PrintQuery = call.query
    site = query.site or phones_address(call.request, call.context.settings)
    papers = call.context.tournaments.papers
    asked = AskedPrint(what, query.lang, query.round or None, query.place)
    return _attached(await papers.print(call.me, call.path["tournament"], asked, site, call.owner.address), PDF)


async def read_phones_address(call: Call) -> PhonesAddress:
    """The address at which phones find this server."""
    settings = call.context.settings
    return PhonesAddress(phones_address(call.request, settings), settings.host in EVERYWHERE)


def _attached(paper: PaperFile, media: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{paper.name}"'}
    return Response(paper.content, headers=headers, media_type=media)


OPERATIONS = (
    Operation("GET", "/api/tournaments", list_tournaments, TournamentSummaries, caller=S, work=Work.PAGE),
    Operation("GET", "/api/tournaments/phones", read_phones_address, PhonesAddress),
    Operation("GET", "/api/tournaments/examples", list_regulations, RegulationsExamples, public=True),
    Operation(
        "POST",
        "/api/tournaments/regulations",
        read_regulations,
        RegulationsRead,
        RegulationsText,
        query=LanguageQuery,
        caller=S,
        errors=(409,),
        attempts="regulations",
        work=Work.TOURNAMENT,
    ),
    Operation(
        "POST",
        "/api/tournaments",
        found_tournament,
        TournamentSummary,
        NewTournament,
        caller=P,
        status=201,
        errors=(409,),
        attempts="regulations",
        heeds=True,
        work=Work.TOURNAMENT,
    ),
    Operation(
        "GET", TOURNAMENT, read_tournament, TournamentView, query=LanguageQuery, errors=(409,), work=Work.TOURNAMENT
    ),
    Operation("DELETE", TOURNAMENT, remove_tournament, query=RemovalQuery, caller=P, errors=(409,)),
    Operation(
        "POST",
        f"{TOURNAMENT}/commands",
        do_in_tournament,
        TournamentDone,
        TournamentCommand,
        caller=S,
        errors=(409, 501),
        work=Work.TOURNAMENT,
    ),
    Operation(
        "GET", f"{TOURNAMENT}/members", list_members, TournamentMembers, caller=S, errors=(403, 409), work=Work.PAGE
    ),
    Operation(
        "POST", f"{TOURNAMENT}/members", join_tournament, TournamentMember, RedeemInvitation, caller=P, errors=(409,)
    ),
    Operation("DELETE", f"{TOURNAMENT}/members/{{player}}", remove_member, caller=P, errors=(409,)),
    Operation(
        "POST",
        f"{TOURNAMENT}/invitations",
        invite_member,
        RoleInvitation,
        NewInvitation,
        caller=P,
        status=201,
        errors=(409,),
    ),
    Operation("GET", f"{TOURNAMENT}/codes", list_codes, TableCodes, caller=S, errors=(403, 409)),
    Operation("POST", f"{TOURNAMENT}/table", open_card_table, TableView, OpenTable, caller=S, errors=(409,)),
    Operation("GET", f"{TOURNAMENT}/table", read_my_table, TableView, caller=S, errors=(409,)),
    Operation("GET", f"{TOURNAMENT}/players", list_player_links, PlayerLinks, caller=S, errors=(403, 409)),
    Operation("POST", f"{TOURNAMENT}/player", play_as, PlayerView, PlayAs, caller=P, errors=(409,)),
    Operation("GET", f"{TOURNAMENT}/player", read_my_player, PlayerView, caller=S, errors=(409,)),
    Operation("GET", f"{TOURNAMENT}/games", list_games, GameCards, errors=(409,)),
    Operation(
        "POST",
        f"{TOURNAMENT}/entries",
        read_entry_table,
        EntriesRead,
        str,
        caller=S,
        errors=(409,),
        query=EntriesQuery,
        takes=FILE,
        most=LARGEST_ENTRIES,
        attempts="prints",
        work=Work.PRINT,
    ),
    Operation(
        "GET",
        f"{TOURNAMENT}/files/{{file}}",
        read_tournament_file,
        str,
        query=LanguageQuery,
        caller=S,
        errors=(403, 409, 501),
        media=FILE,
        attempts="prints",
        work=Work.PRINT,
    ),
    Operation(
        "GET",
        f"{TOURNAMENT}/public/{{file}}",
        read_public_file,
        str,
        errors=(409,),
        media=FILE,
        attempts="logs",
        work=Work.TOURNAMENT,
    ),
    Operation(
        "GET",
        f"{TOURNAMENT}/prints/{{print}}",
        read_print,
        str,
        query=PrintQuery,
        caller=S,
        errors=(403, 409, 501),
        media=PDF,
        attempts="prints",
        work=Work.PRINT,
    ),
)
