"""Which pages may use this server from a browser, where the cookie goes along with every request.

A page of another site can have a browser send a request with our cookie; it can't choose the headers that say where
the request comes from, nor send JSON without asking first. A program has no cookie, and needs none of this.
"""

from __future__ import annotations

from collections.abc import Collection

from starlette.requests import HTTPConnection

from canastra.server.api.errors import refused
from canastra.server.sockets.addresses import is_allowed

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
COOKIE = "canastra_session"


def check_origin(request: HTTPConnection, origins: Collection[str]) -> None:
    """Refuse (403) an unsafe request that another site's page may have sent, or that doesn't say who did."""
    if request.scope["method"] in SAFE or "authorization" in request.headers:
        return
    if "origin" in request.headers:
        good = is_allowed(request, origins)
    elif "sec-fetch-site" in request.headers:
        good = request.headers.getlist("sec-fetch-site") == ["same-origin"]
    else:  # No browser of today; a program without a session does no harm to anybody's.
        good = COOKIE not in request.cookies
    if not good:
        raise refused(403, "api_origin")
