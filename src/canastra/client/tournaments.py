"""The server's HTTP interface for tournaments: running one, and playing in one online."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from canastra.client.http import HttpClient, path_part, read_answer
from canastra.protocol import read_body
from canastra.protocol.online import GameCards, PlayAs, PlayerLinks, PlayerView
from canastra.protocol.people import Language
from canastra.protocol.tournaments import (
    NewInvitation,
    NewTournament,
    OpenTable,
    RedeemInvitation,
    RegulationsExamples,
    RegulationsRead,
    RegulationsText,
    TableView,
    TournamentAct,
    TournamentCommand,
    TournamentDone,
    TournamentRole,
    TournamentSummaries,
    TournamentSummary,
    TournamentView,
)
from canastra.protocol.tournaments.entries import EntriesRead
from canastra.protocol.tournaments.members import RoleInvitation, TournamentMember, TournamentMembers
from canastra.protocol.tournaments.phones import PhonesAddress, TableCodes
from canastra.tournament.entries import ColumnUse

FILE = "application/octet-stream"


class TournamentsApi:
    """Tournaments that I see, run or play in. All methods raise `ClientError`."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http
        self.members = MembersApi(http)
        self.players = EnteredPlayersApi(http)

    async def list(self) -> TournamentSummaries:
        """The tournaments where I have a role."""
        return await self._http.call("GET", "tournaments", TournamentSummaries)

    async def examples(self) -> RegulationsExamples:
        """Return examples of regulations to begin with."""
        return await self._http.call("GET", "tournaments/examples", RegulationsExamples)

    async def phones(self) -> PhonesAddress:
        """The address at which phones find the server, for links and codes."""
        return await self._http.call("GET", "tournaments/phones", PhonesAddress)

    async def read_regulations(self, regulations: str, language: Language = "pt") -> RegulationsRead:
        """The warnings about regulations; the server stores nothing."""
        body = RegulationsText(regulations)
        return await self._http.call("POST", "tournaments/regulations", RegulationsRead, body, lang=language)

    async def found(self, regulations: str, command_id: str = "") -> TournamentSummary:
        """Found a tournament; the same id again returns the same tournament."""
        body = NewTournament(command_id or uuid4().hex, regulations)
        return await self._http.call("POST", "tournaments", TournamentSummary, body)

    async def view(self, tournament: str, language: Language = "pt") -> TournamentView:
        """A tournament as I may see it."""
        return await self._http.call("GET", _path(tournament), TournamentView, lang=language)

    async def do(self, tournament: str, act: TournamentAct, command_id: str = "") -> TournamentDone:
        """Run an act, once for each id; it is stored on disk when this returns."""
        body = TournamentCommand(command_id or uuid4().hex, act)
        return await self._http.call("POST", _path(tournament, "commands"), TournamentDone, body)

    async def remove(self, tournament: str, name: str) -> None:
        """Remove a tournament that is not being played, by its name; for organisers."""
        await self._http.call("DELETE", _path(tournament), name=name)

    async def codes(self, tournament: str) -> TableCodes:
        """The codes of the sides of all tables of the open round."""
        return await self._http.call("GET", _path(tournament, "codes"), TableCodes)

    async def open_table(self, tournament: str, token: str, speak: bool = False) -> TableView:
        """Open a table with real cards by the code of a side; with `speak`, speak for it."""
        return await self._http.call("POST", _path(tournament, "table"), TableView, OpenTable(token, speak))

    async def table(self, tournament: str) -> TableView:
        """The table where I last spoke for a side."""
        return await self._http.call("GET", _path(tournament, "table"), TableView)

    async def read_entries(
        self, tournament: str, table: bytes, columns: Sequence[ColumnUse] = (), headings: int | None = None
    ) -> EntriesRead:
        """A table of entries, CSV or XLSX, read and not entered.

        `columns` are the uses of the columns, from the left, and `headings` is the line of the headings, 0 for none;
        the rest is guessed.
        """
        query: dict[str, str | None] = {
            "columns": ",".join(columns),
            "headings": "-1" if headings is None else str(headings),
        }
        answer = await self._http.ask("POST", _path(tournament, "entries"), table, query, media=FILE)
        return read_answer(answer, lambda content: read_body(content, EntriesRead))

    async def file(self, tournament: str, name: str, language: Language = "pt") -> bytes:
        """A file, such as ``events.jsonl``."""
        path = _path(tournament, f"files/{path_part(name)}")
        return await self._http.ask("GET", path, None, {"lang": language})

    async def public_file(self, tournament: str, name: str) -> bytes:
        """Return the public ``events.jsonl``, ``regulations.toml`` or ``rulebook.toml``, once a round is published."""
        return await self._http.ask("GET", _path(tournament, f"public/{path_part(name)}"), None)

    async def print(self, tournament: str, what: str, language: Language = "pt", number: int = 0) -> bytes:
        """A print as PDF, such as ``standings``; of a round by its number, or of the latest."""
        path = _path(tournament, f"prints/{path_part(what)}")
        return await self._http.ask("GET", path, None, {"lang": language, "round": str(number)})


class MembersApi:
    """The roles in a tournament."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def list(self, tournament: str) -> TournamentMembers:
        """List all members with a role."""
        return await self._http.call("GET", _path(tournament, "members"), TournamentMembers)

    async def invite(self, tournament: str, role: TournamentRole) -> RoleInvitation:
        """An invitation to a role; its token is shown this once."""
        return await self._http.call("POST", _path(tournament, "invitations"), RoleInvitation, NewInvitation(role))

    async def join(self, tournament: str, token: str) -> TournamentMember:
        """Take the role of an invitation."""
        return await self._http.call("POST", _path(tournament, "members"), TournamentMember, RedeemInvitation(token))

    async def remove(self, tournament: str, player: str) -> None:
        """Remove a member's role."""
        await self._http.call("DELETE", _path(tournament, f"members/{path_part(player)}"))


class EnteredPlayersApi:
    """The players of an online tournament, and their tables."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def links(self, tournament: str) -> PlayerLinks:
        """The links of all players of an online tournament."""
        return await self._http.call("GET", _path(tournament, "players"), PlayerLinks)

    async def join(self, tournament: str, token: str) -> PlayerView:
        """Play online as the player of a link."""
        return await self._http.call("POST", _path(tournament, "player"), PlayerView, PlayAs(token))

    async def mine(self, tournament: str) -> PlayerView:
        """My round and my table, as a player of an online tournament."""
        return await self._http.call("GET", _path(tournament, "player"), PlayerView)

    async def games(self, tournament: str) -> GameCards:
        """The tables of the online rounds that are not ratified."""
        return await self._http.call("GET", _path(tournament, "games"), GameCards)


def _path(tournament: str, rest: str = "") -> str:
    return "/".join(filter(None, ("tournaments", path_part(tournament), rest)))
