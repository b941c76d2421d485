"""Tables of an event: people are seated, the next match follows by itself, and a player who leaves may lose."""

from __future__ import annotations

from typing import Any

from canastra import table as tables
from canastra.engine import Encounter
from canastra.table import (
    Accept,
    CallPlay,
    Close,
    Disconnect,
    Leave,
    Offer,
    Ready,
    ReturnToSeat,
    Sit,
    Stage,
    StandIn,
    Table,
    Tick,
    TimeControl,
)
from canastra.table.events import (
    BotTookOver,
    DealEnded,
    Left,
    MatchEnded,
    Opened,
    PlayCalled,
    Readied,
    RematchAgreed,
    Started,
    TimedOut,
)
from canastra.table.rematch import next_packs
from canastra.table.settings import NO_TARGET, opened_with
from tests.table.hosting import Host

CLOCK = TimeControl(turn=5_000, bank=1_000)


def running(**terms: Any) -> Host:
    """A deal in progress between two people."""
    host = Host("canastra-duelo", 3, **terms).seat_people(0, 1)
    while host.table.deal is None:
        host.play_on(1)
    assert host.table.stage is Stage.PLAYING
    return host


def test_nobody_leaves_a_seat_before_the_match() -> None:
    host = Host("buraco", arranged=True)
    host.send(Sit(0, "p0", "Ana"))
    host.refuse(Leave(0), "table_arranged_seat")
    assert [type(event) for event in host.send(Close())] == [Left, MatchEnded]
    running(arranged=True).send(Leave(0))


def test_nobody_offers_a_rematch() -> None:
    host = running(arranged=True)
    host.play_on()
    host.refuse(Offer(0, "rematch"), "table_arranged_rematch")
    host.refuse(Accept(0, "rematch"), "table_arranged_rematch")
    assert not host.table.rematch


def following(table: Table, match: str) -> Table:
    return tables.rebuild(tables.open_rematch(table, match, table.now))


def test_the_next_match_of_an_encounter_follows_by_itself() -> None:
    host = running(arranged=True, matches=2, length="exactly", packs="cup/1/2", forfeits=True)
    host.play_on()
    ended, agreed = host.log[-2:]
    assert isinstance(ended, MatchEnded)
    assert agreed == RematchAgreed(ended.at)
    assert host.table.rematch
    after = following(host.table, "m2")
    assert all(seat.ready for seat in after.seats)
    settings = after.settings
    assert (settings.arranged, settings.forfeits, settings.packs) == (True, True, "cup/1/2+2")
    assert tables.open_table(opened_with(settings, "m2", 1)).settings == settings
    host.table = after
    host.play_on()
    assert host.table.encounter.finished
    assert not host.table.rematch


def test_who_left_during_a_match_of_an_event_keeps_the_seat_and_is_not_ready() -> None:
    host = running(arranged=True, matches=2, length="exactly")
    host.send(Leave(1))
    host.play_on()
    assert host.table.rematch
    after = following(host.table, "m2")
    assert [(seat.player, seat.ready) for seat in after.seats] == [("p0", True), ("p1", False)]


def test_after_the_encounter_packs_in_common_are_not_dealt_again() -> None:
    host = running(packs="cup/1/2")
    host.play_on()
    for seat in (0, 1):
        host.send((Offer if seat == 0 else Accept)(seat, "rematch"))
    assert following(host.table, "m2").settings.packs == ""
    assert next_packs("cup+9") == "cup+10"


def test_who_leaves_loses_where_the_table_says_so() -> None:
    host = running(forfeits=True, matches=3)
    left, shown, ended = host.send(Leave(0))
    assert left == Left(host.now, 0)
    assert isinstance(shown, DealEnded)
    assert shown.ending == "forfeit"
    assert ended == MatchEnded(host.now, "left", 1)
    assert host.table.encounter == Encounter(3, won=(0, 1))
    record = tables.record(host.table)
    assert record.forfeit is not None
    assert record.forfeit.side == 0
    host.replayed()
    assert tables.rebuild(host.log) == host.table
    host.refuse(ReturnToSeat(0), "table_in_finished")


def test_who_leaves_before_the_first_deal_loses_too() -> None:
    host = Host("buraco", forfeits=True, lots=True).seat_people(0, 1, 2, 3)
    assert host.send(Leave(2))[-1] == MatchEnded(host.now, "left", 1)


def test_one_turn_out_of_time_costs_no_match_and_a_bots_taking_over_does() -> None:
    host = running(clock=CLOCK, forfeits=True)
    slow = host.acting
    (out,) = host.send(Tick(), later=60_000)
    assert out == TimedOut(out.at, slow, 1)
    host.serve()
    host.play_turn()
    assert host.acting == slow
    events = host.send(Tick(), later=60_000)
    assert [type(event) for event in events] == [TimedOut, DealEnded, MatchEnded]
    assert host.table.result == MatchEnded(host.now, "left", 1 - slow)
    assert not any(isinstance(event, BotTookOver) for event in host.log)
    assert host.send(Tick(), later=60_000) == ()


def test_who_is_away_too_long_loses() -> None:
    host = running(forfeits=True)
    gone = host.acting
    host.send(Disconnect(gone))
    host.refuse(StandIn(1 - gone, gone), "table_away_shortly")
    asked = tables.decide(host.table, StandIn(1 - gone, gone), host.now + 30_000)
    assert asked[-1] == MatchEnded(host.now + 30_000, "left", 1 - gone)
    assert host.send(Tick(), later=180_000)[-1] == MatchEnded(host.now, "left", 1 - gone)


def test_old_tables_have_none_of_it() -> None:
    opened = Host("buraco").opened
    assert (opened.deals, opened.arranged, opened.forfeits, opened.packs) == (0, False, False, "")
    assert not {"deals", "arranged", "forfeits", "packs"} & tables.plain_event(opened).keys()
    terms: dict[str, Any] = {"deals": 4, "arranged": True, "forfeits": True, "packs": "cup"}
    told = tables.plain_event(Host("buraco", target=NO_TARGET, **terms).opened)
    assert {key: told[key] for key in terms} == terms


def test_a_person_is_seated_and_says_ready() -> None:
    host = Host("canastra-duelo", arranged=True)
    for seat in (0, 1):
        host.send(Sit(seat, f"p{seat}", "Ana"))
    host.refuse(Leave(1), "table_arranged_seat")
    for seat in (0, 1):
        host.send(Ready(seat))
    assert host.table.stage is Stage.DRAWING


def test_a_match_on_call_waits_for_the_call_of_play() -> None:
    host = Host("buraco", on_call=True, arranged=True, matches=3)
    for seat in range(3):
        host.send(Sit(seat, f"p{seat}", f"P{seat}"))
        host.send(Ready(seat))
    host.send(Sit(3, "p3", "P3"))
    assert host.send(Ready(3)) == (Readied(host.now, 3),), "all are ready, and nothing begins"
    assert host.table.stage is Stage.SEATING
    assert host.send(CallPlay()) == (PlayCalled(host.now), Started(host.now))
    host.refuse(CallPlay(), "table_in_drawing")
    assert tables.rebuild(host.log) == host.table


def test_play_that_is_called_before_all_are_ready() -> None:
    host = Host("canastra-duelo", on_call=True)
    host.send(Sit(0, "p0", "P0"))
    host.send(Ready(0))
    assert host.send(CallPlay()) == (PlayCalled(host.now),)
    host.refuse(CallPlay(), "table_no_call")
    host.send(Sit(1, "p1", "P1"))
    assert host.send(Ready(1))[-1] == Started(host.now)
    Host("canastra-duelo").refuse(CallPlay(), "table_no_call")


def test_the_next_match_of_an_encounter_waits_for_no_call() -> None:
    host = Host("canastra-duelo", on_call=True, arranged=True, matches=3)
    for seat in range(2):
        host.send(Sit(seat, f"p{seat}", f"P{seat}"))
        host.send(Ready(seat))
    host.send(CallPlay())
    host.play_on()
    opened, *_, started = tables.open_rematch(host.table, "m2", host.now)
    assert isinstance(opened, Opened)
    assert not opened.on_call
    assert isinstance(started, Started)
