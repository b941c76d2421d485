"""A player leaves a table without a clock: the others ask for a bot, or one comes by itself, until they are back."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.table import (
    BotNeeded,
    Disconnect,
    Leave,
    Reconnect,
    ResumeClocks,
    ReturnToSeat,
    StandIn,
    Tick,
    TimeControl,
)
from canastra.table.events import BotTookOver
from canastra.table.handlers.absence import LONGEST_WAIT, Absence, absence_of
from tests.table.hosting import Host

PATIENCE = 30_000
LONGEST = LONGEST_WAIT * PATIENCE


def deserted(rulebook: str = "buraco", **terms: object) -> tuple[Host, int, int]:
    """People on all seats, the one whose turn it is just gone; and another one."""
    host = Host(rulebook, seed=1, **terms)  # type: ignore[arg-type]
    host.seat_people(*range(host.players)).serve()
    gone = host.acting
    host.send(Disconnect(gone), later=5_000)
    return host, gone, (gone + 1) % host.players


@pytest.mark.parametrize("rulebook", ["buraco", "canastra-duelo"])
def test_after_a_while_any_of_the_others_may_ask_for_a_bot(rulebook: str) -> None:
    host, gone, other = deserted(rulebook)
    refusal = host.refuse(StandIn(other, gone), "table_away_shortly", later=PATIENCE - 1)
    assert refusal.figures["seconds"] == 30
    assert host.send(StandIn(other, gone), later=PATIENCE) == (BotTookOver(host.now, gone, other),)
    assert isinstance(tables.next_requirement(host.table, host.now), BotNeeded)
    host.serve()
    assert host.acting == other
    assert tables.rebuild(host.log) == host.table


def test_a_bot_comes_by_itself_in_the_end() -> None:
    host, gone, _ = deserted()
    assert tables.wake_at(host.table) == host.now + LONGEST
    assert host.send(Tick(), later=LONGEST - 1) == ()
    assert host.send(Tick(), later=1) == (BotTookOver(host.now, gone),)
    assert tables.wake_at(host.table) is None


def test_the_seat_is_given_back_at_any_moment() -> None:
    host, gone, other = deserted()
    host.send(StandIn(other, gone), later=PATIENCE)
    host.send(Reconnect(gone))
    host.send(ReturnToSeat(gone))
    host.serve()  # The bot finishes its turn.
    assert not host.table.seats[gone].held
    while host.acting != gone:
        host.play_turn()
    assert tables.next_requirement(host.table, host.now) is None


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    host, gone, other = deserted()
    host.send(Reconnect(gone), later=LONGEST - 1)
    assert absence_of(host.table) is None
    assert host.send(Tick(), later=LONGEST) == ()
    host.refuse(StandIn(other, gone), "table_away_shortly")


def test_nobody_waits_for_one_whose_turn_it_is_not() -> None:
    host, gone, other = deserted()
    host.send(Reconnect(gone))
    host.send(Disconnect(other))
    assert tables.wake_at(host.table) is None
    host.refuse(StandIn(gone, other), "table_not_waited_for", later=LONGEST)
    host.play_turn(later=LONGEST)
    left = host.now - LONGEST
    assert absence_of(host.table) == Absence(other, left, host.now + PATIENCE, host.now + LONGEST)


def test_who_may_not_ask() -> None:
    host, gone, other = deserted()
    host.refuse(StandIn(gone, gone), "table_own_seat", later=LONGEST)
    host.refuse(StandIn(other, 9), "table_no_seat", later=LONGEST)
    host.send(Leave(other))
    host.refuse(StandIn(other, gone), "table_held", later=LONGEST)
    partner = (gone + 2) % 4
    host.refuse(StandIn(partner, other), "table_not_waited_for", later=LONGEST)
    host.send(StandIn(partner, gone), later=PATIENCE)
    host.refuse(StandIn(partner, gone), "table_stood_in")


def test_a_clock_decides_by_itself() -> None:
    host, gone, other = deserted(clock=TimeControl(turn=10_000))
    assert absence_of(host.table) is None
    host.refuse(StandIn(other, gone), "table_clock_waits", later=LONGEST)


def test_where_nobody_is_left_the_match_waits() -> None:
    """Two who go on tomorrow find the match as they left it, and have their time to come back."""
    host, gone, other = deserted("canastra-duelo")
    host.send(Disconnect(other))
    assert tables.wake_at(host.table) is None
    assert host.send(Tick(), later=100 * LONGEST) == ()
    host.send(Reconnect(other))
    assert tables.wake_at(host.table) == host.now + LONGEST
    host.refuse(StandIn(other, gone), "table_away_shortly")
    assert tables.rebuild(host.log) == host.table


def test_a_person_alone_with_bots_may_stay_away() -> None:
    host = Host("buraco", seed=1).seat_people(0).serve()
    host.send(Disconnect(0))
    assert tables.wake_at(host.table) is None
    assert host.send(Tick(), later=100 * LONGEST) == ()


def test_a_program_that_plays_without_a_connection_loses_no_seat() -> None:
    host, gone, other = deserted()
    host.act("draw", later=LONGEST - 1)
    assert host.send(Tick(), later=PATIENCE) == ()
    host.refuse(StandIn(other, gone), "table_away_shortly", later=-1)


def test_the_time_of_a_restart_does_not_count() -> None:
    host, gone, other = deserted()
    host.send(ResumeClocks(), later=LONGEST)
    host.refuse(StandIn(other, gone), "table_away_shortly")
    assert tables.wake_at(host.table) == host.now + LONGEST


def test_everybody_is_shown_for_whom_the_table_waits() -> None:
    host, gone, _ = deserted(absence=1_000)
    went = host.now
    for seat in (None, *range(4)):
        shown = tables.snapshot(host.table, seat)["absence"]
        assert shown == {"seat": gone, "away": went, "may_ask": went + 1_000, "by_itself": went + LONGEST_WAIT * 1_000}
