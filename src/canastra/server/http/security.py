"""The session's cookie, other places of a token in a request, and the pages that may send a request with our cookie.

A page of another site can have a browser send a request with our cookie; it can't choose the headers that name its
origin, nor send JSON without a preflight. A program has no cookie, and needs none of this.
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
"""Seconds for which a browser keeps the cookie, as long as any does; the server decides when a session ends."""
DEVICE = "canastra_device"
"""The cookie that identifies a device that has signed in; it doesn't authenticate."""
DEVICES = 5
"""Accounts that sign in on one device: a family's tablet may have several."""
UNKNOWN = {"WWW-Authenticate": "Bearer"}


def request_credential(request: HTTPConnection) -> Credential | None:
    """The token of a request. A program's malformed token is refused (401)."""
    found = credential_of(request)
    if found is None or found.may_be_known:
        return found
    if found.is_bearer:
        raise unknown_token()
    return None


def unknown_token() -> Exception:
    """The error for an unknown token of a program (401)."""
    return refused(401, "api_token", UNKNOWN)


def set_cookie(response: Response, request: HTTPConnection, token: str, root_path: str) -> None:
    """Set a session's cookie for the pages below a sub-path; scripts can't read it."""
    name = _name(request, root_path)
    _forget_others(response, request, root_path, name)
    response.set_cookie(name, token, MAX_AGE, **_scope(request, root_path))


def clear_cookie(response: Response, request: HTTPConnection, root_path: str) -> None:
    """Delete the session's cookie."""
    name = _name(request, root_path)
    _forget_others(response, request, root_path, name)
    response.delete_cookie(name, **_scope(request, root_path))


def devices_of(request: HTTPConnection, root_path: str) -> list[str]:
    """The device tokens that a browser has kept since people signed in on this device, the latest first."""
    return request.cookies.get(_name(request, root_path, DEVICE), "").split("~")[:DEVICES]


def keep_device(response: Response, request: HTTPConnection, root_path: str, new: str) -> None:
    """Set the cookie with an account's device token, beside those of other accounts."""
    kept = [device for device in devices_of(request, root_path) if 0 < len(device) < LONGEST_TOKEN and device.isascii()]
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
    """The scope of a cookie. Browsers take one named ``__Host-`` only for the whole host."""
    path = "/" if name.startswith(PREFIXES[0]) else f"{root_path}/"
    return {"path": path, "secure": request.scope["scheme"] == "https", "httponly": True, "samesite": "lax"}


class _Scope(TypedDict):
    path: str
    secure: bool
    httponly: bool
    samesite: Literal["lax", "strict"]


def check_origin(request: HTTPConnection, origins: Collection[str]) -> None:
    """Refuse (403) a request with an effect that a page of another site may have sent, or whose origin is unknown."""
    if "authorization" in request.headers:
        return
    if "origin" in request.headers:
        good = is_allowed(request, origins)
    elif "sec-fetch-site" in request.headers:
        good = request.headers.getlist("sec-fetch-site") == ["same-origin"]
    else:  # No current browser; a program without a session can do no harm.
        good = session_cookie(request) is None
    if not good:
        raise refused(403, "api_origin")


def may_read(request: HTTPConnection, origins: Collection[str]) -> bool:
    """Return whether the cookie of a request without effects counts: not if a page of another site has sent it.

    That page can't read the answer, but a link, a frame or an image may reveal by its size, its time or its status who
    the user is. Old browsers don't name the origin of a request.
    """
    if "origin" in request.headers:
        return is_allowed(request, origins)
    return all(site in ("same-origin", "none") for site in request.headers.getlist("sec-fetch-site"))
