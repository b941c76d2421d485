"""Merging all changes into the first state gives the present state, for every reader and every event at the table."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra import table as tables
from canastra.protocol import merged
from canastra.rulebooks import OFFICIAL
from canastra.table import (
    Accept,
    Command,
    Disconnect,
    Leave,
    Offer,
    Reconnect,
    RefusalError,
    ReturnToSeat,
    Shown,
    Stage,
    Tick,
    TimeControl,
    Undo,
)
from canastra.table.events import Plain
from tests.table.hosting import Host, people
from tests.table.test_any_command import any_command, play
from tests.table.test_hidden import played

few = settings(max_examples=settings().max_examples // 5)
every = pytest.mark.parametrize("rulebook", OFFICIAL)
CLOCK = TimeControl(turn=3_000, bank=2_000, increment=100, grace=1_000, between=500)


class Followers:
    """A spectator and one client on each seat; they know nothing but their first state and its changes."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.shown = Shown(host.table)
        self.states: dict[int | None, Plain] = {seat: self.shown.state(seat) for seat in (None, *range(host.players))}

    def catch_up(self) -> dict[int | None, Plain]:
        """Bring the followers up to date. Returns the changes that each one got."""
        shown = Shown(self.host.table, self.shown)
        told = shown.changes_since(self.shown, self.states)
        for seat, changes in told.items():
            before = self.states[seat]
            fresh = tables.snapshot(self.host.table, seat)
            self.states[seat] = merged(before, changes)
            assert self.states[seat] == fresh == shown.state(seat)
            assert changes == different(before, fresh)
        self.shown = shown
        return told


def different(before: Plain, after: Plain) -> Plain:
    """The changes that are needed, and only these, found in the slow way."""
    assert before.keys() == after.keys()
    found = {key: value for key, value in after.items() if value != before[key]}
    if before["play"] and after["play"]:
        assert before["play"].keys() == after["play"].keys()
        if play := {key: value for key, value in after["play"].items() if value != before["play"][key]}:
            found["play"] = play
    return found


def next_command(host: Host, random: Random) -> Command:
    """Now and then what people and lines do beside the cards."""
    seat, acting = random.randrange(host.players), host.table.to_act or 0
    usual: list[Command] = [
        Undo(acting, host.table.step),
        Undo(acting, host.table.step),
        Leave(seat),
        ReturnToSeat(seat),
        Disconnect(seat),
        Reconnect(seat),
        Offer(seat, "resign"),
        Offer(seat, "rematch"),
        Accept(seat, "rematch"),
        Tick(),
    ]
    return random.choice([*usual, any_command(random, host)])


@every
@few
@given(seed=st.integers(0, 2**32))
def test_merging_all_changes_gives_the_state(rulebook: str, seed: int) -> None:
    random = Random(seed)
    host = Host(rulebook, seed, clock=random.choice([TimeControl(), CLOCK]))
    host.level = random.choice(["random", "greedy"])
    followers = Followers(host)
    host.seat_people(*random.sample(range(host.players), random.randrange(1, host.players + 1)))
    for _ in range(150):
        with suppress(RefusalError):
            if host.table.stage is not Stage.FINISHED and random.random() < 0.7:
                play(host)
            else:
                host.send(next_command(host, random), later=random.choice([0, 10, 800]))
        followers.catch_up()


@every
def test_a_whole_match_with_a_rematch_agreed(rulebook: str) -> None:
    host = Host(rulebook, 5, target=600 if rulebook != "canastra-duelo" else None)
    host.level = "greedy"
    followers = Followers(host)
    host.seat_people(*people(host))
    told: list[Any] = []
    while host.table.stage is not Stage.FINISHED:
        host.play_on(1)
        told.append(followers.catch_up()[0])
        if told[-1].get("play", {}) and host.table.deal and host.table.deal.undoable and len(told) % 3 == 0:
            host.send(Undo(host.acting, host.table.step))
            followers.catch_up()
    host.send(Offer(0, "rematch"))
    for seat in people(host)[1:]:
        host.send(Accept(seat, "rematch"))
        followers.catch_up()
    assert all(state["rematch"] and state["result"] for state in followers.states.values())
    plays = [each["play"] for each in told if "play" in each]
    assert plays[0].keys() >= {"hand", "pile", "legal"}
    assert plays[-1] is None
    assert sum(play is None for play in plays) == len(host.table.deals)


def test_an_action_changes_little() -> None:
    """Facts that others may not know change nothing for them, and unchanged facts are not sent again."""
    host = Host("buraco", 1)
    host.seat_people(0, 1, 2, 3).serve()
    seat = host.acting
    followers = Followers(host)
    host.act("draw", later=7)
    told = followers.catch_up()
    public = {"now", "step", "play"}
    assert all(each.keys() == public for each in told.values())
    assert told[None]["play"] == {"phase": "play", "hand_sizes": [11 + (n == seat) for n in range(4)], "stock_size": 37}
    assert told[seat]["play"].keys() - told[None]["play"].keys() <= {"hand", "legal", "may_refuse"}
    assert {n: told[n] for n in range(4) if n != seat} == {n: told[None] for n in range(4) if n != seat}


def test_partners_alone_are_told_of_resigning() -> None:
    host = Host("buraco", 1)
    host.seat_people(0, 1, 2, 3).serve()
    followers = Followers(host)
    host.send(Offer(1, "resign"), later=5)
    told = followers.catch_up()
    assert {seat for seat, each in told.items() if "offers" in each} == {1, 3}


@every
def test_what_was_shown_before_and_a_fresh_look_are_the_same(rulebook: str) -> None:
    """Facts stored from one look for the next never become stale."""
    host, random = played(rulebook, 11, 60), Random(3)
    shown = Shown(host.table)
    while host.table.stage is not Stage.FINISHED and host.table.step < 300:
        host.play_on(random.choice([1, 1, 2, 3, 7, 20]))
        shown = Shown(host.table, shown)
        for seat in (None, *range(host.players)):
            assert shown.state(seat) == tables.snapshot(host.table, seat)
