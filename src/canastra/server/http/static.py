"""The client's files, read once when the server starts.

So one server serves one version, whole, even while a newer one is built into the same folder. All files together have
some hundred kilobytes.

The head of a page has the preview that messengers show of a link to it (Open Graph). A messenger fetches a page without
a session, and gets only public data. An invitation to a private table stands behind the ``#`` of its address, which is
never sent, and in old addresses in the query, which is not read. So a preview reveals nothing about a private table.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from canastra.errors import CanastraError
from canastra.messages import LANGUAGES, number_text, text
from canastra.protocol.tables import SeatCard, TableCard
from canastra.server.http.endpoint import takes
from canastra.server.http.errors import no_such_method, nothing_there
from canastra.server.lobby import Lobby
from canastra.server.settings import SettingsError
from canastra.table import Stage

FOR_EVER = "public, max-age=31536000, immutable"
"""The caching of files with a digest in their names."""
ASK_AGAIN = "no-cache"
"""May be cached, but is revalidated each time; mostly the answer is 304."""
A_DAY = "public, max-age=86400"
"""The caching of the icon, which browsers fetch again for each new address of a page."""
ICON = "/icon.svg"
ASSETS = "/assets/"
STAMP = "/built.txt"
"""A file of the build that browsers do not need."""
OTHER = "application/octet-stream"
MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""By suffix: the machine's own tables differ from machine to machine."""
COMPRESSED = {".ico", ".png", ".webp", ".woff2"}
"""Suffixes of files that do not get smaller."""
BROTLI = ".br"
"""Suffix of the Brotli version, which the build puts beside a text."""
REPLAY = "/partida/{id}"
PAGES = (
    "/",
    "/mesa/{id}",
    "/convite/{id}",
    "/partida",
    REPLAY,
    "/regras",
    "/regras/{id}",
    "/aprender",
    "/aprender/{id}",
    "/placar",
    "/placar/{id}",
    "/conta",
    "/ajustes",
    "/cartas",
    "/admin",
    "/aviso",
    "/senha",
    "/torneios",
    "/torneio/{id}",
    "/torneio/{id}/sala",
    "/torneio/{id}/mesa",
    "/torneio/{id}/jogar",
    "/torneio/{id}/telao",
)
"""Addresses of the client's pages; web/src/routes.ts has the same."""
ID = "{id}"
INDEX = "/index.html"
NEEDS = "/pages.json"
"""The files that each page needs besides the files named in the page, by the first part of its address and the
language; not sent.
"""
BASE = b'<base href="/"'
"""How web/index.html begins its base address."""
HEAD_ENDS = b"</head>"
OPENING = b">Canastra</p>"
"""The words of web/index.html that are seen until the page's own come."""
API = "api/"
LANGUAGE = "{language}"
"""Stands in an address for the browser's language."""
METHODS = ["GET", "HEAD"]
NOBODY: Mapping[str, Callable[[], None]] = {}
NOTHING: Mapping[str, str] = {}
SPOKEN = "pt"
"""The language of previews: a messenger doesn't say which language its users speak."""
LOCALE = "pt_BR"
PICTURE = "og.png"
"""The picture that tools/preview.py draws, beside the icons."""
SIZE = (1200, 630)
NO_NAMES = "–"
PATIENCE = 1.0
"""Seconds after which a page is sent with the general preview: no user waits for a preview."""
_SOURCES = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
}
_NEVER_ASKED = ("accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment")
POLICY = "; ".join(f"{name} {value}" for name, value in _SOURCES.items())
"""The Content-Security-Policy of every file. ``'self'`` covers the sockets of the same host."""
OF_DOCUMENTS = {
    "Content-Security-Policy": f"{POLICY}; require-trusted-types-for 'script'; "
    "trusted-types svelte-trusted-html canastra-worker",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in (*_NEVER_ASKED, "usb")),
}
"""Headers of pages alone, besides those of the whole server. A page fetches ten files more, and each byte of their
headers counts in its first view."""


@dataclass(frozen=True)
class File:
    """One file as it is sent."""

    body: bytes
    media: str = OTHER
    cache: str = ASK_AGAIN
    compressible: bool = True
    brotli: bytes | None = None
    """The version that the build compressed, if it did."""

    @cached_property
    def tag(self) -> str:
        """Differs whenever the content does."""
        return sha256(self.body).hexdigest()[:32]

    @cached_property
    def zipped(self) -> bytes | None:
        """The gzip version, made for the first request (1 to 5 ms); None if it is no smaller."""
        if not self.compressible:
            return None
        found = gzip.compress(self.body, 9, mtime=0)
        return found if len(found) < len(self.body) else None


def read_files(folder: Path) -> dict[str, File]:
    """All files of a folder by their path in addresses (``/assets/…``); none if the folder doesn't exist. Raises
    OSError.

    Raises SettingsError if another version built them, whose list of needs has another form.
    """
    found = {f"/{path.relative_to(folder).as_posix()}": path for path in _files(folder)}
    beside = {f"{name}{BROTLI}" for name in found}
    files = {name: _read(name, path) for name, path in found.items() if name not in beside}
    try:
        _needs(files)
    except msgspec.DecodeError as error:
        raise SettingsError("serve_web_version", file=str(folder)) from error
    return files


def _needs(files: Mapping[str, File]) -> dict[str, dict[str, list[str]]]:
    """The files that each page needs, from `NEEDS`. Raises msgspec.DecodeError if it is malformed."""
    return msgspec.json.decode(files[NEEDS].body if NEEDS in files else b"{}", type=dict[str, dict[str, list[str]]])


def _files(folder: Path) -> Iterator[Path]:
    """The files without hidden ones, and without links that lead out of the folder."""
    whole = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(".")):
            if path.is_file() and path.resolve().is_relative_to(whole) and path != folder / STAMP[1:]:
                yield path


def _read(name: str, path: Path) -> File:
    suffix = path.suffix.lower()
    brotli = path.with_name(f"{path.name}{BROTLI}")
    return File(
        path.read_bytes(),
        MEDIA.get(suffix, OTHER),
        FOR_EVER if name.startswith(ASSETS) else A_DAY if name == ICON else ASK_AGAIN,
        suffix not in COMPRESSED,
        brotli.read_bytes() if brotli.is_file() else None,
    )


def static_routes(
    files: Mapping[str, File],
    previews: Previews,
    root_path: str = "",
    visited: Mapping[str, Callable[[], None]] = NOBODY,
) -> list[Route]:
    """A route for each page, one for hashed files, and a last one for all else, which takes every path.

    `visited` has by page a function to call when a client opens it, to prepare what the page will request.
    """
    site = Site(files, previews, root_path, visited)
    return [Route(path, site) for path in (*PAGES, f"{ASSETS}{{name}}", "/{rest:path}")]


class Site:
    """An application that serves the client. If it isn't built, it says so and serves nothing else."""

    def __init__(
        self, files: Mapping[str, File], previews: Previews, root_path: str, visited: Mapping[str, Callable[[], None]]
    ) -> None:
        self._previews, self._root, self._visited = previews, root_path, visited
        self._files = {path: file for path, file in files.items() if path != NEEDS}
        if root_path and INDEX in self._files:
            self._files[INDEX] = _based(self._files[INDEX], root_path)
        needs = _needs(files).items()
        self._needs = {(page, language): names for page, each in needs for language, names in each.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        page, request = scope["route"].path, Request(scope)
        if page in PAGES and INDEX in self._files:
            response = await self._page(request, page)
        elif page not in PAGES and request.method in METHODS and (meant := page_meant(request.url.path)):
            query = f"?{request.url.query}" if request.url.query else ""
            response = RedirectResponse(f"{self._root}{meant}{query}", 308)
        else:
            response = self.answer(request, page in PAGES)
        if tell := self._visited.get(page):
            tell()
        is_document = page in PAGES or response.headers.get("content-type") == MEDIA[".html"]
        response.headers.update(OF_DOCUMENTS if is_document else {"Content-Security-Policy": POLICY})
        await response(scope, receive, send)

    async def _page(self, request: Request, page: str) -> Response:
        """A page, with links to the files and answers that its browser should fetch with it."""
        part, language = page.split("/")[1], spoken(request.headers)
        preview = await self._previews.of(part, request.path_params.get("id"))
        response = self.answer(request, True, self._index(request, preview, preview.opening.get(language, "")))
        asked = [address.replace(LANGUAGE, language) for address in preview.asks]
        links = [_link(self._root, name) for name in (*self._needs.get((part, language), ()), *asked)]
        if links:
            response.headers["Link"] = ", ".join(links)
            response.headers.add_vary_header("Accept-Language")
        return response

    def _index(self, request: Request, preview: Preview, opening: str) -> File:
        """The page for an address, with its preview and its opening words."""
        index, path = self._files[INDEX], request.scope["path"]
        if request.method not in METHODS or HEAD_ENDS not in index.body:
            return index
        site = f"{request.url.scheme}://{request.url.netloc}{self._root}/"
        tags = head(preview, site, quote(path.removeprefix("/"))).encode()
        body = index.body.replace(HEAD_ENDS, tags + HEAD_ENDS, 1)
        if opening:
            body = body.replace(OPENING, f">{escape(opening)}</p>".encode(), 1)
        return replace(index, body=body, brotli=None)

    def answer(self, request: Request, page: bool, index: File | None = None) -> Response:
        """A file, the page, or 404."""
        path = request.url.path
        if page and INDEX not in self._files:
            return PlainTextResponse("\n".join(text("serve_unbuilt", language) for language in LANGUAGES) + "\n", 404)
        file = index if page else self._files.get(path)
        if file is not None:
            return sent(file, request, path) if request.method in METHODS else no_such_method(METHODS)
        if INDEX in self._files and request.method in METHODS and _is_visit(request, path):
            return sent(self._files[INDEX], request, path, 404)
        return nothing_there()


def page_meant(path: str) -> str:
    """The address of the page that a path with capitals or slashes at its end means, quoted; empty if it means none.

    >>> page_meant("/Placar/"), page_meant("/Mesa/aB1//"), page_meant("/nada/")
    ('/placar', '/mesa/aB1', '')
    """
    words = path.rstrip("/").split("/")
    for page in PAGES:
        parts = page.split("/")
        pairs = list(zip(parts, words, strict=False))
        if len(parts) == len(words) and all(part in (ID, word.lower()) and (word or not part) for part, word in pairs):
            return quote("/".join(word if part == ID else part for part, word in pairs))
    return ""


def _based(file: File, root_path: str) -> File:
    """The page with the sub-path as the base of all its addresses."""
    return replace(file, body=file.body.replace(BASE, f'<base href="{root_path}/"'.encode(), 1), brotli=None)


def _link(root_path: str, name: str) -> str:
    """A value of the `Link` header, by which browsers preload a file of the page or an answer of the API."""
    if name.startswith(API):
        return f"<{root_path}/{name}>; rel=preload; as=fetch; crossorigin"
    return f"<{root_path}/{name}>; rel=" + (
        "modulepreload" if name.endswith(".js") else "preload; as=style; crossorigin"
    )


def spoken(headers: Headers) -> str:
    """The client's language, unless the user chose another: the first that both know, or Portuguese."""
    tags = (part.split(";")[0].strip().lower() for part in headers.get("accept-language", "").split(","))
    return next((tag.split("-")[0] for tag in tags if tag.split("-")[0] in LANGUAGES), SPOKEN)


def sent(file: File, request: Request, path: str, status: int = 200) -> Response:
    """A file in the best encoding, or 304 if the browser has it already."""
    encoding, body = _encoded(file, request.headers)
    tag = f'"{file.tag}{f"-{encoding}" if encoding else ""}"'
    headers = {"Cache-Control": file.cache, "ETag": tag}
    if file.zipped is not None or file.brotli is not None:
        headers["Vary"] = "Accept-Encoding"
    if status == 200 and has_already(request.headers, tag):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    headers["Content-Length"] = str(len(body))
    return Response(body if request.method == "GET" else b"", status, headers, file.media)


def _encoded(file: File, headers: Headers) -> tuple[str, bytes]:
    """The smallest form that the browser accepts, and its encoding."""
    if file.brotli is not None and takes(headers, "br"):
        return "br", file.brotli
    if file.zipped is not None and takes(headers, "gzip"):
        return "gzip", file.zipped
    return "", file.body


def has_already(headers: Headers, tag: str) -> bool:
    """Return whether the browser has this very content."""
    known = ",".join(headers.getlist("if-none-match")).split(",")
    return any(each.strip().removeprefix("W/") in (tag, "*") for each in known)


def _is_visit(request: Request, path: str) -> bool:
    """Return whether a user opens an address, and not a page one of its files: a page can explain the error."""
    return not path.startswith(ASSETS) and "text/html" in request.headers.get("accept", "")


class Preview(NamedTuple):
    """The preview of a page.

    `asks` are the public addresses, below the base, that it requests first; `opening` is the text that is seen before
    its scripts have come, by language, if anything is known.
    """

    title: str
    sentence: str
    asks: tuple[str, ...] = ()
    opening: Mapping[str, str] = NOTHING


class Previews:
    """Makes previews of public data."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def of(self, page: str, name: str | None) -> Preview:
        """The preview of a page: of the first part of its address, and the id behind it, if any."""
        found = _general(page)
        about = self._about.get(page)
        if name is not None and about is not None:
            with suppress(CanastraError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    found = await about(self, name)
        return found

    async def _invited(self, table_id: str) -> Preview:
        card = await self._lobby.queries.card(table_id, None)
        return _table(card)._replace(asks=(_asks_table(card),))

    async def _seated(self, table_id: str) -> Preview:
        card = await self._lobby.queries.card(table_id, None)
        rulebook = f"api/rulebooks/{quote(card.rulebook)}"
        if card.stage == Stage.SEATING:
            return _seat(card)._replace(asks=(rulebook,))  # The waiting room gets the options from the socket.
        return _match(card)._replace(asks=(rulebook, _asks_table(card)), opening=_titles(card))

    async def _played(self, table_id: str) -> Preview:
        card = await self._lobby.queries.card(table_id, None)
        return _match(card)._replace(opening=_titles(card))

    async def _rulebook(self, rulebook_id: str) -> Preview:
        rulebook = self._lobby.registry.find(rulebook_id)
        address = f"api/rulebooks/{quote(rulebook_id)}"
        asks = (address, f"{address}/words?lang={LANGUAGE}")
        return Preview(_say("preview_rulebook", rulebook=rulebook.names[SPOKEN]), _say("preview_rules_text"), asks)

    _about: Mapping[str, Callable[[Previews, str], Awaitable[Preview]]] = {
        "mesa": _seated,
        "convite": _invited,
        "partida": _played,
        "regras": _rulebook,
    }


def head(preview: Preview, site: str, path: str) -> str:
    """The tags of a page's head. `site` is the address of the start page with its slash, `path` the page's below it."""
    about = {
        "og:type": "website",
        "og:site_name": "Canastra",
        "og:locale": LOCALE,
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": site + path,
        "og:image": site + PICTURE,
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in about.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])


def _general(page: str) -> Preview:
    if page in ("mesa", "convite"):
        return Preview(_say("preview_invitation"), _say("preview_invitation_text"))
    if page == "partida":
        return Preview(_say("preview_match"), _say("preview_match_text"))
    if page == "regras":
        return Preview(_say("preview_rules"), _say("preview_rules_text"))
    return Preview(_say("preview"), _say("preview_text"))


def _asks_table(card: TableCard) -> str:
    return f"api/tables/{quote(card.table)}"


def _table(card: TableCard) -> Preview:
    return _seat(card) if card.stage == Stage.SEATING else _match(card)


def _seat(card: TableCard) -> Preview:
    """The name of the inviting person, as the page of the invitation shows it."""
    hosts = [seat.name for seat in card.seats if seat.kind == "person" and seat.player == card.opener]
    if not hosts:
        return _general("convite")
    title = _say("preview_invitation_by", name=hosts[0], rulebook=card.rulebook_name[SPOKEN])
    return Preview(title, _say("preview_invitation_text"))


def _match(card: TableCard) -> Preview:
    """The players of a match, with the points if it is over."""
    return Preview(_title(card, SPOKEN), _say("preview_match_text"))


def _titles(card: TableCard) -> dict[str, str]:
    return {language: _title(card, language) for language in LANGUAGES}


def _title(card: TableCard, language: str) -> str:
    figures = {
        "rulebook": card.rulebook_name[language],
        "ours": _side(card.seats, 0, language),
        "theirs": _side(card.seats, 1, language),
    }
    if card.stage != Stage.FINISHED or card.points is None:
        return text("preview_match_running", language, **figures)
    first, second = (number_text(points, language) for points in card.points)
    return text("preview_match_over", language, **figures, first=first, second=second)


def _side(seats: Sequence[SeatCard], side: int, language: str) -> str:
    names = [seat.name for seat in seats[side::2] if seat.name]
    if len(names) == 2:
        return text("preview_partners", language, first=names[0], second=names[1])
    return names[0] if names else NO_NAMES


def _say(code: str, **figures: str) -> str:
    return text(code, SPOKEN, **figures)
