"""A server with people who moderate it, for tests."""

from __future__ import annotations

from typing import Any

import httpx2

from canastra.protocol.moderation import Request, Role, SetRole
from canastra.server.moderation import Moderator
from tests.server.http.http_server import Server

MACHINE = Moderator("machine:test", "admin")


async def done(server: Server, request: Request, actor: Moderator = MACHINE) -> Any:
    """Have something done, by the machine itself as a rule."""
    return await server.context.moderation.handle(actor, request)


async def id_of(browser: httpx2.AsyncClient) -> str:
    """The public id of a browser's person."""
    found: str = (await browser.get("/api/me")).json()["player"]
    return found


async def with_role(server: Server, login: str, role: Role) -> httpx2.AsyncClient:
    """A browser whose account has a role."""
    browser = await server.account(login)
    await done(server, SetRole(await id_of(browser), role, "first of all"))
    return browser


async def act(browser: httpx2.AsyncClient, kind: str, **figures: object) -> httpx2.Response:
    """Ask the server for an act, or a question."""
    return await browser.post("/api/admin", json={"type": kind, **figures})


async def acted(browser: httpx2.AsyncClient, kind: str, **figures: object) -> dict[str, Any]:
    """The same where it has to be done."""
    answer = await act(browser, kind, **figures)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
