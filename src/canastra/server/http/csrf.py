"""Which pages may use this server from a browser, where the cookie goes along with every request.

A page of another site can have a browser send a request with our cookie; it can't choose the headers that say where
the request comes from, nor send JSON without asking first. A program has no cookie, and needs none of this.
"""

from __future__ import annotations

from collections.abc import Collection

from starlette.requests import HTTPConnection

from canastra.server.http.errors import refused
from canastra.server.origins import is_allowed
from canastra.server.ws.handshake import session_cookie


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
