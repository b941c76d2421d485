"""Faults lose no action and double none: a killed server, reloaded tabs, no network, a second tab."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.faults import Duel, Line, Message, Way, Wire, against, against_bot, discards
from tests.browser.hosts import Host
from tests.browser.people import DESKTOP, SECONDS, People

pytestmark = pytest.mark.slow

LOST = "Conexão perdida"
WAITS = "Sem conexão: a jogada sai quando ela voltar"
REPLACED = "Esta mesa está aberta em outra aba ou aparelho."
LONG = 4 * SECONDS * 1000
"""Milliseconds in which a page reconnects, with longer and longer pauses between its attempts."""


def no_answers(_line: Line, way: Way, message: Message) -> bool:
    """Drop the server's answers to actions, so that the server has an action that the page can't confirm."""
    return way == "up" or str(message["type"]) not in ("done", "update")


def no_actions(_line: Line, _way: Way, message: Message) -> bool:
    """Drop the page's actions."""
    return str(message["type"]) != "act"


def server_has(duel: Duel, actions: list[str]) -> None:
    """Wait until the server has exactly these actions of the person, whether or not the page knows it."""
    for _ in range(SECONDS * 20):
        if duel.played == actions:
            break
        duel.person.page.wait_for_timeout(50)
    assert duel.played == actions


def test_a_server_is_killed_in_the_own_turn(people: People, host: Host, client: Path) -> None:
    """The server is killed once with an answer under way, once before an action reaches it."""
    ana = people(size=DESKTOP, address=host.address)
    ana.forgive("Failed to load resource|ERR_|WebSocket connection")
    wire = Wire(ana.context)
    duel = against_bot(ana)
    duel.visits()
    wire.lets(no_answers)
    duel.draw.click()
    server_has(duel, ["draw"])
    expect(duel.sent).to_contain_text("Enviando…")
    host.off()
    wire.lets()
    ana.sees(LOST)
    ana.sees(WAITS)
    expect(duel.sent).to_be_visible()
    host.on(client)
    expect(duel.sent).to_have_count(0, timeout=LONG)
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw"]

    host.off()
    action = discards(duel)
    ana.sees(LOST)
    ana.sees(WAITS)
    expect(duel.sent).to_contain_text("Enviando…")
    host.on(client)
    expect(duel.draw).to_be_visible(timeout=LONG)
    expect(ana.page.get_by_text(LOST)).to_have_count(0)
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw", action]
    assert duel.is_the_same_load()


@pytest.mark.parametrize("arrives", [True, False])
def test_a_tab_is_loaded_anew_with_an_action_under_way(people: People, arrives: bool) -> None:
    ana = people(size=DESKTOP)
    wire = Wire(ana.context)
    duel = against_bot(ana)
    duel.visits()
    wire.lets(no_answers if arrives else no_actions)
    duel.draw.click()
    expect(duel.sent).to_be_visible()
    server_has(duel, ["draw"] if arrives else [])
    wire.lets()
    ana.page.reload()
    ana.settled()
    duel.agrees()
    assert duel.played == (["draw"] if arrives else [])
    if not arrives:
        duel.draw.click()
    action = discards(duel)
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == ["draw", action]


def test_offline_and_back(people: People) -> None:
    """Once on the own turn, with an action given offline; once on the opponent's turn, who plays meanwhile."""
    ana, bia = people("Ana", size=DESKTOP), people("Bia")
    ana.forgive("Failed to load resource|ERR_|WebSocket connection")
    wire = Wire(ana.context)
    duel = against(ana, bia)
    duel.visits()
    offline(duel, wire, True)
    duel.draw.click()
    ana.sees(WAITS)
    assert duel.played == []
    offline(duel, wire, False)
    expect(duel.sent).to_have_count(0)
    duel.agrees()
    assert duel.played == ["draw"]

    action = discards(duel)
    ana.sees("Vez de Bia")
    offline(duel, wire, True)
    ana.sees("Sem internet")
    bia.plays(duel.table, until=lambda state: state["play"]["to_act"] == 0)
    expect(duel.draw).to_have_count(0)
    offline(duel, wire, False)
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw", action]
    assert duel.is_the_same_load()


def offline(duel: Duel, wire: Wire, away: bool) -> None:
    """Take the browser offline, silencing its sockets, or bring it back."""
    if away:
        wire.dies()
    duel.person.context.set_offline(away)


def test_a_second_tab_has_the_seat_and_gives_it_back(people: People) -> None:
    """The newest tab plays, even when the older one is looked at again; each tab shows all actions."""
    ana = people(size=DESKTOP)
    wire = Wire(ana.context)
    duel = against_bot(ana)
    duel.visits()
    first = ana.page
    second = ana.tab(duel.path)
    expect(first.get_by_text(REPLACED)).to_be_visible()
    sockets = len(wire.lines)
    plays_in(duel, second)
    duel.draw.click()
    expect(duel.sent).to_have_count(0)
    duel.agrees()
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    first.evaluate("dispatchEvent(new Event('online'))")
    expect(first.get_by_text(REPLACED)).to_be_visible()
    assert len(wire.lines) == sockets, "the tab that was replaced came back by itself"

    first.get_by_role("button", name="Jogar aqui").click()
    expect(second.get_by_text(REPLACED)).to_be_visible()
    plays_in(duel, first)
    duel.agrees()
    action = discards(duel)
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw", action]
    assert len(wire.lines) == sockets + 1


def plays_in(duel: Duel, page: Page) -> None:
    """Bring this tab to the front, and use it from now on."""
    page.bring_to_front()
    duel.person.page = page


def test_a_second_tab_with_an_action_under_way_in_the_first(people: People) -> None:
    ana = people(size=DESKTOP)
    wire = Wire(ana.context)
    duel = against_bot(ana)
    duel.visits()
    wire.lets(no_answers)
    duel.draw.click()
    server_has(duel, ["draw"])
    wire.lets()
    first = ana.page
    plays_in(duel, ana.tab(duel.path))
    expect(first.get_by_text(REPLACED)).to_be_visible()
    duel.agrees()
    first.get_by_role("button", name="Jogar aqui").click()
    plays_in(duel, first)
    duel.agrees()
    expect(duel.sent).to_have_count(0)
    assert duel.played == list(wire.acts.values()) == ["draw"]
