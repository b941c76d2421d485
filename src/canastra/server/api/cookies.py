"""The session's cookie, and where else a request may carry its token."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from canastra.server.api.errors import refused
from canastra.server.api.origins import COOKIE

MAX_AGE = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie, as long as any does; when a session ends is for the server to know."""
LONGEST = 256
"""Characters of a token; what is longer is none of ours."""
UNKNOWN = {"WWW-Authenticate": "Bearer"}


def token_of(request: HTTPConnection) -> tuple[str, bool] | None:
    """The token that comes with a request, and whether a program sent it (``Authorization: Bearer``).

    That header wins over a cookie. One that holds no token of ours is refused (401).
    """
    header = request.headers.get("authorization")
    if header is None:
        cookie = request.cookies.get(COOKIE, "")
        return (cookie, False) if 0 < len(cookie) <= LONGEST else None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not 0 < len(token) <= LONGEST:
        raise unknown_token()
    return token, True


def unknown_token() -> Exception:
    """The token that a program sent is nobody's (401)."""
    return refused(401, "api_token", UNKNOWN)


def set_cookie(response: Response, request: HTTPConnection, token: str, root_path: str) -> None:
    """Have the browser keep a session's token for the pages below a sub-path; scripts don't get it."""
    secure = request.scope["scheme"] == "https"
    response.set_cookie(COOKIE, token, MAX_AGE, path=f"{root_path}/", secure=secure, httponly=True, samesite="lax")


def clear_cookie(response: Response, request: HTTPConnection, root_path: str) -> None:
    """Have the browser forget it."""
    secure = request.scope["scheme"] == "https"
    response.delete_cookie(COOKIE, path=f"{root_path}/", secure=secure, httponly=True, samesite="lax")
