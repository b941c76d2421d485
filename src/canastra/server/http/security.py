"""The session's cookie, where else a request may carry its token, and which pages may send one with our cookie.

A page of another site can have a browser send a request with our cookie; it can't choose the headers that say where
the request comes from, nor send JSON without asking first. A program has no cookie, and needs none of this.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

from canastra.server.http.errors import refused
from canastra.server.origins import is_allowed
from canastra.server.ws.handshake import COOKIE, LONGEST_TOKEN, PREFIXES, Credential, credential_of, session_cookie

MAX_AGE = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie, as long as any does; when a session ends is for the server to know."""
DEVICE = "canastra_device"
"""The cookie by which a device is known again that has signed in; it signs nobody in."""
DEVICES = 5
"""Accounts that sign in on one device: a family's tablet knows them all."""
UNKNOWN = {"WWW-Authenticate": "Bearer"}


def request_credential(request: HTTPConnection) -> Credential | None:
    """The token that comes with a request. A program's that can't be one of ours is refused (401)."""
    found = credential_of(request)
    if found is None or found.may_be_known:
        return found
    if found.is_bearer:
        raise unknown_token()
    return None


def unknown_token() -> Exception:
    """The token that a program sent is nobody's (401)."""
    return refused(401, "api_token", UNKNOWN)


def set_cookie(response: Response, request: HTTPConnection, token: str, root_path: str) -> None:
    """Have the browser keep a session's token for the pages below a sub-path; scripts don't get it."""
    name = _name(request, root_path)
    _forget_others(response, request, root_path, name)
    response.set_cookie(name, token, MAX_AGE, **_scope(request, root_path))


def clear_cookie(response: Response, request: HTTPConnection, root_path: str) -> None:
    """Have the browser forget it."""
    name = _name(request, root_path)
    _forget_others(response, request, root_path, name)
    response.delete_cookie(name, **_scope(request, root_path))


def rename_cookie(response: Response, request: HTTPConnection, root_path: str) -> None:
    """Give a session's cookie that has an old name its present one, unless the answer sets or clears it anyway."""
    found = session_cookie(request)
    if found is not None and found[0] != _name(request, root_path) and "set-cookie" not in response.headers:
        set_cookie(response, request, found[1], root_path)


def devices_of(request: HTTPConnection, root_path: str) -> list[str]:
    """What a browser has kept since people signed in on this device, the latest first."""
    return request.cookies.get(_name(request, root_path, DEVICE), "").split("~")[:DEVICES]


def keep_device(response: Response, request: HTTPConnection, root_path: str, new: str) -> None:
    """Have the browser keep what makes its device known to an account, beside what it has of others."""
    kept = [each for each in devices_of(request, root_path) if 0 < len(each) < LONGEST_TOKEN and each.isascii()]
    value = "~".join([new, *kept][:DEVICES])
    strict: _Scope = {**_scope(request, root_path), "samesite": "strict"}
    response.set_cookie(_name(request, root_path, DEVICE), value, MAX_AGE, **strict)


def _forget_others(response: Response, request: HTTPConnection, root_path: str, name: str) -> None:
    for other in (COOKIE, *(prefix + COOKIE for prefix in PREFIXES)):
        if other != name and other in request.cookies:
            response.delete_cookie(other, **_scope(request, root_path, other))


def _name(request: HTTPConnection, root_path: str, name: str = COOKIE) -> str:
    if request.scope["scheme"] != "https":
        return name
    return (PREFIXES[1] if root_path else PREFIXES[0]) + name


def _scope(request: HTTPConnection, root_path: str, name: str = "") -> _Scope:
    """Where a cookie is sent. Browsers take one named ``__Host-`` only for the whole host."""
    path = "/" if name.startswith(PREFIXES[0]) else f"{root_path}/"
    return {"path": path, "secure": request.scope["scheme"] == "https", "httponly": True, "samesite": "lax"}


class _Scope(TypedDict):
    path: str
    secure: bool
    httponly: bool
    samesite: Literal["lax", "strict"]


def check_origin(request: HTTPConnection, origins: Collection[str]) -> None:
    """Refuse (403) a request with an effect that another site's page may have sent, or that doesn't say who did."""
    if "authorization" in request.headers:
        return
    if "origin" in request.headers:
        good = is_allowed(request, origins)
    elif "sec-fetch-site" in request.headers:
        good = request.headers.getlist("sec-fetch-site") == ["same-origin"]
    else:  # No browser of today; a program without a session does no harm to anybody's.
        good = session_cookie(request) is None
    if not good:
        raise refused(403, "api_origin")


def may_read(request: HTTPConnection, origins: Collection[str]) -> bool:
    """Whether the cookie of a request that changes nothing counts: not of one that another site's page has sent.

    That page can't read the answer, but a link, a frame or an image of it may tell by its size, its time or its status
    who somebody is. Old browsers don't say where a request comes from.
    """
    if "origin" in request.headers:
        return is_allowed(request, origins)
    return all(site in ("same-origin", "none") for site in request.headers.getlist("sec-fetch-site"))
