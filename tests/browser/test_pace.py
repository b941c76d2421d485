"""Robots' actions are shown at a pace that a player can follow and skip; the points of a deal wait for the player."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import official
from tests.browser.agreeing import own_turn
from tests.browser.people import PHONE, People
from tests.browser.playing import PATIENCE, Player, greedy

RULEBOOK = "buraco"
LISTEN = """(() => {
  window.tones = [];
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    if (this instanceof OscillatorNode) window.tones.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
})()"""
"""Notes each tone that the page plays."""
HIGHEST = 1175
"""The pitch of the chime for going out."""
ACTION, FINAL = 0.375, 1.5
"""The least seconds between two actions of robots, and for which the last table of a deal is shown."""
LATE = 0.2
"""Seconds by which a busy machine may draw one action late, so that the next follows sooner."""
ROUNDS = 4
"""Rounds to try; in one of them the machine must not stall for longer than `LATE`."""
WATCH = """() => {
  [window.told, window.held] = [[], 0];
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    window.held = Math.max(window.held, (now - last) / 1000 - 0.02);
    last = now;
  };
  clearInterval(window.ticking);
  window.ticking = setInterval(tick, 20);
  const line = document.querySelector('.news > span');
  const note = () => {
    if (window.told.at(-1)?.[0] !== line.textContent) window.told.push([line.textContent, performance.now() / 1000]);
  };
  new MutationObserver(note).observe(line, { subtree: true, childList: true, characterData: true });
}"""
"""Notes the texts of the news line, their times, and the longest stall of the page."""


def player(people: People) -> Player:
    """A player on a phone, alone with robots, at the normal pace."""
    ana = people(size=PHONE)
    ana.sets(speed="normal", sounds="low")
    ana.context.add_init_script(LISTEN)
    found = Player(ana, 0, ana.opens(rulebook=RULEBOOK, bots="greedy")["table"])
    found.sits()
    return found


def hurries(ana: Player) -> None:
    """Press a key whenever the server has this player on turn, until the page shows the turn, or the deal is over."""
    deadline = time.monotonic() + PATIENCE
    while not ana.ear.ended:
        play = ana.ear.state.get("play")
        if play and play["to_act"] == ana.seat:
            ana.page.keyboard.press("ArrowUp")
            if own_turn(ana):
                return
        assert time.monotonic() < deadline
        ana.page.wait_for_timeout(20)


def round_of_robots(ana: Player) -> list[tuple[str, float]]:
    """Play a turn, and return the news until the next one, with times."""
    assert own_turn(ana)
    ana.page.evaluate(WATCH)
    rulebook = official(RULEBOOK)
    began = ana.ear.play["turn"]
    while own_turn(ana) and ana.ear.play["turn"] == began:
        ana.does(greedy(ana, rulebook, 0))
    told: list[tuple[str, float]] = ana.page.evaluate("window.told")
    return told


def test_a_round_of_robots_can_be_followed(people: People) -> None:
    ana = player(people)
    for _ in range(ROUNDS):
        told = round_of_robots(ana)
        if ana.page.evaluate("window.held") < LATE:
            break
    robots = [at for text, at in told if not text.startswith("Você") and text]
    assert len(robots) >= 6, told  # Each of the three draws or takes the pile, and discards.
    gaps = [later - sooner for sooner, later in pairwise(robots)]
    assert min(gaps) > ACTION - LATE, told
    assert sum(gaps) / len(gaps) > ACTION, told
    ana.taps(ana.page.get_by_role("button", name="Desde a sua vez"))
    expect(ana.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(len(robots))
    ana.leaves()


@pytest.mark.slow
def test_a_deal_ends_at_its_final_table_and_its_points_wait(people: People) -> None:
    ana = player(people)
    rulebook = official(RULEBOOK)
    while True:
        hurries(ana)
        if ana.ear.ended:
            break
        ana.does_beside(greedy(ana, rulebook, ana.ear.step))
    ended = time.monotonic()
    end = ana.page.locator("#deal-end")
    hands = ana.page.get_by_role("list", name="O que ficou nas mãos")
    if not end.is_visible():  # A poll may take longer than the time itself.
        expect(hands).to_be_visible()
        expect(end).to_be_visible()
        assert time.monotonic() - ended > FINAL / 2
    tones: list[int] = ana.page.evaluate("window.tones")
    assert tones
    assert (HIGHEST in tones) == (ana.ear.ended["ending"] == "going_out")
    left = [cards.split() for seat, cards in enumerate(ana.ear.ended["hands"]) if seat != ana.seat]
    ana.page.wait_for_timeout(500)
    assert ana.ear.state["stage"] == "gathering", "the next deal begins before its points were read"
    ana.person.accessible()
    ana.taps(ana.page.get_by_role("button", name="Ver a mesa"))
    expect(hands).to_be_visible()
    shown = ana.page.locator(".final li:not(.last) [data-card]")
    assert shown.count() >= sum(map(len, left))
    ana.person.accessible()
    ana.taps(ana.page.get_by_role("button", name="Ver os pontos", exact=True))
    expect(end).to_be_visible()
    ana.page.reload()  # The points that were shown stay.
    ana.taps(ana.page.get_by_role("button", name="Ver a mesa"))
    expect(hands).to_be_visible()
    ana.taps(ana.page.get_by_role("button", name="Próxima mão"))
    expect(ana.page.locator("[role=option]").first).to_be_visible()
    ana.taps(ana.page.get_by_role("button", name="Ver os pontos da partida"))
    expect(ana.page.get_by_role("dialog").locator("table")).to_be_visible()
    ana.person.accessible()
    ana.leaves()
