"""The ends of a match besides points: a number of deals, the call of time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.engine import Encounter, leader
from canastra.errors import InputError
from canastra.records import parse, replay, write
from canastra.rulebooks import official
from canastra.table import CallTime, Stage
from canastra.table.events import DealEnded, MatchEnded, RematchAgreed, TimeCalled
from canastra.table.settings import LONGEST_MATCH, NO_TARGET
from tests.table.hosting import Host


def host_of(deals: int = 0, **terms: Any) -> Host:
    """A table where points don't end the match."""
    host = Host("buraco", 5, target=NO_TARGET, deals=deals, **terms)
    host.level = "greedy"
    return host.seat_people(0, 1, 2, 3)


def played(host: Host, deals: int) -> Host:
    """The table after `deals` deals, before the next one."""
    while len(host.table.deals) < deals:
        host.play_on(1)
    return host


def test_a_match_ends_after_its_deals() -> None:
    host = host_of(deals=2, matches=3)
    states = []
    while host.table.stage is not Stage.FINISHED:
        host.play_on(1)
        states.append(tables.snapshot(host.table, 0))
    assert {(each["target"], each["deals"]) for each in states} == {(0, 2)}
    assert len(host.table.deals) == 2
    match = host.table.match
    assert match is not None
    winner = leader(match)
    assert winner is not None
    assert host.table.result == MatchEnded(host.table.now, "played", winner)
    assert (match.finished, match.winner) == (True, winner)
    assert host.table.encounter == Encounter(3, won=(1 - winner, winner))
    assert tables.rebuild(host.log) == host.table


def test_level_points_after_the_last_deal_are_a_draw() -> None:
    host = host_of(deals=2, matches=3)
    before = host.table
    while host.table.stage is not Stage.FINISHED:
        before = host.table
        host.play_on(1)
    assert before.match is not None
    assert host.table.match is not None
    one, two = before.match.points
    made = [points or 0 for points in host.table.match.points]
    assert one is not None
    assert two is not None
    level = replace(before.match, points=(one, two + made[0] - made[1]))
    command, now = host.commands[-1]
    events, after = tables.outcome(structs.replace(before, match=level), command, now)
    assert events[-1] == MatchEnded(now, "played")
    assert after.encounter == Encounter(3, drawn=1)
    assert after.match is not None
    assert after.match.is_draw
    assert tables.record(after).forfeit is None


def test_the_record_of_such_a_match_replays() -> None:
    host = played(host_of(deals=2), 1).play_on(40)
    for table in (host.table, host.play_on().table):
        record = tables.record(table)
        assert record.target == NO_TARGET
        assert record.forfeit is None
        replayed = replay(parse(write(record)))
        assert replayed.match is not None
        assert not replayed.match.finished
        points = [0 if each is None else each for each in replayed.match.points]
        assert table.stage is not Stage.FINISHED or points == list(table.match.points)  # type: ignore[union-attr]


def test_an_annulled_deal_is_not_one_of_them() -> None:
    host = Host("buraco", 5, target=NO_TARGET, deals=1)
    host.fair = True
    host.seat_people(0).play_on(8)
    deal = host.table.deal
    assert deal is not None
    pack = " ".join(map(str, host.proof_of_deal().pack or ()))
    host.send(tables.Annul(pack, host.proof_of_deal().table()))
    assert host.table.stage is Stage.GATHERING
    host.play_on()
    assert [each.annulled for each in host.table.deals] == [True, False]
    assert host.table.result is not None
    assert host.table.result.reason == "played"


@pytest.mark.parametrize(
    ("rulebook", "terms", "code"),
    [
        ("buraco", {"deals": 4}, "table_deals_and_target"),
        ("buraco", {"deals": -1, "target": NO_TARGET}, "table_form_deals"),
        ("buraco", {"deals": LONGEST_MATCH + 1, "target": NO_TARGET}, "table_form_deals"),
        ("canastra-duelo", {"deals": 2}, "table_deals_superfluous"),
        ("buraco", {"packs": "a b"}, "table_form_packs"),
        ("buraco", {"packs": "a#b"}, "table_form_packs"),
        ("buraco", {"packs": "x" * 101}, "table_form_packs"),
    ],
)
def test_terms_that_cant_be_are_refused(rulebook: str, terms: dict[str, Any], code: str) -> None:
    opened = structs.replace(tables.opening(official(rulebook), "m1", 0), **terms)
    with pytest.raises(InputError) as caught:
        tables.open_table(opened)
    assert caught.value.code == code
    assert all(caught.value.message(language) for language in ("pt", "en"))


def test_people_are_shown_what_ends_the_match() -> None:
    def shown(rulebook: str, **terms: Any) -> tuple[int, int]:
        state = tables.snapshot(Host(rulebook, **terms).table, None)
        return state["target"], state["deals"]

    assert shown("buraco") == (2000, 0)
    assert shown("buraco", target=NO_TARGET, deals=4) == (0, 4)
    assert shown("buraco", target=NO_TARGET) == (0, 0)
    assert shown("canastra-duelo") == (0, 1)
    assert shown("canastra-duelo", deals=1) == (0, 1)


def test_time_called_during_a_deal_ends_the_match_with_it() -> None:
    host = played(host_of(matches=3, arranged=True), 1).play_on(30)
    assert host.table.stage is Stage.PLAYING
    assert host.send(CallTime()) == (TimeCalled(host.now),)
    assert host.table.called
    assert all(tables.snapshot(host.table, seat)["called"] for seat in (None, 0, 3))
    host.refuse(CallTime(), "table_called_already")
    host.play_on()
    match = host.table.match
    assert match is not None
    assert len(host.table.deals) == match.deals == 2
    assert host.table.result == MatchEnded(host.table.now, "called", leader(match))
    assert host.table.encounter.played == 1
    assert tables.record(host.table).forfeit is None
    assert not any(isinstance(event, RematchAgreed) for event in host.log)
    assert tables.rebuild(host.log) == host.table


def test_a_match_that_ends_by_itself_after_the_call_was_played() -> None:
    host = Host("buraco", 5, target=50)
    host.level = "greedy"
    host.seat_people(0).play_on(20)
    host.send(CallTime())
    host.play_on()
    assert host.table.result is not None
    assert host.table.result.reason == "played"


def test_time_called_between_deals_ends_the_match_at_once() -> None:
    host = played(host_of(matches=3), 1)
    assert host.table.stage is Stage.GATHERING
    match = host.table.match
    assert match is not None
    assert host.send(CallTime()) == (MatchEnded(host.now, "called", leader(match)),)
    assert host.table.encounter.played == 1
    assert len(host.table.deals) == 1


@pytest.mark.parametrize("lots", [True, False])
def test_time_called_before_the_first_deal_leaves_a_draw(lots: bool) -> None:
    host = host_of(matches=3, lots=lots)
    assert host.table.stage is (Stage.LOTS if lots else Stage.DRAWING)
    assert host.send(CallTime()) == (MatchEnded(host.now, "called"),)
    assert host.table.encounter == Encounter(3, drawn=1)
    assert tables.record(host.table).deals == ()


def test_a_match_that_is_stopped_counts_for_nobody() -> None:
    host = played(host_of(matches=3), 1).play_on(30)
    host.send(CallTime())
    before = host.table.match
    assert before is not None
    shown, ended = host.send(CallTime(stop=True))
    assert isinstance(shown, DealEnded)
    assert (shown.ending, shown.points) == ("forfeit", before.points)
    assert ended == MatchEnded(host.now, "stopped")
    assert host.table.encounter == Encounter(3)
    assert tables.record(host.table).forfeit is None
    host.replayed()


def test_no_time_is_called_before_and_after_a_match() -> None:
    host = Host("canastra-duelo")
    for stop in (False, True):
        host.refuse(CallTime(stop), "table_in_seating")
    host.seat_people(level="greedy").serve()
    for stop in (False, True):
        host.refuse(CallTime(stop), "table_in_finished")


def test_a_deal_that_is_annulled_after_the_call_was_the_last_one() -> None:
    host = Host("buraco", 5)
    host.fair = True
    host.seat_people(0).play_on(8)
    host.send(CallTime())
    proof = host.proof_of_deal()
    events = host.send(tables.Annul(" ".join(map(str, proof.pack or ())), proof.table()))
    assert [type(event) for event in events] == [DealEnded, MatchEnded]
    assert host.table.result == MatchEnded(host.now, "called")
