"""Powers of moderators: none by accident, a moderator's up to a point, every act once and in the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canastra.protocol import moderation as asked
from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from tests.server.http.http_server import GENEROUS, Server, problem, run
from tests.server.moderation.office import act, acted, done, id_of, with_role

EVERY: dict[str, dict[str, Any]] = {
    "warn": {"player": "{bia}", "why": "w"},
    "mute": {"player": "{bia}", "hours": 1, "why": "w"},
    "ban": {"player": "{bia}", "hours": 1, "why": "w"},
    "ban_network": {"network": "203.0.113.0/24", "hours": 1, "why": "w"},
    "lift": {"measure": 1, "why": "w"},
    "close_table": {"table": "t", "why": "w"},
    "remove_tournament": {"tournament": "abcd2345efgh6723", "why": "w"},
    "close_report": {"report": 1, "why": "w"},
    "delete": {"player": "{bia}", "why": "w"},
    "export": {"player": "{bia}", "why": "w"},
    "reset_password": {"player": "{bia}", "why": "w"},
    "set_role": {"player": "{bia}", "role": "admin", "why": "w"},
    "reports": {},
    "report": {"report": 1},
    "record": {"report": 1},
    "people": {"find": "bia"},
    "person": {"player": "{bia}"},
    "measures": {},
    "log": {},
}
"""A request of each kind, as a program would send it."""
OF_ADMINS = ("delete", "export", "reset_password", "set_role", "remove_tournament")
ON_PEOPLE = ("warn", "mute", "ban", "delete", "reset_password", "set_role")


def test_every_request_is_tried_here() -> None:
    kinds = {each.__struct_config__.tag for each in (*asked.Act.__args__, *asked.Question.__args__)}
    assert kinds == EVERY.keys()


def filled(kind: str, bia: str) -> dict[str, Any]:
    return {key: bia if value == "{bia}" else value for key, value in EVERY[kind].items()}


async def rows_of(server: Server) -> int:
    found: asked.AuditList = await done(server, asked.ListAudit())
    return len(found.entries)


@pytest.mark.parametrize("kind", EVERY)
def test_nobody_without_a_role_moderates(kind: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        account, guest, nobody = await server.account(), await server.guest("Rui"), await server.browser()
        bia = await id_of(await server.account("bia"))
        body = filled(kind, bia)
        problem(await act(account, kind, **body), 403, "moderation_role")
        problem(await act(guest, kind, **body), 403, "api_account")
        problem(await act(nobody, kind, **body), 401, "api_session")
        assert await rows_of(server) == 0

    run(tmp_path, test)


@pytest.mark.parametrize("kind", EVERY)
def test_a_programs_token_and_another_site_never_moderate(kind: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "admin")
        body = filled(kind, await id_of(await server.account("bia")))
        token = (await eva.post("/api/me/tokens", json={"label": "robot"})).json()["token"]
        program = await server.client(authorization=f"Bearer {token}")
        problem(await act(program, kind, **body), 403, "api_person")
        for headers in ({"origin": "https://evil.example"}, {"origin": "", "sec-fetch-site": "cross-site"}):
            answer = await eva.post("/api/admin", json={"type": kind, **body}, headers=headers)
            problem(answer, 403, "api_origin")
        assert await rows_of(server) == 1  # Her role.

    run(tmp_path, test)


@pytest.mark.parametrize("kind", OF_ADMINS)
def test_a_moderator_has_not_the_powers_of_an_admin(kind: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "moderator")
        bia = await id_of(await server.account("bia"))
        problem(await act(eva, kind, **filled(kind, bia)), 403, "moderation_admin")
        assert await rows_of(server) == 1

    run(tmp_path, test)


@pytest.mark.parametrize("role", ["moderator", "admin"])
@pytest.mark.parametrize("kind", ["warn", "mute", "ban"])
def test_a_moderator_acts_on_nobody_with_a_role(kind: str, role: asked.Role, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva, ada = await with_role(server, "eva", "moderator"), await with_role(server, "ada", role)
        body = filled(kind, await id_of(ada))
        problem(await act(eva, kind, **body), 403, "moderation_target")
        held = await done(server, asked.BanPerson(await id_of(ada), 1, "by an admin"))
        assert held.entry
        measure = (await acted(eva, "measures"))["measures"][0]["id"]
        problem(await act(eva, "lift", measure=measure, why="my friend"), 403, "moderation_target")
        assert (await acted(eva, "measures"))["measures"][0]["id"] == measure

    run(tmp_path, test)


@pytest.mark.parametrize("kind", ON_PEOPLE)
def test_nobody_acts_on_themselves(kind: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "admin")
        problem(await act(eva, kind, **filled(kind, await id_of(eva))), 400, "users_oneself")

    run(tmp_path, test)


def test_a_role_that_is_taken_back_is_gone_at_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, eva = await with_role(server, "ada", "admin"), await with_role(server, "eva", "moderator")
        await acted(eva, "reports")
        await acted(ada, "set_role", player=await id_of(eva), role=None, why="thanks")
        problem(await act(eva, "reports"), 403, "moderation_role")

    run(tmp_path, test)


def test_a_role_is_for_accounts(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, rui = await with_role(server, "ada", "admin"), await id_of(await server.guest("Rui"))
        for kind in ("set_role", "reset_password"):
            problem(await act(ada, kind, **filled(kind, rui)), 409, "moderation_guest")

    run(tmp_path, test)


@pytest.mark.limit("measure_of_moderator")
def test_a_moderators_measures_have_a_longest_time(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, eva = await with_role(server, "ada", "admin"), await with_role(server, "eva", "moderator")
        bia = await id_of(await server.guest("Bia"))
        problem(await act(eva, "ban", player=bia, hours=721, why="w"), 403, "moderation_too_long")
        await acted(eva, "ban", player=bia, hours=720, why="w")
        await acted(ada, "ban", player=bia, hours=721, why="w")

    run(tmp_path, test)


@pytest.mark.limit("acts_of_moderator")
def test_acts_have_a_rate_and_the_machine_has_none(tmp_path: Path) -> None:
    few = Settings(
        caps=Caps(
            **{name: getattr(GENEROUS, name) for name in Caps.__dataclass_fields__} | {"acts_of_moderator": Rate(3, 1)}
        )
    )

    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "moderator")
        bia = await id_of(await server.guest("Bia"))
        answers = [await act(eva, "warn", player=bia, why="w") for _ in range(4)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        problem(answers[3], 429, "api_rate")
        await acted(eva, "reports")  # To look is no act.
        for _ in range(9):
            await done(server, asked.Warn(bia, "w"))

    run(tmp_path, test, few)


@pytest.mark.parametrize(
    ("network", "code"),
    [
        ("", "moderation_network"),
        ("casa", "moderation_network"),
        ("10.0.0.0/8", "moderation_wide"),
        ("0.0.0.0/0", "moderation_wide"),
        ("::/0", "moderation_wide"),
    ],
)
def test_what_can_be_no_banned_network(network: str, code: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "moderator")
        problem(await act(eva, "ban_network", network=network, hours=1, why="w"), 400, code)

    run(tmp_path, test)


def test_nobody_bans_the_network_that_they_are_in(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "moderator")
        answer = await act(eva, "ban_network", network="192.0.2.0/24", hours=1, why="w")
        problem(answer, 409, "moderation_own_network")

    run(tmp_path, test)


def test_every_act_is_in_the_log_with_who_why_and_what_was_before(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        eva = await with_role(server, "eva", "moderator")
        bia = await id_of(await server.guest("Bia"))
        first = await acted(eva, "mute", player=bia, hours=2, why="insultos")
        await acted(eva, "mute", player=bia, hours=5, why="insultos de novo")
        measure = (await acted(eva, "measures"))["measures"][0]
        await acted(eva, "lift", measure=measure["id"], why="pediu desculpas")
        lifted, second, earlier = (await acted(eva, "log", target=bia))["entries"]
        assert (earlier["id"], earlier["actor"], earlier["act"]) == (first["entry"], await id_of(eva), "mute")
        assert (earlier["why"], earlier["before"]) == ("insultos", {})
        assert second["before"]["text"] == "insultos"
        assert round((second["after"]["until"] - second["at"]) / 3_600_000) == 5
        assert (lifted["act"], lifted["why"], lifted["before"]["kind"]) == ("lift", "pediu desculpas", "mute")
        assert "Bia" not in str([lifted, second, earlier])

    run(tmp_path, test)
