"""The HTTP interface: routes declared once, served by Starlette and described by OpenAPI; see docs/api.md.

`application` puts it together with whatever else a server has: `Parts` in, an ASGI application out.
"""

from __future__ import annotations

from canastra.server.api.composing import OPERATIONS, application, document, middleware, routes
from canastra.server.api.gates import Gate
from canastra.server.api.parts import Parts
from canastra.server.sockets.admitting import COOKIE

__all__ = [
    "COOKIE",
    "OPERATIONS",
    "Gate",
    "Parts",
    "application",
    "document",
    "middleware",
    "routes",
]
