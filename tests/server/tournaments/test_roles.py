"""Powers of roles: every role with every act and every operation. A new one without a row fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import httpx2
import pytest

from canastra.protocol.tournaments import TournamentAct
from canastra.server.http import tournaments
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Hall, Organiser, command, opened

ROLES = ("organiser", "referee", "desk", "this half", "other half", "elsewhere", "nobody", "program", "anonymous")
ORGANISER, REFEREES, STAFF = {"organiser"}, {"organiser", "referee"}, {"organiser", "referee", "desk"}
SESSIONS = set(ROLES) - {"anonymous"}
PERSONS = SESSIONS - {"program"}
DENIED = {"api_session", "api_person", "tournaments_role", "tournaments_not_your_half"}

NAMES = {"name": "X e Y", "players": ["X", "Y"], "delegation": ""}
AT = {"phase": 1, "round": 99}
ACTS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "adopt": (ORGANISER, {"regulations": "x", "reason": "y"}),
    "enter": (ORGANISER, {"sides": [{"name": "Z", "players": ["X", "Y"]}] * 2}),
    "check_in": (STAFF, {"sides": [999]}),
    "check_out": (STAFF, {"side": 999}),
    "line_up_given": (STAFF, {**AT, "side": 999, "line_up": [[1, 2]]}),
    "roll_call": (STAFF, {"first": 99, "last": 99, "absent": []}),
    "draw": (ORGANISER, {"seed": "x"}),
    "pair": (ORGANISER, {}),
    "release_half": (STAFF, {**AT, "table": 1, "half": 0}),
    "release_player": (STAFF, {"side": 999, "player": 1}),
    "side_corrected": (ORGANISER, {"side": 999, **NAMES, "reason": "y"}),
    "side_removed": (ORGANISER, {"side": 999}),
    "side_withdrawn": (ORGANISER, {"side": 999, "reason": "y"}),
    "side_returned": (ORGANISER, {**AT, "side": 999}),
    "fixtures_changed": (ORGANISER, {**AT, "fixtures": [], "byes": [], "reason": "y"}),
    "round_published": (ORGANISER, AT),
    "round_started": (ORGANISER, AT),
    "round_paused": (REFEREES, {**AT, "reason": "y"}),
    "round_resumed": (REFEREES, AT),
    "round_extended": (REFEREES, {**AT, "minutes": 5, "reason": "y"}),
    "round_closed": (ORGANISER, AT),
    "round_ratified": (ORGANISER, AT),
    "result_reported": ({"this half"}, {**AT, "round": 1, "table": 1, "half": 0, "result": {**PLAYED, "matches": []}}),
    "result_confirmed": ({"this half"}, {**AT, "round": 1, "table": 1, "half": 0}),
    "sheet_received": (STAFF, {**AT, "table": 1, "result": PLAYED}),
    "result_corrected": (REFEREES, {**AT, "table": 1, "result": PLAYED, "reason": "y"}),
    "result_decided": (REFEREES, {**AT, "table": 1, "result": PLAYED, "article": "16", "reason": "y"}),
    "case_decided": (REFEREES, {"article": "16", "reason": "y"}),
    "penalty_applied": (REFEREES, {"phase": 1, "side": 999, "penalty": "x", "reason": "y"}),
    "revoked": (REFEREES, {"line": 0, "reason": "y"}),
}
"""The roles that may, and a request: one that is refused anyway or changes little, so that the order doesn't matter.
"""

OPERATIONS = {each.name: each for each in tournaments.OPERATIONS}
EVERYBODY = set(ROLES)
MAY_CALL: dict[str, tuple[set[str], Any]] = {
    "list_tournaments": (SESSIONS, None),
    "list_regulations": (EVERYBODY, None),
    "read_phones_address": (EVERYBODY, None),
    "read_regulations": (SESSIONS, {"regulations": CLUB_DAY}),
    "found_tournament": (PERSONS, {"id": "again", "regulations": "x"}),
    "read_tournament": (EVERYBODY, None),
    "do_in_tournament": (STAFF - {"desk"}, {"id": "", "act": {"type": "case_decided", **ACTS["case_decided"][1]}}),
    "list_members": (ORGANISER, None),
    "join_tournament": (PERSONS, {"token": "x"}),
    "remove_member": (ORGANISER, None),
    "invite_member": (ORGANISER, {"role": "desk"}),
    "list_codes": (STAFF, None),
    "open_card_table": (SESSIONS, {"token": "x"}),
    "read_my_table": (SESSIONS, None),
    "list_player_links": (STAFF, None),
    "play_as": (PERSONS, {"token": "x"}),
    "read_my_player": (SESSIONS, None),
    "list_games": (EVERYBODY, None),
    "read_entry_table": (STAFF, b"Ana e Leo;Ana;Leo"),
    "read_tournament_file": (STAFF, None),
    "read_public_file": (EVERYBODY, None),
    "read_print": (STAFF, None),
    "remove_tournament": (ORGANISER, None),
}


@dataclass
class Cast:
    """A round that is being played, and a person in every role."""

    browsers: dict[str, httpx2.AsyncClient]
    event: Organiser
    line: int


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


@pytest.fixture(scope="module")
def cast(hall: Hall) -> Cast:
    async def made() -> Cast:
        event = await hall.organiser()
        await event.playing()
        browsers = {"organiser": event.browser, "anonymous": await hall.server.browser()}
        account = await hall.server.account()
        token = (await account.post("/api/me/tokens", json={"label": "robô"})).json()["token"]
        browsers["program"] = await hall.server.client(authorization=f"Bearer {token}")
        for role in ("referee", "desk"):
            browsers[role] = await event.invited(hall, role)
        tokens = await event.tokens()
        for name, table, half in (("this half", 1, 0), ("other half", 1, 1), ("elsewhere", 2, 0)):
            browsers[name] = await event.at_table(hall, tokens[table], half)
        browsers["nobody"] = await hall.server.guest("Nina")
        line = await event.done("case_decided", article="16", reason="chuva")
        return Cast(browsers, event, line)

    return hall.run(made())


def test_every_act_and_every_operation_has_a_row() -> None:
    assert {str(each.__struct_config__.tag) for each in get_args(TournamentAct)} == set(ACTS)
    assert set(OPERATIONS) == set(MAY_CALL)


@pytest.mark.parametrize("act", ACTS)
def test_acts(hall: Hall, cast: Cast, act: str) -> None:
    async def test() -> None:
        may, figures = ACTS[act]
        if act == "revoked":
            figures = {**figures, "line": cast.line}
        found = set()
        for role in ROLES:
            answer = await command(cast.browsers[role], cast.event.tournament, act, **figures)
            assert answer.status_code < 500, answer.text
            if answer.status_code == 200 or answer.json()["error"]["code"] not in DENIED:
                found.add(role)
        assert found == may

    hall.run(test())


@pytest.mark.parametrize("name", MAY_CALL)
def test_operations(hall: Hall, cast: Cast, name: str) -> None:
    async def test() -> None:
        may, body = MAY_CALL[name]
        operation = OPERATIONS[name]
        path = operation.path.format(
            tournament=cast.event.tournament, player="nobody", file="events.jsonl", print="tables"
        )
        path += "?name=x" if name == "remove_tournament" else ""
        found = set()
        for number, role in enumerate(ROLES):
            if name == "do_in_tournament":
                body = {**body, "id": f"matrix-{number}"}
            kind = {"content": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
            headers = {"content-type": operation.takes} if operation.body is not None else {}
            answer = await cast.browsers[role].request(operation.method, path, headers=headers, **kind)
            assert answer.status_code < 500, answer.text
            is_error = answer.status_code >= 400
            if not is_error or answer.json()["error"]["code"] not in DENIED:
                found.add(role)
        assert found == may

    hall.run(test())


def test_a_referee_revokes_results_and_decisions_only(hall: Hall, cast: Cast) -> None:
    async def test() -> None:
        referee, event = cast.browsers["referee"], cast.event
        for line in (2, 1, 10_000):
            answer = await command(referee, event.tournament, "revoked", line=line, reason="y")
            assert answer.json()["error"]["code"] == "tournaments_role"
        line = await event.done("case_decided", article="16", reason="chuva")
        gone = await command(referee, event.tournament, "revoked", line=line, reason="y")
        assert gone.status_code == 200
        again = await command(referee, event.tournament, "revoked", line=gone.json()["line"], reason="y")
        assert again.status_code == 200

    hall.run(test())


def test_a_banned_person_may_nothing(hall: Hall, cast: Cast) -> None:
    from canastra.protocol.moderation import BanPerson
    from tests.server.moderation.office import done, id_of

    async def test() -> None:
        event = await hall.organiser()
        referee = await event.invited(hall, "referee")
        await done(hall.server, BanPerson(await id_of(referee), 1, "y"))
        answer = await command(referee, event.tournament, "case_decided", article="16", reason="y")
        assert answer.status_code == 403
        assert (await referee.get(event.path)).status_code == 403

    hall.run(test())
