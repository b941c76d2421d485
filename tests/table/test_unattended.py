"""The counts that end endless activity at a table: turns of bots alone, offers, leaving and returning."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.table import (
    Abandon,
    Disconnect,
    Offer,
    Reconnect,
    ResumeClocks,
    ReturnToSeat,
    Stage,
    Tick,
    TimeControl,
    WithdrawOffer,
)
from canastra.table.events import MatchEnded
from canastra.table.handlers.offers import MOST_OFFERS
from canastra.table.handlers.seats import UNATTENDED_TURNS
from canastra.table.handlers.transaction import MOST_WAVERING
from tests.table.hosting import Host

CLOCK = TimeControl(turn=5_000, grace=0)


def held() -> Host:
    """A match of one person, whose seat a bot holds since two turns ran out of time."""
    host = Host("buraco", seed=1, target=1_000_000, clock=CLOCK).seat_people(0)
    while not host.table.seats[0].held:
        step(host)
    return host


def step(host: Host) -> None:
    """Whatever is due next, of the server and its bots; the person lets every turn run out."""
    need = tables.next_requirement(host.table, host.now)
    if need is None:
        host.send(Tick(), later=5_000)
    else:
        host.answer(need)


def play_alone(host: Host, turns: int) -> None:
    """Let bots play on until this number of turns is counted."""
    while host.table.unattended < turns and host.table.stage is not Stage.FINISHED:
        step(host)


def test_turns_of_bots_among_themselves_are_counted_until_a_person_is_there() -> None:
    for told in (ReturnToSeat(0), Disconnect(0), ResumeClocks(), Offer(0, "resign")):
        host = held()
        play_alone(host, 9)
        assert host.table.unattended == 9
        if isinstance(told, Offer):
            host.send(ReturnToSeat(0))
        host.send(told)
        assert host.table.unattended == 0
        assert tables.rebuild(host.log) == host.table


def test_a_match_of_bots_among_themselves_can_be_given_up_after_so_many_turns_and_not_before() -> None:
    host = held()
    play_alone(host, UNATTENDED_TURNS - 1)
    host.refuse(Abandon(), "table_attended")
    play_alone(host, UNATTENDED_TURNS)
    assert host.send(Abandon())[-1] == MatchEnded(host.now, "abandoned", None)
    host.refuse(Abandon(), "table_in_finished")


def test_while_people_play_nothing_is_counted() -> None:
    host = Host("buraco", seed=1).seat_people(0).play_on(60)
    assert host.table.unattended < 4


def test_bots_without_any_person_are_left_alone() -> None:
    host = Host("canastra-duelo", seed=1).seat_people().play_on(200)
    assert host.table.unattended == 0


@pytest.mark.limit("offers_of_seat")
def test_a_seat_makes_so_many_offers_in_a_deal_and_again_in_the_next() -> None:
    host = Host("buraco", seed=1).seat_people(0, 1, 2, 3).play_on(8)
    for _ in range(MOST_OFFERS):
        host.send(Offer(0, "resign"))
        host.send(WithdrawOffer(0, "resign"))
    host.refuse(Offer(0, "resign"), "table_offers")
    host.send(Offer(2, "resign"))
    host.send(WithdrawOffer(2, "resign"))
    while len(host.table.deals) < 1:
        host.play_on(5)
    host.play_on(8)
    host.send(Offer(0, "resign"))


@pytest.mark.limit("wavering_of_seat")
def test_lost_connections_of_a_seat_are_written_down_so_often_in_a_deal() -> None:
    host = Host("buraco", seed=1).seat_people(0, 1, 2, 3).play_on(8)
    for _ in range(MOST_WAVERING):
        host.send(Disconnect(0))
        host.send(Reconnect(0))
    host.refuse(Disconnect(0), "table_wavering")
    host.send(Disconnect(1))
    assert tables.rebuild(host.log) == host.table
