"""The HTTP interface: routes declared once, served by Starlette and described by OpenAPI; see docs/api.md.

`application` puts it together with whatever else a server has: `Context` in, an ASGI application out.
"""

from __future__ import annotations

from canastra.server.http.app import OPERATIONS, application, document, middleware, routes
from canastra.server.http.endpoint import Context
from canastra.server.http.rate_limits import RateLimits
from canastra.server.ws.handshake import COOKIE

__all__ = [
    "COOKIE",
    "OPERATIONS",
    "Context",
    "RateLimits",
    "application",
    "document",
    "middleware",
    "routes",
]
