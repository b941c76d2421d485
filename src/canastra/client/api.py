"""The server's HTTP interface by subject, typed, and `Client`, which holds all of it and connects to tables.

Each method is one route, its bodies are from `canastra.protocol`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Literal

import httpx2

from canastra.client.errors import ClientError
from canastra.client.http import HttpClient, path_part, read_answer
from canastra.client.table import Table
from canastra.client.tournaments import TournamentsApi
from canastra.client.transport import dialer
from canastra.protocol import ClientMessage, ServerMessage, encode, read_body, read_server
from canastra.protocol import moderation as office
from canastra.protocol.people import (
    ChangeMe,
    ChangePassword,
    ForgetMe,
    History,
    Language,
    Me,
    NewAccount,
    NewGuest,
    NewRecoveryCode,
    NewToken,
    Profile,
    Recover,
    RecoveryCode,
    Report,
    SignIn,
    TokenCard,
    Tokens,
)
from canastra.protocol.replays import AnalysisCard, ReplayCard
from canastra.protocol.tables import NewTable, RulebookCard, Rulebooks, SeatBots, Seated, TableCard, Tables, TakeSeat
from canastra.protocol.words import RulebookWords, Words

TRIES = 20
"""The number of attempts for a command while the server is too busy."""


class AccountApi:
    """My session and account at a server."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def guest(self, name: str, language: Language = "pt") -> Me:
        """Begin to play under a name. The client stores the token."""
        return self._keep(await self._http.call("POST", "guests", Me, NewGuest(name, language, token=True)))

    async def create(self, login: str, password: str) -> Me:
        """Make an account that keeps what was played as a guest. The token changes.

        `Me.recovery_code` replaces a lost password; it is shown only this once.
        """
        return self._keep(await self._http.call("POST", "accounts", Me, NewAccount(login, password)))

    async def sign_in(self, login: str, password: str) -> Me:
        """Sign in to an account. The client stores the token."""
        return self._keep(await self._http.call("POST", "session", Me, SignIn(login, password, token=True)))

    async def sign_out(self) -> None:
        """End the session."""
        await self._http.call("DELETE", "session")
        self._http.token = None

    async def me(self) -> Me:
        """Return me. Raises ClientError (``api_session``) without a session, for which the server answers null."""
        answer = await self._http.ask("GET", "me", None)
        if answer == b"null":
            raise ClientError("api_session", None, 401)
        return read_answer(answer, lambda content: read_body(content, Me))

    async def change(self, name: str | None = None, language: Language | None = None) -> Me:
        """Change the name or the language."""
        return await self._http.call("PATCH", "me", Me, ChangeMe(name, language))

    async def change_password(self, old: str, new: str) -> Me:
        """Change the password. All other sessions end. The token and the recovery code (`Me.recovery_code`) change."""
        return self._keep(await self._http.call("POST", "me/password", Me, ChangePassword(old, new)))

    async def recover(self, login: str, code: str, password: str) -> Me:
        """Set a new password with the account's recovery code. The client stores the token.

        All other sessions and tokens end, and so does the code: `Me.recovery_code` is the next one.
        """
        return self._keep(await self._http.call("POST", "recovery", Me, Recover(login, code, password, token=True)))

    async def new_recovery_code(self, password: str) -> RecoveryCode:
        """Replace the recovery code. It is shown only this once."""
        return await self._http.call("POST", "me/recovery", RecoveryCode, NewRecoveryCode(password))

    async def reset_password(self, link_token: str, password: str) -> str:
        """Set a new password by the token of an admin's link. Returns the login; all sessions and tokens end."""
        new = office.NewPassword(link_token, password)
        return (await self._http.call("POST", "password", office.Reset, new)).login

    async def delete(self, password: str | None = None) -> None:
        """Delete everything about me except finished matches. An account needs its password."""
        await self._http.call("DELETE", "me", body=None if password is None else ForgetMe(password))
        self._http.token = None

    async def export(self) -> bytes:
        """Export everything stored about me, as JSON."""
        return await self._http.ask("GET", "me/export", None)

    async def notices(self) -> office.Notices:
        """The moderators' notices to me: warnings, a mute, a ban."""
        return await self._http.call("GET", "me/notices", office.Notices)

    async def acknowledge(self, measure: int) -> None:
        """Acknowledge a warning, by its number."""
        await self._http.call("DELETE", f"me/warnings/{measure}")

    def _keep(self, me: Me) -> Me:
        self._http.token = me.token or self._http.token
        return me


class TokensApi:
    """The tokens of my programs."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def list(self) -> Tokens:
        """List all of them, without their secrets."""
        return await self._http.call("GET", "me/tokens", Tokens)

    async def create(self, label: str) -> TokenCard:
        """Create a token for a program. Only this answer contains it."""
        return await self._http.call("POST", "me/tokens", TokenCard, NewToken(label))

    async def revoke(self, token_id: str) -> None:
        """End a program's token."""
        await self._http.call("DELETE", f"me/tokens/{path_part(token_id)}")


class PlayersApi:
    """Other players."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def profile(self, player: str) -> Profile:
        """The public profile of a player."""
        return await self._http.call("GET", f"players/{path_part(player)}", Profile)

    async def history(self, player: str, before: str | None = None) -> History:
        """A page of finished matches, the latest first."""
        return await self._http.call("GET", f"players/{path_part(player)}/matches", History, before=before)

    async def mute(self, player: str, on: bool = True) -> None:
        """Mute a player, or end the mute."""
        await self._http.call("PUT" if on else "DELETE", f"me/mutes/{path_part(player)}")

    async def block(self, player: str, on: bool = True) -> None:
        """Block a player, so that we share no tables, or end the block."""
        await self._http.call("PUT" if on else "DELETE", f"me/blocks/{path_part(player)}")

    async def report(self, report: Report) -> None:
        """Report a person to the operators."""
        await self._http.call("POST", "reports", None, report)

    async def moderate(self, request: office.Request) -> office.Answer:
        """Send a moderator's request. Raises ClientError (403) for people who may not."""
        answer = await self._http.ask("POST", "admin", encode(request))
        # The answers are a union.
        return read_answer(answer, lambda content: read_body(content, office.Answer))  # type: ignore[arg-type]


class RulebooksApi:
    """Rulebooks, and the names of their parts."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def list(self) -> Rulebooks:
        """List the official rulebooks, the bots' levels and the chat presets."""
        return await self._http.call("GET", "rulebooks", Rulebooks)

    async def card(self, rulebook_id: str) -> RulebookCard:
        """Return a rulebook, also a house's."""
        return await self._http.call("GET", f"rulebooks/{path_part(rulebook_id)}", RulebookCard)

    async def house_file(self, rulebook_id: str) -> str:
        """Return the TOML of a house's rulebook."""
        return await self._http.text(f"rulebooks/{path_part(rulebook_id)}/house")

    async def words(self, rulebook_id: str, language: Language = "pt") -> RulebookWords:
        """Return a rulebook in words."""
        return await self._http.call("GET", f"rulebooks/{path_part(rulebook_id)}/words", RulebookWords, lang=language)

    async def labels(self, language: Language = "pt") -> Words:
        """The names of components, parameters and clauses."""
        return await self._http.call("GET", "words", Words, lang=language)


class AnalysesApi:
    """Analyses of finished matches: the cost of each decision, given the player's knowledge."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def start(self, record: str) -> AnalysisCard:
        """Start to analyse a record's text; poll the `card` until it is finished or has failed."""
        answer = await self._http.ask("POST", "analyses", record.encode(), media="text/plain")
        return read_answer(answer, lambda content: read_body(content, AnalysisCard))

    async def start_of_table(self, table_id: str, invitation: str | None = None) -> AnalysisCard:
        """Start to analyse a finished match of the server."""
        return await self._http.call("POST", _path(table_id, "analysis"), AnalysisCard, invitation=invitation)

    async def card(self, analysis_id: str) -> AnalysisCard:
        """The progress of one's own analysis, with its result in the end."""
        return await self._http.call("GET", f"analyses/{path_part(analysis_id)}", AnalysisCard)

    async def end(self, analysis_id: str) -> None:
        """Stop or delete one's own analysis."""
        await self._http.call("DELETE", f"analyses/{path_part(analysis_id)}")


class TablesApi:
    """Tables, without a connection to them."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def list(
        self, state: Literal["open", "running"] = "open", rulebook: str | None = None, after: str | None = None
    ) -> Tables:
        """List a page of public tables: `open` ones have an empty seat, `running` ones admit spectators."""
        return await self._http.call("GET", "tables", Tables, state=state, rulebook=rulebook, after=after)

    async def mine(self) -> Tables:
        """My unfinished tables, then the latest finished ones."""
        return await self._http.call("GET", "me/tables", Tables)

    async def open(self, new: NewTable) -> TableCard:
        """Open a table."""
        return await self._http.call("POST", "tables", TableCard, new)

    async def card(self, table_id: str, invitation: str | None = None) -> TableCard:
        """A table as lists show it."""
        return await self._http.call("GET", _path(table_id), TableCard, invitation=invitation)

    async def close(self, table_id: str) -> None:
        """Close a table of my own before its match."""
        await self._http.call("DELETE", _path(table_id))

    async def take_seat(self, table_id: str, seat: int, invitation: str | None = None) -> Seated:
        """Take a seat."""
        return await self._http.call("PUT", _path(table_id, f"seats/{seat}"), Seated, TakeSeat(invitation))

    async def leave_seat(self, table_id: str) -> None:
        """Leave a seat."""
        await self._http.call("DELETE", _path(table_id, "seats/mine"))

    async def unseat(self, table_id: str, seat: int) -> None:
        """Remove a person or a bot from my table before its match; a person can't come back for a while."""
        await self._http.call("DELETE", _path(table_id, f"seats/{seat}"))

    async def add_bots(self, table_id: str, level: str, seat: int | None = None) -> None:
        """Put bots on a seat of my table, or on all empty seats."""
        await self._http.call("POST", _path(table_id, "bots"), None, SeatBots(level, seat))

    async def remove_bot(self, table_id: str, seat: int) -> None:
        """Remove a bot."""
        await self._http.call("DELETE", _path(table_id, f"bots/{seat}"))

    async def record(self, table_id: str, invitation: str | None = None) -> str:
        """The match as ``.canastra`` text; while a deal runs without hidden parts."""
        return await self._http.text(_path(table_id, "record"), invitation=invitation)

    async def replay(self, table_id: str, invitation: str | None = None) -> ReplayCard:
        """The match replayed, state by state; while a deal runs without hidden parts."""
        return await self._http.call("GET", _path(table_id, "replay"), ReplayCard, invitation=invitation)

    async def command(self, table_id: str, message: ClientMessage) -> ServerMessage:
        """Send one command without a socket. Returns the answer.

        While the server is too busy, the command is sent again for a while, since no event would wake its sender. After
        any other `ClientError` the caller may send it again: the same id is done only once.
        """
        for left in reversed(range(TRIES)):
            try:
                answer = await self._http.ask("POST", _path(table_id, "commands"), encode(message))
                break
            except ClientError as error:
                if error.wait is None or not left:
                    raise
                await asyncio.sleep(error.wait)
        return read_answer(answer, read_server)

    async def stream(self, table_id: str, from_seq: int = 0, **query: str | None) -> AsyncIterator[ServerMessage]:
        """The messages of a table's socket, until the server ends the stream or the connection breaks."""
        wanted = {**query, "v": "1", "from": str(from_seq)}
        async with aclosing(self._http.lines(_path(table_id, "stream"), **wanted)) as lines:
            async for line in lines:
                yield read_answer(line, read_server)


def _path(table_id: str, rest: str = "") -> str:
    return f"tables/{path_part(table_id)}{rest and '/'}{rest}"


class Client(HttpClient):
    """The HTTP interface by subject, and the tables' connections.

    The token comes from `account`, or from where the caller stored it::

        async with Client("http://localhost:8080") as client:
            await client.account.guest("Ana", "pt")
            card = await client.tables.open(NewTable("buraco", bots="greedy"))
            async with client.table(card.table) as table:
                await table.ready()
    """

    def __init__(
        self, server: str, token: str | None = None, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        super().__init__(server, token, transport)
        self.account = AccountApi(self)
        self.tokens = TokensApi(self)
        self.players = PlayersApi(self)
        self.rulebooks = RulebooksApi(self)
        self.tables = TablesApi(self)
        self.analyses = AnalysesApi(self)
        self.tournaments = TournamentsApi(self)

    def table(self, table_id: str, *, watch: bool = False, invitation: str | None = None, from_seq: int = 0) -> Table:
        """A connection to a table, for ``async with``; `from_seq` asks for the events from a number on."""
        return Table(table_id, dialer(self.server, table_id, self.token, watch=watch, invitation=invitation), from_seq)

    async def replay(self, text: str) -> ReplayCard:
        """A record's text replayed, state by state."""
        answer = await self.ask("POST", "replays", text.encode(), media="text/plain")
        return read_answer(answer, lambda content: read_body(content, ReplayCard))
