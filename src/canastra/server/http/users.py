"""Routes about users: guests, accounts, sessions, tokens; mutes, blocks, reports; moderation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from canastra.protocol import encode
from canastra.protocol.messages import Line
from canastra.protocol.moderation import Answer, NewPassword, Notices, Request, Reset
from canastra.protocol.people import (
    ChangeMe,
    ChangePassword,
    ForgetMe,
    History,
    Me,
    NewAccount,
    NewGuest,
    NewRecoveryCode,
    NewToken,
    Profile,
    Recover,
    RecoveryCode,
    Report,
    SignIn,
    TokenCard,
    Tokens,
)
from canastra.server.http.endpoint import Call, Caller, Operation, Query, Work
from canastra.server.http.errors import JSON, refused
from canastra.server.http.security import clear_cookie, keep_device, set_cookie
from canastra.server.moderation import Moderator
from canastra.server.origins import host_of
from canastra.server.users import Identity, Via


class HistoryQuery(Query, frozen=True):
    """The page of a history."""

    before: str = ""


async def create_guest(call: Call) -> Response:
    """Begin to play as a guest."""
    new: NewGuest = call.body
    identity, token = await call.context.users.guest(new.name, new.language, via="token" if new.token else "cookie")
    return await _session(call, identity, token, status=201)


async def create_account(call: Call) -> Response:
    """Keep what was played as a guest: make it an account."""
    new: NewAccount = call.body
    entered = await call.context.users.accounts.make(call.me, new.login, new.password, call.origin)
    return await _session(call, *entered, status=201)


async def sign_in(call: Call) -> Response:
    """Sign in to an account."""
    new: SignIn = call.body
    via: Via = "token" if new.token else "cookie"
    identity, token = await call.context.users.accounts.sign_in(new.login, new.password, via, call.origin)
    return await _session(call, identity, token)


async def recover(call: Call) -> Response:
    """Come back into an account by its recovery code, with a new password; all sessions and tokens end."""
    new: Recover = call.body
    via: Via = "token" if new.token else "cookie"
    entered = await call.context.users.accounts.recover(new.login, new.code, new.password, via, call.origin)
    return await _session(call, *entered)


async def create_recovery_code(call: Call) -> RecoveryCode:
    """A new recovery code, which replaces the old one; shown only now."""
    new: NewRecoveryCode = call.body
    return RecoveryCode(*await call.context.users.accounts.new_code(call.me, new.password, call.origin))


async def change_password(call: Call) -> Response:
    """Change the password; all other sessions end, and there is a new recovery code."""
    new: ChangePassword = call.body
    users = call.context.users
    token, code = await users.accounts.change_password(call.me, new.old, new.new, call.origin)
    identity = await users.identify(token)
    if identity is None:  # Another change followed at once.
        raise refused(401, "api_session")
    return await _session(call, identity, token, code)


async def sign_out(call: Call) -> Response:
    """Sign out."""
    if call.identity is not None:
        await call.context.users.sign_out(call.identity)
    return _ended(call)


async def read_me(call: Call) -> Me | None:
    """My account or guest; null without a session."""
    return None if call.identity is None else await call.context.users.me(call.identity)


async def change_me(call: Call) -> Me:
    """Change my name, my language or the animal that I am drawn as."""
    change: ChangeMe = call.body
    identity = await call.context.users.change(call.me, change.name, change.language, change.animal)
    return await call.context.users.me(identity)


async def forget_me(call: Call) -> Response:
    """Forget everything about me but finished matches; an account needs its password."""
    given: ForgetMe = call.body
    await call.context.users.accounts.confirm(call.me, given.password, call.origin)
    await call.context.moderation.erase(call.me.player, call.context.users.may_forget(call.me))
    return _ended(call)


async def list_tokens(call: Call) -> Tokens:
    """My programs' tokens."""
    return Tokens(await call.context.users.accounts.tokens(call.me))


async def create_token(call: Call) -> TokenCard:
    """A token for a program that plays as me; shown only now."""
    new: NewToken = call.body
    return await call.context.users.accounts.new_token(call.me, new.label)


async def revoke_token(call: Call) -> None:
    """Revoke a token."""
    await call.context.users.accounts.revoke(call.me, call.path["token"])


async def mute(call: Call) -> None:
    """Stop receiving a player's chat."""
    await call.context.users.blocks.add(call.me, "mute", call.path["player"])


async def unmute(call: Call) -> None:
    """Receive a player's chat again."""
    await call.context.users.blocks.remove(call.me, "mute", call.path["player"])


async def block(call: Call) -> None:
    """Stop receiving a player's chat and sharing tables with them."""
    await call.context.users.blocks.add(call.me, "block", call.path["player"])


async def unblock(call: Call) -> None:
    """Unblock a player."""
    await call.context.users.blocks.remove(call.me, "block", call.path["player"])


async def report(call: Call) -> None:
    """Tell the operators about a player."""
    new: Report = call.body
    excerpt: Sequence[Line] = ()
    deal = None
    if new.table is not None:
        await call.context.lobby.queries.admit(call.me, new.table, watch=True, invitation=None)
        excerpt = await call.context.chat.excerpt(new.table)
        found = await call.context.lobby.queries.reported(new.table)
        deal = None if found is None else found.deal
    await call.context.users.reports.file(call.me, new, excerpt, deal)


async def read_profile(call: Call) -> Profile:
    """The public data of a player."""
    return await call.context.lobby.queries.profile(call.path["player"])


async def read_history(call: Call) -> History:
    """A player's finished matches, the latest first."""
    query: HistoryQuery = call.query
    return await call.context.lobby.queries.history(call.path["player"], query.before or None, call.page, call.identity)


async def _session(call: Call, identity: Identity, token: str, code: str | None = None, status: int = 200) -> Response:
    """The answer with a new session: its token in the cookie, or in the body for a program. A former one has ended.

    `code` is the account's new recovery code.
    """
    former = call.identity
    if former is not None and former.player != identity.player and former.via == "cookie" == identity.via:
        await call.context.users.sign_out(former)  # The browser is about to lose it, so end it.
    me = await call.context.users.me(identity, token if identity.via == "token" else None, code)
    response = Response(encode(me), status, media_type=JSON)
    if identity.via == "cookie":
        set_cookie(response, call.request, token, call.context.settings.root_path)
        await _know_device(call, identity, response)
    return response


async def _know_device(call: Call, identity: Identity, response: Response) -> None:
    """Have the browser recognized at the account's next sign-in, if it isn't already."""
    token = None if isinstance(call.body, NewGuest) else await call.context.users.accounts.new_device(identity.player)
    if token is not None and not (call.origin.known and isinstance(call.body, SignIn)):
        keep_device(response, call.request, call.context.settings.root_path, token)


def _ended(call: Call) -> Response:
    response = Response(status_code=204)
    clear_cookie(response, call.request, call.context.settings.root_path)
    return response


P, A = Caller.PERSON, Caller.ACCOUNT


async def moderate(call: Call) -> Answer:
    """An act or a question of a moderator."""
    role = call.context.users.sanctions.role(call.me.player)
    assert role is not None, "declared for moderators"
    return await call.context.moderation.handle(Moderator(call.me.player, role, host_of(call.request.scope)), call.body)


async def read_notices(call: Call) -> Notices:
    """The moderators' notices to me."""
    return await call.context.moderation.notices(call.me.player)


async def acknowledge(call: Call) -> None:
    """Say that I have read a warning."""
    await call.context.moderation.acknowledge(call.me.player, call.path["measure"])


async def export_me(call: Call) -> Response:
    """All data about me."""
    found = await call.context.moderation.export_of(call.me.player)
    if found is None:
        raise refused(401, "api_session")
    headers = {"Content-Disposition": 'attachment; filename="canastra.json"'}
    return Response(encode(found), headers=headers, media_type=JSON)


async def reset_password(call: Call) -> Reset:
    """Set a new password by the link that an admin has sent; all sessions and tokens end."""
    new: NewPassword = call.body
    return Reset(await call.context.users.accounts.reset_password(new.token, new.password, call.origin))


OPERATIONS = (
    Operation("POST", "/api/guests", create_guest, Me, NewGuest, status=201, attempts="guests"),
    Operation(
        "POST",
        "/api/accounts",
        create_account,
        Me,
        NewAccount,
        caller=P,
        status=201,
        errors=(409,),
        attempts="signings_in",
        work=Work.PASSWORD,
    ),
    Operation("POST", "/api/session", sign_in, Me, SignIn, errors=(401,), attempts="signings_in", work=Work.PASSWORD),
    Operation("POST", "/api/recovery", recover, Me, Recover, errors=(401,), attempts="signings_in", work=Work.PASSWORD),
    Operation("DELETE", "/api/session", sign_out, despite_ban=True),
    Operation("GET", "/api/me", read_me, Me | None, despite_ban=True),
    Operation("PATCH", "/api/me", change_me, Me, ChangeMe, caller=P),
    Operation(
        "DELETE",
        "/api/me",
        forget_me,
        body=ForgetMe,
        caller=P,
        attempts="signings_in",
        despite_ban=True,
        work=Work.PASSWORD,
    ),
    Operation(
        "POST",
        "/api/me/password",
        change_password,
        Me,
        ChangePassword,
        caller=A,
        attempts="signings_in",
        work=Work.PASSWORD,
    ),
    Operation(
        "POST",
        "/api/me/recovery",
        create_recovery_code,
        RecoveryCode,
        NewRecoveryCode,
        caller=A,
        status=201,
        attempts="signings_in",
        work=Work.PASSWORD,
    ),
    Operation("GET", "/api/me/tokens", list_tokens, Tokens, caller=A),
    Operation(
        "POST",
        "/api/me/tokens",
        create_token,
        TokenCard,
        NewToken,
        caller=A,
        status=201,
        errors=(409,),
    ),
    Operation("DELETE", "/api/me/tokens/{token}", revoke_token, caller=A),
    Operation("PUT", "/api/me/mutes/{player}", mute, caller=P),
    Operation("DELETE", "/api/me/mutes/{player}", unmute, caller=P),
    Operation("PUT", "/api/me/blocks/{player}", block, caller=P),
    Operation("DELETE", "/api/me/blocks/{player}", unblock, caller=P),
    Operation("POST", "/api/reports", report, body=Report, caller=P, errors=(404,)),
    Operation("GET", "/api/players/{player}", read_profile, Profile),
    Operation(
        "GET",
        "/api/players/{player}/matches",
        read_history,
        History,
        query=HistoryQuery,
    ),
    Operation(
        "POST", "/api/admin", moderate, Answer, Request, caller=Caller.MODERATOR, errors=(404, 409), work=Work.PERSON
    ),
    Operation("GET", "/api/me/notices", read_notices, Notices, caller=P, despite_ban=True),
    Operation("DELETE", "/api/me/warnings/{measure}", acknowledge, caller=P, despite_ban=True),
    Operation(
        "GET",
        "/api/me/export",
        export_me,
        dict[str, Any],
        caller=P,
        despite_ban=True,
        attempts="replays",
        work=Work.PERSON,
    ),
    Operation("POST", "/api/password", reset_password, Reset, NewPassword, attempts="signings_in", work=Work.PASSWORD),
)
