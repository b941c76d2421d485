"""Records replayed over HTTP: every frame is the state, errors are distinguished, tables need access."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine import Phase, Score, State, legal_actions, settle
from canastra.engine.hands import cards_of
from canastra.fairness import Context, Proof
from canastra.protocol import merged
from canastra.records import DealerDraw, Place, Record, parse, redact, replay, write
from canastra.records.parser import beside
from canastra.rulebooks import OFFICIAL, official
from canastra.server.http.replays import LARGEST_RECORD
from canastra.server.limits import Rate
from canastra.server.replays import replay_answer
from canastra.server.settings import Settings
from canastra.table import record
from tests.server.http.http_server import GENEROUS, PLENTY, Server, problem, run
from tests.table.hosting import Host

TEXT = {"content-type": "text/plain"}
CONFORMANCE = sorted((Path(__file__).parents[2] / "conformance").glob("*.canastra"))


def played(rulebook: str, seed: int = 3) -> Record:
    """A whole match of bots, its shuffles proven."""
    target = 300 if official(rulebook).match.target else None
    return record(Host(rulebook, seed, target).seat_people(0, level="greedy").play_on().table)


def shown(text: str) -> dict[str, Any]:
    status, body = replay_answer(text.encode(), official)
    assert status == 200, body
    found: dict[str, Any] = json.loads(body)
    return found


def fault(text: str | bytes) -> dict[str, Any]:
    status, body = replay_answer(text if isinstance(text, bytes) else text.encode(), official)
    assert status == 400
    found: dict[str, Any] = json.loads(body)["error"]
    assert found["pt"] != found["en"]
    return found


def frames(deal: dict[str, Any]) -> list[dict[str, Any]]:
    """Every state of a deal as a client gets it."""
    found = [{"play": deal["start"]}]
    for step in deal["steps"]:
        found.append(merged(found[-1], {"play": step["changes"]}))
    return [each["play"] for each in found]


def states_of(whole: Record) -> list[list[tuple[Place, State]]]:
    """Every state of every deal."""
    found: list[list[tuple[Place, State]]] = []

    def see(place: Place, state: State) -> None:
        if place.seat is None:
            found.append([])
        found[-1].append((place, state))

    replay(whole, see)
    return found


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_frames_are_the_states(rulebook: str) -> None:
    whole = played(rulebook)
    found = shown(write(whole))
    assert found["players"] == list(whole.players)
    assert found["rulebook"]["id"] == rulebook
    assert found["finished"]
    assert len(found["deals"]) == len(whole.deals) > 0
    for deal, states in zip(found["deals"], states_of(whole), strict=True):
        assert len(deal["steps"]) == len(states) - 1
        for frame, (_, state) in zip(frames(deal), states, strict=True):
            due = state.pile[-1:] if state.phase is Phase.JUSTIFY else ()
            hands = [
                sorted([*cards_of(hand), *(due if seat == state.seat else ())]) for seat, hand in enumerate(state.hands)
            ]
            assert [list(parse_cards(each)) for each in frame["hands"]] == hands
            assert frame["hand_sizes"] == [len(each) for each in hands]
            assert frame["pile"] == cards_text(state.pile[: len(state.pile) - len(due)])
            assert (frame["stock_size"], frame["turn"], frame["phase"]) == (len(state.stock), state.turn, state.phase)
            assert [[each["cards"] for each in side] for side in frame["melds"]] == [
                [str(meld) for meld in side] for side in state.melds
            ]
        for step, (place, _) in zip(deal["steps"], states[1:], strict=True):
            assert (step["turn"], step["seat"], step["entry"]) == (place.turn, place.seat, place.text)
            assert step["changes"]


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_points_of_each_deal(rulebook: str) -> None:
    whole = played(rulebook)
    found, replayed = shown(write(whole)), replay(whole)
    for deal, expected in zip(found["deals"], replayed.deals, strict=True):
        assert expected.match is not None
        assert expected.scores is not None
        assert deal["points"] == list(expected.match.points)
        assert [each["total"] for each in deal["scores"]] == [score.total for score in expected.scores]
        assert all(list(each) == [*Score._fields, "total"] for each in deal["scores"])
        assert (deal["ending"], deal["went_out"]) == (expected.state.ending, expected.state.went_out)
    assert found["points"] == list(replayed.match.points)
    assert found["winner"] == replayed.match.winner


def test_the_shuffle_is_checked() -> None:
    host = Host("canastra-duelo", 5)
    host.fair = True
    whole = record(host.seat_people(0, 1).play_on().table)
    (deal,) = shown(write(whole))["deals"]
    assert (deal["shuffle"]["status"], deal["shuffle"]["contributors"], deal["shuffle"]["flaws"]) == ("verified", 2, [])
    assert Proof.from_table(deal["shuffle"]["proof"]).context == Context("m1", 1, deal["dealer"])
    secret = deal["shuffle"]["proof"]["secret"]
    wrong = write(whole).replace(secret, secret[:-1] + ("0" if secret[-1] != "0" else "1"))
    (other,) = shown(wrong)["deals"]
    assert other["shuffle"]["status"] == "wrong"
    assert {"code", "pt", "en"} == other["shuffle"]["flaws"][0].keys()


def test_the_draw_for_the_dealer_is_shown() -> None:
    found = played("buraco")
    first, *others = found.deals
    dealer, other = first.dealer, (first.dealer + 1) % 4
    cards = ["KH" if seat == dealer else "KS" if seat == other else "3C" for seat in range(4)]
    again = ["QD" if seat == dealer else "2H" for seat in sorted((dealer, other))]
    tied = DealerDraw((parse_cards(" ".join(cards)), parse_cards(" ".join(again))))
    deals = shown(write(replace(found, deals=(replace(first, draw=tied), *others))))["deals"]
    second = [f"{seat} {card}" for seat, card in zip(sorted((dealer, other)), again, strict=True)]
    assert deals[0]["draw"] == [*(f"{seat} {card}" for seat, card in enumerate(cards)), *second]
    assert [each["draw"] for each in deals[1:]] == [[] for _ in others]


def test_without_a_proof_nothing_is_claimed() -> None:
    found = shown(write(replace_fairness(played("canastra-duelo"))))
    assert {deal["shuffle"]["status"] for deal in found["deals"]} == {"unproven"}


def replace_fairness(whole: Record) -> Record:
    return replace(whole, deals=tuple(replace(deal, fairness=None) for deal in whole.deals))


def test_a_redacted_record_tells_no_more_than_it_has() -> None:
    whole = played("buraco")
    cut = replace(whole, deals=(replace(whole.deals[0], turns=whole.deals[0].turns[:12], fairness=None),))
    text = write(redact(replay(cut), 1))
    (deal,) = shown(text)["deals"]
    assert deal["ending"] is None
    assert deal["scores"] == []
    assert deal["points"] == [0, 0]
    assert set(deal["hands"][0].split()) == set(deal["stock"].split()) == {"??"}
    assert "??" not in deal["hands"][1]
    known = set(text.split()) | {word.strip('",') for word in text.split()}
    for frame in frames(deal):
        assert set(frame["hands"][0].split()) <= known


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.stem)
def test_every_case_of_the_rules_is_replayed_or_refused(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    status, body = replay_answer(path.read_bytes(), beside(path.parent))
    found = json.loads(body)
    if "error" in expected:
        assert (status, found["error"]) == (400, found["error"] | expected["error"])
    elif expected.get("status", 0):
        assert (status, "deal" in found["error"]) == (400, False)
    else:
        assert status == 200
        assert all(len(deal["steps"]) == len(frames(deal)) - 1 for deal in found["deals"])


def test_what_is_no_record_names_the_line() -> None:
    text = write(played("canastra-duelo"))
    lines = text.splitlines()
    lines[1] = "rulebook ="
    assert (fault("\n".join(lines))["code"], fault("\n".join(lines))["line"]) == ("not_toml", 2)
    assert fault("a = 1\n" + "b = 2\n")["code"]
    assert fault(b"\xff")["code"] == "not_utf8"
    assert fault(b"x = 1\n\xff")["line"] == 2


HEAD = """format = "canastra/1"
rulebook = "buraco"
revision = 1
players = ["a", "b", "c", "d"]
score = [0, 0]
"""
HUGE = "0x" + "f" * 20_000


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (HEAD.replace("revision = 1", f"revision = {HUGE}"), "integer_too_large", 3),
        (HEAD.replace("[0, 0]", f"[{HUGE}, 0]"), "integer_too_large", 5),
        (HEAD + f"target = -{2**63}", "integer_too_large", 6),
        (HEAD + f"annotations = [{{ a = {HUGE} }}]", "integer_too_large", 6),
        (HEAD + f"[x]\na.b = [[{HUGE}]]", "integer_too_large", 6),
        (HEAD + "a" + ".b" * 17 + " = 1", "nested_too_deeply", 6),
        (HEAD + "[" + "a." * 17 + "b]", "nested_too_deeply", 6),
        (HEAD.replace("buraco", "b" * 20_000), "rulebook_not_here", 2),
        ("x = " + "[" * 20_000, "nested_too_deeply", None),
    ],
)
def test_what_is_too_much_of_something_is_said_shortly(text: str, code: str, line: int | None) -> None:
    found = fault(text)
    assert (found["code"], found.get("line")) == (code, line)
    assert len(found["pt"]) < 600


def test_the_rulebook_of_a_house_that_is_not_here_is_no_misspelling() -> None:
    text = write(played("buraco")).replace('rulebook = "buraco"', 'rulebook = "buraco-da-ana"')
    status, body = replay_answer(text.encode(), official)
    error = json.loads(body)["error"]
    assert (status, error["code"]) == (400, "rulebook_not_here")
    assert "buraco-da-ana.toml" in error["pt"]


def test_what_breaks_a_rule_names_the_place_in_words() -> None:
    whole = played("canastra-duelo")
    first = whole.deals[0]
    twice = replace(first, turns=(replace(first.turns[0], entries=(first.turns[0].entries[0],) * 2), *first.turns[1:]))
    text = write(replace(whole, deals=(twice, *whole.deals[1:])))
    found = fault(text)
    assert (found["deal"], found["turn"], found["action"]) == (1, 1, 2)
    assert text.splitlines()[found["line"] - 1] == str(twice.turns[0])
    assert found["pt"].startswith(f"mão 1, vez 1 ({whole.players[first.turns[0].seat]}")
    assert (found["code"], found["article"]) == ("already_drawn", whole.rulebook.article("clauses.turn"))


def test_a_record_without_deals_is_one() -> None:
    whole = replace(played("canastra-duelo"), deals=())
    found = shown(write(whole))
    assert (found["deals"], found["finished"], found["winner"]) == ([], False, None)


@pytest.mark.limit("record")
def test_anybody_may_have_a_record_replayed(tmp_path: Path) -> None:
    text = write(played("canastra-duelo"))

    async def test(server: Server) -> None:
        browser = await server.browser()
        answer = await browser.post("/api/replays", content=text, headers=TEXT)
        assert answer.status_code == 200, answer.text
        assert answer.json() == shown(text)
        assert answer.headers["content-encoding"] == "gzip"
        for accepted in ("identity", "gzip;q=0, br"):
            plain = await browser.post("/api/replays", content=text, headers=TEXT | {"accept-encoding": accepted})
            assert "content-encoding" not in plain.headers
        assert plain.json() == answer.json()
        bad = await browser.post("/api/replays", content="=", headers=TEXT)
        assert bad.status_code == 400
        assert bad.json()["error"]["line"] == 1
        problem(await browser.post("/api/replays", json={}), 415, "api_media")
        long = "# " + "x" * LARGEST_RECORD
        problem(await browser.post("/api/replays", content=long, headers=TEXT), 413, "api_body")

    run(tmp_path, test)


@pytest.mark.limit("replays_of_address")
def test_replays_are_scarce(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        answers = [await client.post("/api/replays", content="", headers=TEXT) for _ in range(3)]
        assert [each.status_code for each in answers] == [400, 400, 429]

    run(tmp_path, test, Settings(caps=replace(GENEROUS, replays_of_address=Rate(2, 1e-9))))


def test_a_table_is_replayed_for_who_may_see_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        terms = {"rulebook": "canastra-duelo", "bots": "greedy", "private": True, "watch": False}
        table = (await ana.post("/api/tables", json=terms)).json()["table"]
        path = f"/api/tables/{table}/replay"
        problem(await ana.get(path), 409, "lobby_no_record")
        await play(server, ana, table)
        answer = await ana.get(path)
        assert answer.status_code == 200, answer.text
        whole = parse((await ana.get(f"/api/tables/{table}/record")).text)
        assert answer.json() == shown(write(whole))
        assert answer.json()["deals"][0]["shuffle"]["status"] == "verified"
        problem(await (await server.guest("Bia")).get(path), 404, "lobby_no_table")
        problem(await ana.get("/api/tables/none/replay"), 404, "lobby_no_table")

    run(tmp_path, test, Settings(caps=replace(GENEROUS, messages_of_session=PLENTY)))


async def play(server: Server, client: httpx2.AsyncClient, table: str) -> None:
    """A whole match of the person on the first seat, at random."""
    rng, number = Random(1), 0
    commands = f"/api/tables/{table}/commands"
    await client.post(commands, json={"type": "ready", "id": "r"})
    sent: set[int] = set()
    while True:
        await server.breathe()
        now = (await server.context.lobby.host.table(table)).table
        if now.result is not None:
            return
        if now.deal is None and now.commitment and now.contributions[0] is None:
            await client.post(commands, json={"type": "contribute", "id": "k", "bytes": "5f"})
        if now.to_act == 0 and now.deal is not None and now.step not in sent:
            sent.add(now.step)
            action = rng.choice(settled_legal(now.deal.state))
            number += 1
            body = {"type": "act", "id": f"c{number}", "action": action, "step": now.step}
            assert (await client.post(commands, json=body)).json()["type"] == "done"


def settled_legal(state: State) -> list[str]:
    return [str(action) for action in legal_actions(settle(state))]


def test_what_is_sent_is_compressed_well() -> None:
    text = write(played("buraco"))
    _, body = replay_answer(text.encode(), official)
    assert len(gzip.compress(body)) < 4 * len(text)
