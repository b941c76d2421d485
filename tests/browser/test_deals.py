"""A whole deal of each rulebook, every seat a browser of its own, in both languages and on phones and desktops."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

import pytest
from playwright.sync_api import expect

from canastra.rulebooks import OFFICIAL, Rulebook, official
from tests.browser.agreeing import agree, points_shown, seated
from tests.browser.people import People
from tests.browser.playing import Player, Way, greedy
from tests.samples import sample

pytestmark = pytest.mark.slow

OWN_WILL = 0.05
"""The share of moves that are random legal ones, not the bot's."""
PURCHASES = 2
"""How many times the pile is taken in a deal: each makes the deal longer."""
SOON = 10
"""The number of actions after which each page has loaded all that it requests outside its socket."""


@pytest.mark.parametrize("name", sample(OFFICIAL, 1))
def test_a_deal(people: People, name: str) -> None:
    players, rulebook, random = seated(people, name), official(name), Random(name)
    while agree(players):
        done = sum((player.done for player in players), Counter[tuple[str, Way]]())
        if done.total() == SOON:
            for player in players:
                player.ear.asked.clear()
        actor = players[players[0].ear.play["to_act"]]
        actor.does(wanted(actor, rulebook, random, bought(done) < PURCHASES))
    assert all(done["discard", way] for way in get_args(Way))
    assert not [url for player in players for url in player.ear.asked], "all that is needed comes over the socket"
    scores = players[0].person.asks("GET", f"/api/tables/{players[0].table}/replay")["deals"][0]["scores"]
    for player in players:
        points_shown(player, scores)
    if rulebook.match.target:
        for player in players:
            player.taps(player.page.get_by_role("button", name=player.speech.go_on, exact=True))
            expect(player.page.locator("#deal-end")).to_have_count(0)
    for player in players:
        player.leaves()


def wanted(player: Player, rulebook: Rulebook, random: Random, buys: bool) -> str:
    """Return the bot's action in this position, now and then a random legal one."""
    legal: list[str] = player.ear.play["legal"]
    free = random.random() < OWN_WILL
    action = random.choice(legal) if free else greedy(player, rulebook, random.randrange(1000))
    return "draw" if action == "take" and not buys and "draw" in legal else action


def bought(done: Counter[tuple[str, Way]]) -> int:
    """Return the number of times that the pile was taken."""
    return sum(count for (verb, _), count in done.items() if verb == "take")
