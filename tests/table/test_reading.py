"""Between deals a table waits for those who read the points of the last one, if their page says so."""

from __future__ import annotations

from canastra import table as tables
from canastra.table import Contribute, Disconnect, Leave, Ready, Reconnect, ResumeClocks, Stage, Tick, TimeControl
from canastra.table.clocks import DEALING, READING
from canastra.table.events import dump_event, load_event
from tests.table.hosting import Host


def after_a_deal(*people: int, clock: TimeControl = tables.NO_CLOCK) -> Host:
    """A duel after its first deal, the shuffle of the next one promised."""
    host = Host("buraco", seed=3, clock=clock)
    host.fair = True
    host.seat_people(*people, level="greedy")
    host.level = "greedy"
    while not host.table.deals:
        host.play_on(1)
    return host.serve()


def waiting(*people: int, clock: TimeControl = tables.NO_CLOCK) -> Host:
    """All pages there have contributed and wait."""
    host = after_a_deal(*people, clock=clock)
    for seat in people:
        host.send(Contribute(seat, "00", waits=True))
    return host.serve()


def readers(host: Host) -> tuple[int, ...]:
    return host.table.readers


def stage(host: Host) -> Stage:
    return host.table.stage


def next_at(host: Host) -> int | None:
    found: int | None = tables.snapshot(host.table, None)["next_at"]
    return found


def test_it_waits_until_all_have_said_so() -> None:
    host = waiting(0, 2, 3)
    assert readers(host) == (0, 2, 3)
    assert [seat.ready for seat in host.table.seats] == [False, True, False, False]
    for seat in (2, 0):
        host.send(Ready(seat))
        assert stage(host.serve()) is Stage.GATHERING
    assert readers(host) == (3,)
    host.send(Ready(3))
    assert host.serve(until_bots=True).table.deal


def test_it_waits_no_longer_than_twenty_seconds_of_points() -> None:
    host = waiting(0, 1)
    began = host.table.committed_at
    host.send(Ready(0), later=5_000)
    assert tables.wake_at(host.table) == next_at(host) == began + READING
    host.now = began + READING - 1
    assert stage(host.serve()) is Stage.GATHERING
    host.now += 1
    assert host.serve(until_bots=True).table.deal
    assert all(seat.ready for seat in host.table.seats)
    assert next_at(host) is None


def test_alone_with_robots_one_reads_as_long_as_one_likes() -> None:
    host = waiting(0)
    assert tables.wake_at(host.table) is None
    assert next_at(host) is None
    host.send(Disconnect(0), later=3_600_000)
    host.send(Reconnect(0), later=3_600_000)
    assert readers(host.serve()) == (0,)
    host.send(Ready(0))
    assert host.serve(until_bots=True).table.deal


def test_who_is_away_or_has_left_is_not_awaited() -> None:
    host = waiting(0, 1, 2)
    host.send(Disconnect(1))
    assert readers(host) == (0, 2)
    host.send(Reconnect(1))
    assert readers(host) == (0, 1, 2)
    host.send(Leave(1))
    assert readers(host) == (0, 2)
    host.send(Ready(0))
    host.send(Ready(2))
    assert host.serve(until_bots=True).table.deal


def test_programs_that_say_nothing_of_it_are_not_awaited() -> None:
    host = after_a_deal(0, 1)
    host.send(Contribute(0, "00"))
    host.send(Contribute(1, "00", waits=True))
    assert readers(host.serve()) == (1,)
    host.refuse(Ready(0), "table_ready_already")
    host.send(Ready(1))
    assert host.serve(until_bots=True).table.deal


def test_a_contribution_that_is_missing_is_waited_for_besides() -> None:
    host = after_a_deal(0, 1)
    host.send(Contribute(0, "00", waits=True))
    between = host.table.settings.clock.between
    assert tables.wake_at(host.table) == host.table.committed_at + max(between, READING)
    host.send(Ready(0))
    assert tables.wake_at(host.table) == host.table.committed_at + between


def test_nobody_waits_before_the_first_deal() -> None:
    host = Host("buraco", seed=3)
    host.fair = True
    host.seat_people(0, 1).serve()
    host.send(Contribute(0, "00", waits=True))
    assert readers(host) == ()
    host.refuse(Ready(0), "table_ready_already")


def test_a_restart_forgets_neither_who_reads_nor_who_has_read() -> None:
    host = waiting(0, 1, 2)
    host.send(Ready(1))
    again = tables.rebuild([load_event(dump_event(event)) for event in host.log])
    assert again == host.table
    assert again.readers == (0, 2)
    host.send(ResumeClocks(), later=600_000)
    assert tables.wake_at(host.table) == host.now + READING


def test_no_clock_runs_meanwhile() -> None:
    host = waiting(0, 1, clock=TimeControl(turn=10_000, bank=5_000))
    host.send(Tick(), later=READING - 1)
    assert all(seat.bank == 5_000 for seat in host.table.seats)
    host.now += 1
    host.serve(until_bots=True)
    if host.table.clock:
        assert host.table.clock.since == host.now + DEALING
