"""Sitting down, getting up, being ready; every refusal leaves the table as it was."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.engine import DRAW
from canastra.table import (
    AddBots,
    BotAct,
    ClaimWin,
    Close,
    Command,
    Commit,
    Contribute,
    Deal,
    Disconnect,
    DrawForDealer,
    Leave,
    Offer,
    Ready,
    Reconnect,
    ResumeClocks,
    ReturnToSeat,
    Sit,
    Tick,
    Undo,
)
from canastra.table.events import BotSat, Left, MatchEnded, Started
from canastra.table.seats import SeatKind
from tests.table.hosting import Host


def test_a_match_starts_when_all_seats_are_filled_and_ready() -> None:
    host = Host("buraco")
    host.send(Sit(0, "p0", "Ana"))
    host.send(Ready(0))
    host.send(Sit(2, "p2", "Bia"))
    assert [type(event) for event in host.send(AddBots("greedy"))] == [BotSat, BotSat]
    assert host.table.stage == "seating"
    assert [type(event) for event in host.send(Ready(2))][-1] is Started
    assert host.table.stage == "drawing"


def test_bots_alone_start_at_once() -> None:
    assert isinstance(Host("canastra-duelo").send(AddBots("random"))[-1], Started)


def test_the_first_dealer_is_drawn_from_the_pack() -> None:
    host = Host("tranca").seat_people()
    rest = FULL.split()
    for card in ("KS", "4H", "5H", "6H"):
        rest.remove(card)
    host.refuse(DrawForDealer("KS 4H"), "table_pack")
    host.refuse(DrawForDealer("10H"), "card_malformed")
    host.send(DrawForDealer(" ".join(["KS", "4H", "5H", "6H", *rest])))
    assert host.table.match
    assert host.table.match.dealer == 0


FULL = " ".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK" for _ in range(2))


def test_leaving_before_the_match_empties_the_seat() -> None:
    host = Host("buraco")
    host.send(Sit(1, "p1", "Ana"))
    host.send(AddBots("greedy", seat=0))
    host.send(Leave(0))
    host.send(Leave(1))
    assert {seat.kind for seat in host.table.seats} == {SeatKind.EMPTY}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(4, "p9", "Ana"), "table_no_seat"),
        (Sit(-1, "p9", "Ana"), "table_no_seat"),
        (Sit(0, "p9", "Ana"), "table_seat_taken"),
        (Sit(1, "p0", "Ana"), "table_seated_already"),
        (Sit(1, "", "Ana"), "table_player"),
        (Sit(1, "p9", ""), "table_name"),
        (Sit(1, "p9", " Ana"), "table_name"),
        (Sit(1, "p9", "A\nB"), "table_name"),
        (Sit(1, "p9", "A\u202eB"), "table_name"),
        (Sit(1, "p9", "x" * 41), "table_name"),
        (AddBots("No Level"), "table_form_level"),
        (AddBots("greedy", seat=0), "table_seat_taken"),
        (Ready(1), "table_no_person"),
        (Ready(0), "table_ready_already"),
        (Leave(3), "table_seat_empty"),
        (DrawForDealer(FULL), "table_in_seating"),
        (Commit("0" * 64), "table_in_seating"),
        (Deal(FULL), "table_in_seating"),
        (BotAct(0, DRAW, 0), "table_in_seating"),
        (Undo(0, 0), "table_in_seating"),
        (ReturnToSeat(0), "table_in_seating"),
        (ClaimWin(0), "table_in_seating"),
        (Disconnect(0), "table_in_seating"),
        (Reconnect(0), "table_in_seating"),
        (ResumeClocks(), "table_in_seating"),
        (Offer(0, "resign"), "table_in_seating"),
        (Offer(0, "rematch"), "table_in_seating"),
    ],
)
def test_refused_before_the_match(command: Command, code: str) -> None:
    host = Host("buraco")
    host.send(Sit(0, "p0", "Ana"))
    host.send(Ready(0))
    host.refuse(command, code)


def test_a_full_table_takes_nobody() -> None:
    host = Host("canastra-duelo")
    for seat in (0, 1):
        host.send(Sit(seat, f"p{seat}", "Ana"))
    host.refuse(AddBots("greedy"), "table_full")


@pytest.mark.parametrize("command", [Sit(0, "p9", "Ana"), AddBots("greedy"), Ready(0), DrawForDealer(FULL)])
def test_nothing_of_that_during_the_match(command: Command) -> None:
    host = Host("buraco").seat_people(0).serve()
    host.refuse(command, "table_in_playing")


def test_a_tick_with_nothing_due_is_no_fault() -> None:
    assert Host("buraco").send(Tick()) == ()


def test_a_bot_holds_the_seat_of_who_leaves_the_match_until_they_are_back() -> None:
    host = Host("buraco").seat_people(0, 1).play_on(30)
    host.send(Leave(0))
    assert [seat.held for seat in host.table.seats] == [True, False, False, False]
    host.refuse(Leave(0), "table_left_already")
    host.refuse(Reconnect(0), "table_not_away")
    host.send(ReturnToSeat(0))
    assert not any(seat.held for seat in host.table.seats)
    host.refuse(ReturnToSeat(0), "table_not_held")


def test_when_the_last_person_leaves_the_match_is_over() -> None:
    host = Host("buraco").seat_people(0, 1).play_on(30)
    host.send(Leave(0))
    left, *_, ended = host.send(Leave(1))
    assert isinstance(left, Left)
    assert ended == MatchEnded(host.now, "abandoned")
    assert not host.replayed().match.finished


def test_contributions_come_after_the_commitment_and_once() -> None:
    host = Host("canastra-duelo", seed=1)
    host.fair = True
    host.seat_people(0, 1)
    host.answer(need_of(host))
    host.refuse(Contribute(0, "ab"), "table_not_committed")
    host.refuse(Commit("zz"), "table_commitment")
    host.answer(need_of(host))
    host.refuse(Commit("0" * 64), "table_committed_already")
    host.send(Contribute(0, "ab"))
    host.refuse(Contribute(0, "cd"), "table_contributed_already")
    host.refuse(Contribute(1, "xy"), "table_contribution")
    host.refuse(Contribute(1, "AB"), "table_contribution")
    host.refuse(Contribute(1, "ab" * 65), "table_contribution")
    host.send(Contribute(1))
    host.serve()
    assert host.table.deal
    assert host.table.deal.fairness["contributions"] == ["ab", ""]


def need_of(host: Host) -> tables.Requirement:
    need = tables.next_requirement(host.table, host.now)
    assert need
    return need


def test_a_table_is_closed_before_its_match_and_never_after() -> None:
    host = Host("buraco")
    host.send(Sit(0, "p0", "Ana"))
    host.send(AddBots("greedy", 1))
    events = host.send(Close())
    assert [type(event) for event in events] == [Left, Left, MatchEnded]
    assert host.table.stage == "finished"
    assert host.table.result == MatchEnded(host.table.now, "closed", None)
    assert all(seat.kind is SeatKind.EMPTY for seat in host.table.seats)
    assert tables.rebuild(host.log) == host.table
    host.refuse(Close(), "table_in_finished")
    host.refuse(Offer(0, "rematch"), "table_no_person")
    host.refuse(Sit(1, "p1", "Bia"), "table_in_finished")
    Host("buraco").seat_people().refuse(Close(), "table_in_drawing")


def test_an_animal_is_seen_where_one_was_chosen() -> None:
    host = Host("buraco")
    host.send(Sit(0, "p0", "Ana", "owl"))
    host.send(Sit(1, "p1", "Bia"))
    first, second, *_ = tables.snapshot(host.table, None)["seats"]
    assert first["animal"] == "owl"
    assert "animal" not in second
