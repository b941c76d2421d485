"""Routes of moderation: one for all that moderators do and ask, and what people have of it themselves."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from canastra.protocol import encode
from canastra.protocol.moderation import Answer, NewPassword, Notices, Request, Reset
from canastra.server.http.errors import JSON, refused
from canastra.server.http.operation import Call, Caller, Operation
from canastra.server.moderation import Moderator
from canastra.server.origins import host_of


async def moderate(call: Call) -> Answer:
    """An act or a question of a moderator."""
    role = call.context.users.measures.role(call.me.player)
    assert role is not None, "declared for moderators"
    return await call.context.moderation.handle(Moderator(call.me.player, role, host_of(call.request.scope)), call.body)


async def read_notices(call: Call) -> Notices:
    """What the moderators have to say to me."""
    return await call.context.moderation.notices(call.me.player)


async def acknowledge(call: Call) -> None:
    """Say that I have read a warning."""
    await call.context.moderation.acknowledge(call.me.player, call.path["measure"])


async def export_me(call: Call) -> Response:
    """Everything that is held about me."""
    found = await call.context.moderation.export_of(call.me.player)
    if found is None:
        raise refused(401, "api_session")
    headers = {"Content-Disposition": 'attachment; filename="canastra.json"'}
    return Response(encode(found), headers=headers, media_type=JSON)


async def reset_password(call: Call) -> Reset:
    """Set a new password by the link that an admin has sent; all sessions and tokens end."""
    new: NewPassword = call.body
    return Reset(await call.context.users.accounts.reset_password(new.token, new.password, call.source))


P = Caller.PERSON
OPERATIONS = (
    Operation("POST", "/api/admin", moderate, Answer, Request, caller=Caller.MODERATOR, errors=(404, 409)),
    Operation("GET", "/api/me/notices", read_notices, Notices, caller=P, despite_ban=True),
    Operation("DELETE", "/api/me/warnings/{measure}", acknowledge, caller=P, despite_ban=True),
    Operation("GET", "/api/me/export", export_me, dict[str, Any], caller=P, despite_ban=True, attempts="replays"),
    Operation("POST", "/api/password", reset_password, Reset, NewPassword, attempts="signings_in"),
)
