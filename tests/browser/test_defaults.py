"""The main paths at default settings, at which the table moves and robots take their time.

The tests judge by the screen, and don't touch a page while it shows something by itself: a tap would skip it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, official, popular
from tests.browser.agreeing import apart, points_shown
from tests.browser.looking import problems
from tests.browser.people import DESKTOP, PHONE, People, Person
from tests.browser.playing import Player, greedy
from tests.browser.seeing import bubbles, faded, moving, points, seen
from tests.browser.test_lesson import learns

pytestmark = pytest.mark.slow

TOUCHED = ("tranca", "buraco", "canastra-duelo")
"""The games played on a phone; the others are played with a mouse."""
TODAY = POPULAR[datetime.now(UTC).toordinal() % len(POPULAR)]
"""Of the games that take turns, today's."""
TURN = 60
"""Seconds in which three robots have played, on a machine with other work."""
REST = 10
"""Seconds after which all motion has ended, and everything that appears by itself has appeared."""
SAID = 5
"""Seconds for which a bubble is visible."""
SHOTS = os.environ.get("CANASTRA_SHOTS")


def soon(person: Person, wrong: Callable[[], object], seconds: float = REST) -> None:
    """Wait, without touching the page, until `wrong` finds nothing."""
    deadline = time.monotonic() + seconds
    while found := wrong():
        assert time.monotonic() < deadline, found
        person.page.wait_for_timeout(50)


def newcomer(people: People, rulebook: str, *, drags: bool) -> Player:
    """Start a game against robots as a new visitor of the first page does."""
    ana = people(size=DESKTOP if drags else PHONE, quiet=False)
    player = Player(ana, 0, "", drags)
    if rulebook in OFFICIAL:
        ana.visit("/")
        ana.page.get_by_label("Jogo").select_option(rulebook)
        ana.presses("Jogar agora")
        ana.page.get_by_label("Como você se chama?").fill("Ana")
        ana.presses("Sentar à mesa")
        ana.page.wait_for_url("**/mesa/*")
        player.table = ana.page.url.rpartition("/")[2]
        start = ana.page.get_by_role("button", name=player.speech.ready, exact=True)
        expect(start.or_(ana.page.locator(".hand")).first).to_be_visible()
        if start.is_visible():
            player.taps(start)
    else:
        player.table = ana.opens(rulebook=rulebook, bots="greedy")["table"]
        player.sits()
    return player


def turn_comes(player: Player) -> bool:
    """Wait until it is the player's turn, and the table is right and at rest. Return False at the end of the deal."""

    def wrong() -> object:
        state = player.ear.state
        if player.ear.ended:
            return None
        if not state.get("play") or state["play"]["to_act"] != player.seat:
            return "it is never the own turn"
        return problems(player.look(), state, player.person.name)

    soon(player.person, wrong, TURN)
    if player.ear.ended:
        return False
    soon(player.person, lambda: moving(player.page))
    assert not faded(player.page, "[role=option], .melds .meld, .seats [data-seat]")
    player.look()
    return True


def plays_a_deal(player: Player, rulebook: Rulebook) -> None:
    """Play to the points of the deal, which appear by themselves and equal the engine's."""
    while turn_comes(player):
        player.does(greedy(player, rulebook, player.ear.step))
        shot(player.person, f"{rulebook.id}-{player.ear.step:03}")
    if player.page.locator(".final").is_visible():
        assert not [each for each in seen(player.page, ".bar .late") if each.opacity], "nothing is sent any more"
    counts_up(player)


def counts_up(player: Player) -> None:
    """Wait until all lines of the deal's points have appeared one by one, without a touch."""
    page = player.page
    expect(page.locator("#deal-end")).to_be_visible()
    replay = player.person.asks("GET", f"/api/tables/{player.table}/replay")
    scores = replay["deals"][-1]["scores"]
    lines = page.locator(".end table tbody tr, .end table tfoot tr").count()
    soon(player.person, lambda: len(points(page)) < lines)
    soon(player.person, lambda: moving(page))
    shot(player.person, f"{player.ear.state['rulebook']}-end")
    points_shown(player, scores)
    rows = [[number(cell) for cell in cells[1:]] for cells in points(page)]
    parts, total = (rows[:-2], rows[-2]) if player.ear.state["target"] else (rows[:-1], rows[-1])
    assert [sum(column) for column in zip(*parts, strict=True)] == total, "what is shown doesn't add up"


def number(text: str) -> int:
    """Return points as the page writes them."""
    return int(text.replace(".", "").replace("\u2212", "-"))


def shot(person: Person, name: str) -> None:
    """Save a picture in the folder named by CANASTRA_SHOTS, to look at."""
    if SHOTS:
        person.page.screenshot(path=Path(SHOTS) / f"{name}.png")


@pytest.mark.parametrize("rulebook", [*OFFICIAL, TODAY])
def test_a_deal(people: People, rulebook: str) -> None:
    player = newcomer(people, rulebook, drags=rulebook not in TOUCHED)
    made = official(rulebook) if rulebook in OFFICIAL else popular(rulebook)
    plays_a_deal(player, made)
    if made.match.target:
        player.taps(player.page.get_by_role("button", name=player.speech.go_on, exact=True))
        player.ear.ended = None
        turn_comes(player)
        player.leaves()
    else:
        assert page_result(player) in RESULTS_OF_TWO


RESULTS = ("Ganhamos!", "Perdemos", "Empate")
RESULTS_OF_TWO = ("Você ganhou!", "Você perdeu", "Empate")


def page_result(player: Player) -> str:
    """Return the heading of the match's end, once it is at rest and shows the engine's points."""
    page = player.page
    # The server sends the end at once; the page shows the robots' turns first.
    expect(page.locator("#match-end")).to_be_in_viewport(ratio=1, timeout=TURN * 1000)
    soon(player.person, lambda: moving(page))
    assert not bubbles(page)
    state = player.ear.state
    own, other = (page.locator(f".end .points {each}").first.inner_text() for each in ("strong", "strong >> nth=1"))
    points = state["points"] if state["target"] else [score["total"] for score in state["last"]["scores"]]
    assert [number(own.split()[-1]), number(other.split()[-1])] == [
        points[player.seat % 2],
        points[1 - player.seat % 2],
    ]
    shot(player.person, f"{state['rulebook']}-match-end")
    return page.locator("#match-end").inner_text()


def test_the_end_of_a_match(people: People) -> None:
    ana = people(size=PHONE, quiet=False)
    player = Player(ana, 0, ana.opens(rulebook="tranca", bots="greedy", target=100)["table"])
    player.sits()
    while turn_comes(player):
        player.does(greedy(player, official("tranca"), player.ear.step))
    assert page_result(player) in RESULTS
    player.taps(ana.page.get_by_role("button", name="Outra partida"))
    expect(ana.page).to_have_url(re.compile(r"-2$"))
    ana.visit(f"/mesa/{player.table}")  # The old table has nothing left that waits.
    soon(ana, lambda: ana.page.get_by_text("…").filter(visible=True).all_inner_texts())


def test_a_lesson(people: People) -> None:
    ana = people(size=PHONE, quiet=False)
    said = []
    for learner, task, _ in learns(ana, "canastra-regional"):
        soon(ana, lambda: moving(ana.page))
        said.append(learner.page.locator(".coach .says").inner_text())
        shot(ana, f"lesson-{task:02}")
    minimum = re.escape(str(official("canastra-regional").vulnerability.minimums[0]))
    figures = [re.findall(r"\d+", text) for text in said if "abr" in text]
    assert figures, said
    assert not any("0" in each for each in figures), said
    assert any(re.search(rf"\b{minimum}\b", text) for text in said), said
    ana.sees("Você já sabe jogar")
    lines = ana.page.locator(".end table tbody tr, .end table tfoot tr").count()
    soon(ana, lambda: len(points(ana.page)) < lines)
    shot(ana, "lesson-end")


def test_two_talk_and_one_comes_back(people: People) -> None:
    ana, bia = people("Ana", quiet=False), people("Bia", size=DESKTOP, quiet=False)
    table = ana.opens(rulebook="canastra-duelo", talk={"mode": "free"})["table"]
    bia.asks("PUT", f"/api/tables/{table}/seats/1", {})
    players = [Player(ana, 0, table), Player(bia, 1, table, drags=True)]
    for player in players:
        player.sits()
    rulebook = official("canastra-duelo")
    plays_turns(players, rulebook, 2)
    bia.page.locator(".side section.talk").get_by_role("button", name="Boa sorte!").click()
    for person in (ana, bia):
        soon(person, partial(lacks, person, "Boa sorte!"), SAID)
        shot(person, f"bubble-{person.name}")
    for person in (ana, bia):
        soon(person, partial(bubbles, person.page))
    plays_turns(players, rulebook, 4)
    for person in (ana, bia):
        assert not bubbles(person.page), "what was said is said again"
    bia.page.reload()
    bia.settled()
    expect(bia.page.locator(".hand [role=option]").first).to_be_visible()
    plays_turns(players, rulebook, 2)
    for person in (ana, bia):
        assert not bubbles(person.page), "what was said is said again"
    ana.page.go_back()
    gone = bia.page.get_by_role("button", name=re.compile("^Ana.*sem conexão"))
    expect(gone).to_be_visible()
    ana.visit("/")
    shot(ana, "start-with-a-match")
    ana.follows(re.compile("Continuar"))
    expect(gone).to_have_count(0)
    plays_turns(players, rulebook, 2)


def lacks(person: Person, words: str) -> bool:
    """Return whether the bubbles show anything but exactly these words."""
    return bubbles(person.page) != [words]


def plays_turns(players: list[Player], rulebook: Rulebook, count: int) -> None:
    """Play turns, each until both pages show it."""
    for _ in range(count):
        assert not players[0].ear.ended
        soon(players[0].person, lambda: apart(players))
        actor = players[players[0].ear.play["to_act"]]
        began = actor.ear.play["turn"]
        while actor.ear.play["turn"] == began:
            turn_comes(actor)
            actor.does(greedy(actor, rulebook, actor.ear.step))
