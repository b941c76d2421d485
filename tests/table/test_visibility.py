"""The visible part of each kind of event, by reader, and the content of a snapshot."""

from __future__ import annotations

import json

from canastra import table as tables
from canastra.table import events, plain_event
from canastra.table.visibility import visible_to
from tests.table.hosting import Host, seen, snapshot_text

HIDDEN = " ".join(["??"] * 11)


def host_of(rulebook: str = "buraco") -> Host:
    host = Host(rulebook, seed=1)
    host.fair = True
    return host.seat_people(0, 1)


def test_every_kind_of_event_is_listed() -> None:
    """An event that isn't would be hidden from all, and a client would miss it."""
    from canastra.table.visibility import _PARTLY, _PUBLIC

    assert _PUBLIC | set(_PARTLY) == set(events.KINDS.values())
    assert not _PUBLIC & set(_PARTLY)


def test_of_a_deal_a_seat_sees_its_own_hand() -> None:
    host = host_of().play_on(10)
    (dealt,) = (event for event in host.log if isinstance(event, events.Dealt))
    shown = visible_to(dealt, 1)
    assert isinstance(shown, events.Dealt)
    assert shown.hands == (HIDDEN, dealt.hands[1], HIDDEN, HIDDEN)
    assert shown.mortos == (HIDDEN, HIDDEN)
    assert set(shown.stock.split()) == {"??"}
    nobody = visible_to(dealt, None)
    assert isinstance(nobody, events.Dealt)
    assert nobody.hands == (HIDDEN,) * 4


def test_the_secret_of_the_shuffle_stays_secret_until_the_deal_is_over() -> None:
    host = host_of().play_on(40)
    (dealt,) = (event for event in host.log if isinstance(event, events.Dealt))
    secret = dealt.fairness["secret"]
    assert host.table.state
    for seat in (None, 0, 1, 2, 3):
        assert secret not in seen(host.log, seat)
        assert secret not in snapshot_text(host.table, seat)
        assert dealt.fairness["commitment"] in seen(host.log, seat)
    while len(host.table.deals) < 1:
        host.play_on(1)
    ended = next(event for event in host.log if isinstance(event, events.DealEnded))
    assert ended.fairness["secret"] == secret
    assert visible_to(ended, None) == ended


def test_of_a_draw_others_see_that_it_was_made() -> None:
    drawn = events.Played(at=1, step=2, seat=0, entry="draw 9C")
    assert visible_to(drawn, 0) == drawn
    for other in (1, 2, 3, None):
        assert visible_to(drawn, other) == events.Played(at=1, step=2, seat=0, entry="draw ??")
    red = events.Followed(at=1, step=3, seat=0, entry="red 3H 9C")
    assert visible_to(red, 2) == events.Followed(at=1, step=3, seat=0, entry="red 3H ??")
    assert visible_to(events.Followed(1, 3, 0, "red 3H"), 2) == events.Followed(1, 3, 0, "red 3H")


def test_what_lies_open_everybody_sees() -> None:
    for entry in ("take", "meld 4H 5H 6H", "lay 1 7H", "discard KD", "withdraw", "pass", "shift 1"):
        event = events.Played(at=1, step=2, seat=0, entry=entry)
        assert visible_to(event, None) == event
    assert visible_to(events.Played(1, 2, 0, "peek 4H"), 1) is None
    assert visible_to(events.Followed(1, 2, 0, "peek 4H"), 1) is None


def test_a_morto_is_seen_by_its_seat_alone() -> None:
    event = events.MortoSeen(at=1, seat=2, morto=0, cards="KD")
    assert visible_to(event, 2) == event
    assert [visible_to(event, seat) for seat in (0, 1, 3, None)] == [None] * 4


def test_after_the_deal_all_hands_are_shown_to_who_comes_late() -> None:
    host = Host("buraco", seed=1, target=200).seat_people(level="greedy").serve()
    told = tables.snapshot(host.table, None)
    assert told["play"] is None
    assert told["stage"] == "finished"
    assert len(told["last"]["hands"]) == 4
    assert told["result"]["reason"] == "played"


def test_a_spectator_gets_no_hand_and_no_steps() -> None:
    host = host_of().play_on(30)
    mine, theirs = (tables.snapshot(host.table, seat)["play"] for seat in (0, None))
    assert mine.keys() - theirs.keys() == {"hand", "legal", "may_refuse", "may_undo"}
    assert {key: mine[key] for key in theirs} == theirs


def test_in_curinguinha_only_the_top_of_the_pile_is_shown() -> None:
    host = host_of("canastra-curinguinha").play_on(80)
    told = tables.snapshot(host.table, 0)["play"]
    assert told["pile_size"] > 1
    assert len(told["pile"].split()) == 1


def test_snapshots_and_events_are_json() -> None:
    host = host_of().play_on(60)
    for seat in (None, 0, 3):
        told = tables.snapshot(host.table, seat)
        assert json.loads(json.dumps(told)) == told
    assert [tables.load_event(json.dumps(plain_event(event))) for event in host.log] == host.log
