"""Requests to a server: addresses, the token, bodies of `canastra.protocol`, errors in the server's one form."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Literal, Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx2

from canastra.client.errors import ClientError
from canastra.client.transport import invitation_header
from canastra.protocol import ProtocolError, encode, read_body
from canastra.protocol.messages import Fault

TIMEOUT = 20.0
"""Seconds for each step of a request."""
JSON = "application/json"
Kind = TypeVar("Kind")
Content = TypeVar("Content", bytes, str)
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class HttpClient:
    """Sends one person's requests to one server, each with `token`."""

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

    def _url(self, path: str) -> str:
        return f"{self.server}/api/{path}"

    def _headers(self, body: bytes | None, media: str = JSON, invitation: str | None = None) -> dict[str, str]:
        headers = {} if body is None else {"Content-Type": media}
        headers |= invitation_header(invitation)
        return headers if self.token is None else {**headers, "Authorization": f"Bearer {self.token}"}

    async def call(
        self, method: Method, path: str, kind: type[Kind] | None = None, body: object = None, **query: str | None
    ) -> Kind:
        """The answer as a message of this kind. An ``invitation`` is sent as a header."""
        content = None if body is None else encode(body)
        answer = await self.ask(method, path, content, query)
        if kind is None:
            return None  # type: ignore[return-value]
        return read_answer(answer, lambda content: read_body(content, kind))

    async def text(self, path: str, **query: str | None) -> str:
        """The answer as text."""
        return (await self.ask("GET", path, None, query)).decode("utf-8", "replace")

    async def ask(
        self,
        method: Method,
        path: str,
        body: bytes | None,
        query: dict[str, str | None] | None = None,
        media: str = JSON,
    ) -> bytes:
        """The raw answer. Raises ClientError if the server refuses or can't be reached."""
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

    async def lines(self, path: str, **query: str | None) -> AsyncGenerator[str, None]:
        """The lines of an answer as they come, until the server ends it. Raises ClientError as `ask` does."""
        headers = self._headers(None, invitation=query.pop("invitation", None))
        try:
            async with self._http.stream(
                "GET",
                self._url(path),
                params=_query(query),
                headers=headers,
                timeout=httpx2.Timeout(TIMEOUT, read=None),
            ) as answer:
                if not answer.is_success:
                    await answer.aread()
                    raise _refusal(answer)
                async for line in answer.aiter_lines():
                    if line:
                        yield line
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise _unreachable(self.server, error) from None


def server_url(text: str) -> str:
    """A server's address without a slash at its end, by default with ``http://``.

    Raises `ClientError` if it is not one.

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


def path_part(text: str) -> str:
    """A text as one part of a path."""
    return quote(text, safe="") or "-"


def _query(query: dict[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in query.items() if value}


def read_answer(content: Content, reader: Callable[[Content], Kind]) -> Kind:
    """Parse an answer with a reader. Raises ClientError if it is invalid."""
    try:
        return reader(content)
    except ProtocolError:
        raise ClientError("client_not_understood") from None


def _refusal(answer: httpx2.Response) -> ClientError:
    """The error in the server's form; a proxy's answer may lack that form."""
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
