"""Pauses of bots depend on public data: other hidden cards, or a longer search, change none of them."""

from __future__ import annotations

from itertools import count
from typing import Any, get_type_hints

import pytest

from canastra.cli.ui.pace import Pace, Pauses, PublicFacts, bot_pause, public_facts
from canastra.protocol import merged
from tests.server.live.live_server import run
from tests.server.live.twins import Told, twins


def moments(told: Told) -> list[float]:
    """When a client shows each bot's action, in seconds since the person's first one."""
    state: Any = told.first.state
    now, numbers = 0.0, count(7, 13)
    pauses = Pauses(lambda: next(numbers) % 10 / 10, lambda: now)
    began, shown = told.updates[0][0], list[float]()
    for at, update in told.updates:
        now = max(now, (at - began) / 1000)
        for event in (each.event for each in update.events if each.event and each.event["type"] == "played"):
            assert state["play"]
            if event.get("bot"):
                wait = pauses.before(public_facts(event["entry"], state["play"]), Pace.NORMAL)
                assert wait > 0, "how long the bot thought is seen"
                now += wait
                shown.append(now)
            pauses.shown(event["entry"], Pace.NORMAL)
        state = merged(state, update.changes)
    return shown


@pytest.mark.parametrize("rulebook", ["buraco", "canastra-curinguinha", "canastra-duelo"])
def test_other_hidden_cards_leave_all_pauses_as_they_are(rulebook: str) -> None:
    async def main() -> None:
        one, other = await twins(rulebook)
        assert (one.bots, one.slept) == (other.bots, other.slept)
        person, spectator = zip(one.told, other.told, strict=True)
        hands = [told.first.state["play"]["hand"] for told in person if told.first.state and told.first.state["play"]]
        assert hands[0] != hands[1]
        times = [[at for at, _ in told.updates] for told in spectator]
        assert times[0] != times[1]
        shown = [moments(told) for told in (*person, *spectator)]
        assert len(shown[0]) == len(one.bots)
        assert all(each == pytest.approx(shown[0]) for each in shown)

    run(main)


def test_nothing_but_public_facts_goes_into_a_pause() -> None:
    assert get_type_hints(bot_pause) == {"facts": PublicFacts, "number": float, "return": int}
    assert get_type_hints(PublicFacts) == {"kind": str, "pile": int, "melds": int}
