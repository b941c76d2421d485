"""Time: the free time, the bank, the end of both, and the pauses of the clock."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.engine import DRAW, parse_action
from canastra.records.turns import parse_entry
from canastra.table import (
    Act,
    BotAct,
    BotNeeded,
    ClaimWin,
    Contribute,
    Disconnect,
    Leave,
    Reconnect,
    ResumeClocks,
    ReturnToSeat,
    Tick,
    TimeControl,
    Undo,
    clocks,
)
from canastra.table.events import BotTookOver, MatchEnded, PauseEnded, Played, TimedOut
from canastra.table.handlers.deal import AWAY
from canastra.table.seats import Seat, SeatKind
from tests.table.hosting import Host

TURN, BANK, GRACE = 10_000, 5_000, 30_000
CLOCK = TimeControl(turn=TURN, bank=BANK, increment=700, grace=GRACE)


def host_of(clock: TimeControl = CLOCK) -> Host:
    """People on all seats, the first clock begun just now."""
    host = Host("buraco", seed=1, clock=clock).seat_people(0, 1, 2, 3)
    host.serve()
    host.now += clocks.DEALING
    return host


def due(host: Host) -> int | None:
    woken = tables.wake_at(host.table)
    return None if woken is None else woken - host.now


def test_without_a_clock_nothing_is_due_while_people_are_there() -> None:
    host = host_of(TimeControl())
    assert tables.wake_at(host.table) is None
    assert host.send(Tick(), later=10**9) == ()
    host.act("draw")


def test_a_turn_ends_in_time_until_the_last_millisecond() -> None:
    host = host_of()
    assert due(host) == TURN + BANK
    assert host.send(Tick(), later=TURN + BANK - 1) == ()
    host.act("draw")
    host.refuse(Act(host.acting, host.choice(host.acting), host.table.step), "table_time_over", later=1)
    host.refuse(Undo(host.acting, host.table.step), "table_time_over", later=1)


def test_free_time_costs_no_bank_and_a_finished_turn_earns_an_increment() -> None:
    host = host_of()
    seat = host.acting
    host.act("draw", later=TURN)
    host.play_turn()
    assert host.table.seats[seat].bank == BANK + 700
    assert due(host) == TURN + BANK


def test_longer_turns_are_paid_from_the_bank() -> None:
    host = host_of()
    seat = host.acting
    host.act("draw", later=TURN + 1_200)
    host.play_turn(later=300)
    assert host.table.seats[seat].bank == BANK - 1_500 + 700


def test_when_time_is_up_a_bot_plays_the_turn() -> None:
    host = host_of()
    seat = host.acting
    host.act("draw")
    assert host.send(Tick(), later=TURN + BANK) == (TimedOut(host.now, seat, 1),)
    assert host.table.seats[seat].bank == 0
    assert tables.wake_at(host.table) is None
    need = tables.next_requirement(host.table, host.now)
    assert need == BotNeeded(seat, "greedy", host.table.step)
    host.refuse(Act(seat, host.choice(seat), host.table.step), "table_bot_plays")
    event = host.send(BotAct(seat, parse_action(host.choice(seat, "greedy")), host.table.step))[0]
    assert isinstance(event, Played)
    assert event.bot == "greedy"
    host.serve()
    assert host.acting != seat
    host.refuse(BotAct(host.acting, DRAW, host.table.step), "table_not_for_a_bot")


def time_out(host: Host) -> tuple[tables.Event, ...]:
    woken = due(host)
    assert woken is not None
    events = host.send(Tick(), later=woken)
    host.serve()
    return events


def round_of_the_others(host: Host, seat: int) -> None:
    while host.table.to_act != seat:
        host.play_turn()


def test_after_two_in_a_row_a_bot_holds_the_seat_until_the_person_is_back() -> None:
    host = host_of()
    seat = host.acting
    time_out(host)
    host.now = host.table.shown_until
    round_of_the_others(host, seat)
    assert due(host) == TURN
    assert isinstance(time_out(host)[-1], BotTookOver)
    for _ in range(3):
        host.play_turn()
    assert tables.next_requirement(host.table, host.now) == BotNeeded(seat, "greedy", host.table.step)
    host.serve()
    host.send(ReturnToSeat(seat))
    round_of_the_others(host, seat)
    assert host.table.bot_to_act is None
    assert host.table.seats[seat].timeouts == 0


def test_a_turn_in_time_breaks_the_row() -> None:
    host = host_of()
    seat = host.acting
    time_out(host)
    round_of_the_others(host, seat)
    host.play_turn()
    round_of_the_others(host, seat)
    assert len(time_out(host)) == 1
    assert not host.table.seats[seat].held


def test_who_is_back_in_the_middle_of_the_bots_turn_plays_from_the_next() -> None:
    host = host_of()
    seat = host.acting
    host.send(Leave(seat))
    host.send(ReturnToSeat(seat))
    host.refuse(Act(seat, "draw", host.table.step), "table_bot_plays")
    host.serve()
    round_of_the_others(host, seat)
    assert host.table.bot_to_act is None


def test_a_lost_connection_stops_the_clock_for_a_while() -> None:
    host = host_of()
    seat = host.acting
    host.now += 1_000
    host.send(Disconnect(seat))
    assert due(host) == GRACE
    host.send(Reconnect(seat), later=GRACE - 1)
    assert due(host) == TURN + BANK - 1_000
    assert host.table.seats[seat].grace == 1
    host.send(Disconnect(seat))
    assert [type(event) for event in host.send(Tick(), later=1)] == [PauseEnded]
    assert due(host) == TURN + BANK - 1_000


def test_a_late_tick_counts_the_time_after_the_pause() -> None:
    host = host_of()
    host.send(Disconnect(host.acting))
    events = host.send(Tick(), later=GRACE + TURN + BANK)
    assert [type(event) for event in events] == [PauseEnded, TimedOut]


def test_somebody_elses_lost_connection_stops_nothing() -> None:
    host = host_of()
    other = (host.acting + 1) % 4
    host.send(Disconnect(other))
    host.refuse(Disconnect(other), "table_away_already")
    assert due(host) == TURN + BANK
    host.play_turn()
    assert due(host) == GRACE


def test_time_while_the_server_was_down_is_not_charged() -> None:
    host = host_of()
    host.send(ResumeClocks(), later=3_600_000)
    assert due(host) == TURN + BANK


def test_a_clock_that_goes_back_is_taken_to_stand_still() -> None:
    host = host_of()
    host.now -= 500_000
    assert host.act("draw")[0].at == host.table.now
    assert host.table.now > host.now


def test_the_match_may_be_claimed_when_the_opponents_left_or_are_away_too_long() -> None:
    host = host_of()
    host.refuse(ClaimWin(0), "table_opponents_there")
    host.send(Leave(1))
    host.send(Disconnect(3))
    host.refuse(ClaimWin(0), "table_opponents_there", later=GRACE - 1)
    host.refuse(ClaimWin(1), "table_held")
    ended = host.send(ClaimWin(0), later=GRACE)[-1]
    assert ended == MatchEnded(host.now, "claimed", 0)
    replayed = host.replayed()
    assert replayed.match.finished
    assert replayed.match.winner == 0


def test_bots_can_not_be_claimed_against() -> None:
    host = Host("canastra-duelo").seat_people(0).serve(until_bots=True)
    host.refuse(ClaimWin(0), "table_opponents_there")


def test_a_deal_does_not_wait_for_ever_for_contributions() -> None:
    host = Host("canastra-duelo", clock=TimeControl(between=2_000))
    host.fair = True
    host.seat_people(0, 1).serve()
    host.send(Contribute(1, "00"))
    assert due(host) == 2_000
    host.now += 1_999
    assert tables.next_requirement(host.table, host.now) is None
    host.now += 1
    host.serve()
    assert host.table.deal


@pytest.mark.parametrize("between", [0, 20_000, 3_000])
def test_who_is_away_may_contribute_for_a_moment(between: int) -> None:
    """A program that only posts, between two connections, is not left out; but the table waits for it only shortly."""
    host = Host("canastra-duelo", clock=TimeControl(between=between))
    host.fair = True
    host.seat_people(0, 1).send(Disconnect(1))
    host.serve().send(Contribute(0, "00"))
    assert tables.next_requirement(host.table, host.now) is None
    waits = min(between, AWAY) if between else AWAY
    assert due(host) == waits
    late = Host("canastra-duelo", clock=TimeControl(between=between))
    late.table, late.now = host.table, host.now
    host.send(Contribute(1, "11"), later=waits - 1)
    host.serve()
    assert host.table.deal
    assert host.table.deal.fairness["contributions"] == ["00", "11"]
    assert tables.next_requirement(late.table, late.now + waits - 1) is None
    assert isinstance(tables.next_requirement(late.table, late.now + waits), tables.PackNeeded)


@pytest.mark.parametrize("stage", ["gathering", "lots"])
def test_who_has_left_is_not_waited_for(stage: str) -> None:
    host = Host("canastra-duelo", lots=stage == "lots")
    host.fair = True
    host.seat_people(0, 1).send(Leave(1))
    host.serve()
    assert host.table.stage == stage
    host.send(Contribute(0, "00"))
    assert isinstance(tables.next_requirement(host.table, host.now), tables.PackNeeded)


def test_a_record_tells_the_times() -> None:
    host = host_of()
    host.act("draw", later=400)
    host.play_turn(later=100)
    clock = tables.record(host.table).deals[0].clock
    assert clock == {"turn": TURN, "bank": BANK, "increment": 700, "grace": GRACE, "spent": [500]}


def test_a_clock_runs_once_its_player_has_been_shown_what_bots_did() -> None:
    host = Host("canastra-duelo", seed=1, clock=CLOCK).seat_people(0, level="greedy")
    host.serve()
    assert host.table.clock
    host.now = host.table.clock.since
    first = len(host.log)
    host.play_turn()
    began, bank = host.now, host.table.seats[0].bank
    host.serve()
    played = [event for event in host.log[first:] if isinstance(event, Played) and event.bot]
    shown = sum(clocks.show_time(parse_entry(event.entry)) for event in played)
    assert len(played) >= 2
    assert (due(host), host.now) == (TURN + bank + shown, began)
    host.act("draw", later=shown + 400)
    assert host.table.clock
    assert clocks.spent(host.table.clock, host.now) == 400


def test_a_clock_does_not_wait_for_ever() -> None:
    seat = Seat(SeatKind.PERSON, "p1", "Ana", bank=BANK)
    clock = clocks.started(seat, 1_000, 1_000 + 10 * clocks.LONGEST_SHOW)
    assert clocks.deadline(clock, seat, CLOCK) == 1_000 + clocks.LONGEST_SHOW + TURN + BANK
    assert clocks.spent(clock, 1_000) == 0
