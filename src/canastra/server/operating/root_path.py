"""A server on a sub-path, such as https://example.org/canastra/: below it everything is as it is at the top.

The proxy may pass the whole path on or take the sub-path off: both arrive at the same place.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Middleware that takes the sub-path (`/canastra`) off and leads from there to its start page."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request or a socket on, at its path below the sub-path."""
        path = scope.get("path", "")
        if path == self._root_path and scope["type"] == "http":
            await RedirectResponse(f"{self._root_path}/", 308)(scope, receive, send)
            return
        if path.startswith(f"{self._root_path}/"):
            below = {"path": path.removeprefix(self._root_path)}
            if "raw_path" in scope:
                below["raw_path"] = scope["raw_path"].removeprefix(self._root_path.encode())
            scope = {**scope, **below}
        await self._app(scope, receive, send)
