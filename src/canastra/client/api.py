"""The server's HTTP interface, typed: one method for each route, bodies from `canastra.protocol`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Literal, Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx2

from canastra.client.errors import ClientError
from canastra.client.transport import invitation_header
from canastra.protocol import ClientMessage, ProtocolError, ServerMessage, encode, read_body, read_server
from canastra.protocol import moderation as office
from canastra.protocol.messages import Fault
from canastra.protocol.people import (
    ChangeMe,
    ChangePassword,
    ForgetMe,
    History,
    Language,
    Me,
    NewAccount,
    NewGuest,
    NewToken,
    Profile,
    Report,
    SignIn,
    TokenCard,
    Tokens,
)
from canastra.protocol.replays import ReplayCard
from canastra.protocol.tables import NewTable, RulebookCard, Rulebooks, SeatBots, Seated, TableCard, Tables, TakeSeat
from canastra.protocol.words import RulebookWords, Words

TIMEOUT = 20.0
"""Seconds for each step of a request."""
TRIES = 20
"""How often a command is sent that the server has no time for."""
JSON = "application/json"
Kind = TypeVar("Kind")
Content = TypeVar("Content", bytes, str)
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Api:
    """One person's way to a server. The token comes from `guest` or `sign_in`, or from where the caller kept it."""

    def __init__(
        self, server: str, token: str | None = None, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        self.server = server_url(server)
        self.token = token
        self._http = httpx2.AsyncClient(
            transport=transport, timeout=TIMEOUT, headers={"Accept": JSON}, follow_redirects=False
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    # People

    async def guest(self, name: str, language: Language = "pt") -> Me:
        """Begin to play under a name; the token is kept here from now on."""
        return self._keep(await self._call("POST", "guests", Me, NewGuest(name, language, token=True)))

    async def make_account(self, login: str, password: str) -> Me:
        """Keep what was played as a guest. The token changes."""
        return self._keep(await self._call("POST", "accounts", Me, NewAccount(login, password)))

    async def sign_in(self, login: str, password: str) -> Me:
        """Come back to an account; the token is kept here from now on."""
        return self._keep(await self._call("POST", "session", Me, SignIn(login, password, token=True)))

    async def sign_out(self) -> None:
        """End the session."""
        await self._call("DELETE", "session")
        self.token = None

    async def me(self) -> Me:
        """Who I am; a `ClientError` (``api_session``) for nobody yet, which the server answers with null."""
        answer = await self._ask("GET", "me", None)
        if answer == b"null":
            raise ClientError("api_session", None, 401)
        return _read(answer, lambda content: read_body(content, Me))

    async def change_me(self, name: str | None = None, language: Language | None = None) -> Me:
        """Another name or language."""
        return await self._call("PATCH", "me", Me, ChangeMe(name, language))

    async def change_password(self, old: str, new: str) -> Me:
        """All other sessions end. The token changes."""
        return self._keep(await self._call("POST", "me/password", Me, ChangePassword(old, new)))

    async def forget_me(self, password: str | None = None) -> None:
        """Have everything about me deleted, but for finished matches; an account needs its password."""
        await self._call("DELETE", "me", body=None if password is None else ForgetMe(password))
        self.token = None

    async def tokens(self) -> Tokens:
        """The tokens of my programs."""
        return await self._call("GET", "me/tokens", Tokens)

    async def new_token(self, label: str) -> TokenCard:
        """A token for a program; only this answer holds it."""
        return await self._call("POST", "me/tokens", TokenCard, NewToken(label))

    async def revoke_token(self, token_id: str) -> None:
        """End a program's token."""
        await self._call("DELETE", f"me/tokens/{_part(token_id)}")

    async def mute(self, player: str, on: bool = True) -> None:
        """Hear nothing from a player, or hear it again."""
        await self._call("PUT" if on else "DELETE", f"me/mutes/{_part(player)}")

    async def block(self, player: str, on: bool = True) -> None:
        """Share no tables with a player, or do again."""
        await self._call("PUT" if on else "DELETE", f"me/blocks/{_part(player)}")

    async def report(self, report: Report) -> None:
        """Tell the operators about somebody."""
        await self._call("POST", "reports", None, report)

    async def moderate(self, request: office.Request) -> office.Answer:
        """Have a moderator's act done or question answered; 403 for those who may not."""
        answer = await self._ask("POST", "admin", encode(request))
        return _read(answer, lambda content: read_body(content, office.Answer))  # type: ignore[arg-type]  # A union.

    async def notices(self) -> office.Notices:
        """What the moderators have to say to me: warnings, a mute, a ban."""
        return await self._call("GET", "me/notices", office.Notices)

    async def acknowledge(self, measure: int) -> None:
        """Say that I have read a warning, by its number."""
        await self._call("DELETE", f"me/warnings/{measure}")

    async def export_me(self) -> bytes:
        """Everything that is held about me, as JSON."""
        return await self._ask("GET", "me/export", None)

    async def reset_password(self, link_token: str, password: str) -> str:
        """Set a new password by the token of an admin's link. Returns the login; all sessions and tokens end."""
        return (await self._call("POST", "password", office.Reset, office.NewPassword(link_token, password))).login

    async def profile(self, player: str) -> Profile:
        """What everybody may know of a player."""
        return await self._call("GET", f"players/{_part(player)}", Profile)

    async def history(self, player: str, before: str | None = None) -> History:
        """A page of finished matches, the latest first."""
        return await self._call("GET", f"players/{_part(player)}/matches", History, before=before)

    # Tables

    async def rulebooks(self) -> Rulebooks:
        """The official rulebooks, the bots' levels, what may be said."""
        return await self._call("GET", "rulebooks", Rulebooks)

    async def rulebook(self, rulebook_id: str) -> RulebookCard:
        """A rulebook, also a house's."""
        return await self._call("GET", f"rulebooks/{_part(rulebook_id)}", RulebookCard)

    async def house_file(self, rulebook_id: str) -> str:
        """The TOML of a house's rulebook."""
        return await self._text(f"rulebooks/{_part(rulebook_id)}/house")

    async def rulebook_words(self, rulebook_id: str, language: Language = "pt") -> RulebookWords:
        """A rulebook as a person reads it."""
        return await self._call("GET", f"rulebooks/{_part(rulebook_id)}/words", RulebookWords, lang=language)

    async def words(self, language: Language = "pt") -> Words:
        """What components, parameters and clauses are called."""
        return await self._call("GET", "words", Words, lang=language)

    async def tables(
        self, state: Literal["open", "running"] = "open", rulebook: str | None = None, after: str | None = None
    ) -> Tables:
        """A page of public tables: those with an empty seat, or those that may be watched."""
        return await self._call("GET", "tables", Tables, state=state, rulebook=rulebook, after=after)

    async def my_tables(self) -> Tables:
        """My unfinished tables, then the latest finished ones."""
        return await self._call("GET", "me/tables", Tables)

    async def open_table(self, new: NewTable) -> TableCard:
        """Open a table."""
        return await self._call("POST", "tables", TableCard, new)

    async def table_card(self, table_id: str, invitation: str | None = None) -> TableCard:
        """A table as lists show it."""
        return await self._call("GET", f"tables/{_part(table_id)}", TableCard, invitation=invitation)

    async def close_table(self, table_id: str) -> None:
        """Close a table of my own before its match."""
        await self._call("DELETE", f"tables/{_part(table_id)}")

    async def take_seat(self, table_id: str, seat: int, invitation: str | None = None) -> Seated:
        """Sit down."""
        return await self._call("PUT", f"tables/{_part(table_id)}/seats/{seat}", Seated, TakeSeat(invitation))

    async def leave_seat(self, table_id: str) -> None:
        """Get up."""
        await self._call("DELETE", f"tables/{_part(table_id)}/seats/mine")

    async def unseat(self, table_id: str, seat: int) -> None:
        """A person or a bot gets up from a table of my own before its match; a person is kept away for a while."""
        await self._call("DELETE", f"tables/{_part(table_id)}/seats/{seat}")

    async def put_bots(self, table_id: str, level: str, seat: int | None = None) -> None:
        """Bots on a seat of a table of my own, or on all that are empty."""
        await self._call("POST", f"tables/{_part(table_id)}/bots", None, SeatBots(level, seat))

    async def send_bot_away(self, table_id: str, seat: int) -> None:
        """A bot gets up."""
        await self._call("DELETE", f"tables/{_part(table_id)}/bots/{seat}")

    async def record(self, table_id: str, invitation: str | None = None) -> str:
        """The match as ``.canastra`` text; while a deal runs without what I may not know."""
        return await self._text(f"tables/{_part(table_id)}/record", invitation=invitation)

    async def replay(self, text: str) -> ReplayCard:
        """A record's text replayed, state by state."""
        answer = await self._ask("POST", "replays", text.encode(), media="text/plain")
        return _read(answer, lambda content: read_body(content, ReplayCard))

    async def replay_of(self, table_id: str, invitation: str | None = None) -> ReplayCard:
        """The match of a table replayed; while a deal runs without what I may not know."""
        return await self._call("GET", f"tables/{_part(table_id)}/replay", ReplayCard, invitation=invitation)

    async def command(self, table_id: str, message: ClientMessage) -> ServerMessage:
        """One command without a socket; the answer to it.

        Sent again for a while if the server had no time for it, since no news would come that wakes its sender. After
        any other `ClientError` sending again is up to the caller: the same id is done once.
        """
        for left in reversed(range(TRIES)):
            try:
                answer = await self._ask("POST", f"tables/{_part(table_id)}/commands", encode(message))
                break
            except ClientError as error:
                if error.wait is None or not left:
                    raise
                await asyncio.sleep(error.wait)
        return _read(answer, read_server)

    async def stream(self, table_id: str, from_seq: int = 0, **query: str | None) -> AsyncIterator[ServerMessage]:
        """What a socket of the table would say, until the server ends it or the connection breaks."""
        headers = self._headers(None, invitation=query.pop("invitation", None))
        wanted = _query({**query, "v": "1", "from": str(from_seq)})
        try:
            async with self._http.stream(
                "GET",
                self._url(f"tables/{_part(table_id)}/stream"),
                params=wanted,
                headers=headers,
                timeout=httpx2.Timeout(TIMEOUT, read=None),
            ) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise _refusal(answer)
                async for line in answer.aiter_lines():
                    if line:
                        yield _read(line, read_server)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise _unreachable(self.server, error) from None

    # How

    def _keep(self, me: Me) -> Me:
        self.token = me.token or self.token
        return me

    def _url(self, path: str) -> str:
        return f"{self.server}/api/{path}"

    def _headers(self, body: bytes | None, media: str = JSON, invitation: str | None = None) -> dict[str, str]:
        headers = {} if body is None else {"Content-Type": media}
        headers |= invitation_header(invitation)
        return headers if self.token is None else {**headers, "Authorization": f"Bearer {self.token}"}

    async def _call(
        self, method: Method, path: str, kind: type[Kind] | None = None, body: object = None, **query: str | None
    ) -> Kind:
        content = None if body is None else encode(body)
        answer = await self._ask(method, path, content, query)
        if kind is None:
            return None  # type: ignore[return-value]
        return _read(answer, lambda content: read_body(content, kind))

    async def _text(self, path: str, **query: str | None) -> str:
        return (await self._ask("GET", path, None, query)).decode("utf-8", "replace")

    async def _ask(
        self,
        method: Method,
        path: str,
        body: bytes | None,
        query: dict[str, str | None] | None = None,
        media: str = JSON,
    ) -> bytes:
        query = dict(query or {})
        headers = self._headers(body, media, query.pop("invitation", None))
        try:
            answer = await self._http.request(
                method, self._url(path), content=body, params=_query(query), headers=headers
            )
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise _unreachable(self.server, error) from None
        if not answer.is_success:
            raise _refusal(answer)
        return answer.content


def server_url(text: str) -> str:
    """The address of a server without a slash at its end; ``http://`` is added where nothing is said.

    >>> server_url("localhost:8080"), server_url("https://mesa.example/jogo/")
    ('http://localhost:8080', 'https://mesa.example/jogo')
    """
    whole = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(whole)
        known = parts.scheme in {"http", "https"} and parts.hostname and (parts.port or True)
    except ValueError:
        known = False
    if not known or parts.query or parts.fragment or parts.username or not whole.isprintable() or " " in whole:
        raise ClientError("client_server_url", url=text[:80])
    return whole.rstrip("/")


def _part(text: str) -> str:
    return quote(text, safe="") or "-"


def _query(query: dict[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in query.items() if value}


def _read(content: Content, reader: Callable[[Content], Kind]) -> Kind:
    try:
        return reader(content)
    except ProtocolError:
        raise ClientError("client_not_understood") from None


def _refusal(answer: httpx2.Response) -> ClientError:
    """What the server says in its one form of errors; something in between may say it otherwise."""
    try:
        fault = read_body(answer.content, dict[str, Fault])["error"]
    except (ProtocolError, KeyError):
        return ClientError("client_status", None, answer.status_code, status_code=answer.status_code)
    error = ClientError(fault.code, fault, answer.status_code)
    after = answer.headers.get("Retry-After", "")
    error.wait = int(after) if answer.status_code in (429, 503) and after.isdecimal() else None
    return error


def _unreachable(server: str, error: Exception) -> ClientError:
    return ClientError("client_unreachable", server=server, reason=type(error).__name__)
