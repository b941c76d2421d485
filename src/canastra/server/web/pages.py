"""Answers to requests for the client: files, and the page at each address that the client has something to show at."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from canastra.messages import LANGUAGES, text
from canastra.server.api.errors import no_such_method, nothing_there
from canastra.server.web.files import ASSETS, File

PAGES = (
    "/",
    "/mesa/{id}",
    "/convite/{id}",
    "/partida",
    "/partida/{id}",
    "/regras",
    "/regras/{id}",
    "/conta",
    "/ajustes",
    "/cartas",
)
"""Addresses of the client's pages; web/src/routing.ts has the same."""
INDEX = "/index.html"
WORKER = "/sw.js"
METHODS = ["GET", "HEAD"]

_SOURCES = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
}
_NEVER_ASKED = ("accelerometer", "camera", "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment")
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _SOURCES.items()),
    "Permissions-Policy": ", ".join(f"{name}=()" for name in (*_NEVER_ASKED, "usb")),
}
"""Of every answer, beside those that the whole server has. ``'self'`` covers the sockets of the same host."""


def routes(files: Mapping[str, File]) -> list[Route]:
    """A route for each page, one for hashed files, and a last one for all else, which takes every path."""
    site = Site(files)
    return [Route(path, site) for path in (*PAGES, f"{ASSETS}{{name}}", "/{rest:path}")]


class Site:
    """An application that serves the client. If it isn't built, it says so and serves nothing else."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = self.answer(Request(scope), scope["route"].path in PAGES)
        for name, value in HEADERS.items():
            response.headers[name] = value
        await response(scope, receive, send)

    def answer(self, request: Request, page: bool) -> Response:
        """A file, the page, or that there is nothing."""
        path = request.url.path
        if page and INDEX not in self._files:
            return PlainTextResponse("\n".join(text("serve_unbuilt", each) for each in LANGUAGES) + "\n", 404)
        file = self._files[INDEX] if page else self._files.get(path)
        if file is not None:
            return sent(file, request, path) if request.method in METHODS else no_such_method(METHODS)
        if INDEX in self._files and request.method in METHODS and _is_visit(request, path):
            return sent(self._files[INDEX], request, path, 404)
        return nothing_there()


def sent(file: File, request: Request, path: str, status: int = 200) -> Response:
    """A file, compressed if the browser likes that; only that it is the same, if the browser has it already."""
    zipped = file.zipped if takes_gzip(request.headers) else None
    tag = f'"{file.tag}{"-gz" if zipped is not None else ""}"'
    headers = {"Cache-Control": file.cache, "ETag": tag}
    if file.zipped is not None:
        headers["Vary"] = "Accept-Encoding"
    if path == WORKER:
        headers["Service-Worker-Allowed"] = "/"
    if status == 200 and has_already(request.headers, tag):
        return Response(status_code=304, headers=headers)
    body = file.body if zipped is None else zipped
    if zipped is not None:
        headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    return Response(body if request.method == "GET" else b"", status, headers, file.media)


def takes_gzip(headers: Headers) -> bool:
    """Whether the browser takes gzip: it is named, and not with a quality of 0."""
    found = {}
    for each in ",".join(headers.getlist("accept-encoding")).split(","):
        name, _, quality = each.replace(" ", "").lower().partition(";q=")
        found[name] = quality.strip("0.") != "" or not quality
    return found.get("gzip", found.get("*", False))


def has_already(headers: Headers, tag: str) -> bool:
    """Whether the browser keeps this very content."""
    known = ",".join(headers.getlist("if-none-match")).split(",")
    return any(each.strip().removeprefix("W/") in (tag, "*") for each in known)


def _is_visit(request: Request, path: str) -> bool:
    """Whether somebody looks at an address, and not a page for one of its files: the page can say that it is wrong."""
    return not path.startswith(ASSETS) and "text/html" in request.headers.get("accept", "")
