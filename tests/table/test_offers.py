"""Resigning together, another match, and who hears of it."""

from __future__ import annotations

import pytest

from canastra import table as tables
from canastra.table import Accept, ClaimWin, Decline, Leave, Offer, WithdrawOffer
from canastra.table.events import Accepted, DealEnded, MatchEnded, Offered, RematchAgreed, Sat, Started
from tests.table.hosting import Host


def playing(*people: int, rulebook: str = "buraco") -> Host:
    return Host(rulebook, seed=1).seat_people(*people).play_on(20)


def finished(*people: int) -> Host:
    host = playing(*people)
    host.send(Offer(0, "resign"))
    if 2 in people:
        host.send(Accept(2, "resign"))
    return host


def test_both_partners_agree_to_resign() -> None:
    host = playing(0, 1, 2, 3)
    assert host.send(Offer(0, "resign")) == (Offered(host.now, 0, "resign"),)
    host.refuse(Accept(0, "resign"), "table_agreed_already")
    host.refuse(Accept(1, "resign"), "table_no_offer")
    host.refuse(Offer(2, "resign"), "table_offered_already")
    accepted, shown, ended = host.send(Accept(2, "resign"))
    assert accepted == Accepted(host.now, 2, "resign")
    assert isinstance(shown, DealEnded)
    assert (shown.ending, shown.scores) == ("forfeit", ())
    assert ended == MatchEnded(host.now, "resigned", 1)
    replayed = host.replayed()
    assert (replayed.match.finished, replayed.match.winner) == (True, 1)
    assert replayed.record.forfeit
    assert replayed.record.forfeit.reason == "desistência"


@pytest.mark.parametrize("rulebook", ["canastra-duelo", "buraco"])
def test_without_a_person_as_partner_one_is_enough(rulebook: str) -> None:
    host = playing(0, 1, rulebook=rulebook)
    assert host.send(Offer(1, "resign"))[-1] == MatchEnded(host.now, "resigned", 0)


def test_a_partner_who_left_is_not_asked() -> None:
    host = playing(0, 1, 2)
    host.send(Leave(2))
    host.refuse(Offer(2, "resign"), "table_held")
    assert isinstance(host.send(Offer(0, "resign"))[-1], MatchEnded)


def test_both_sides_may_talk_of_resigning_at_once() -> None:
    host = playing(0, 1, 2, 3)
    host.send(Offer(0, "resign"))
    host.send(Offer(1, "resign"))
    host.send(Decline(2, "resign"))
    assert [offer.by for offer in host.table.offers] == [1]
    host.refuse(Decline(1, "resign"), "table_own_offer")
    host.refuse(WithdrawOffer(3, "resign"), "table_not_own_offer")
    host.send(WithdrawOffer(1, "resign"))
    assert host.table.offers == ()
    host.refuse(WithdrawOffer(1, "resign"), "table_no_offer")


def test_resigning_is_between_partners() -> None:
    host = playing(0, 1, 2, 3)
    (event,) = host.send(Offer(0, "resign"))
    assert [tables.visible_to(event, seat) for seat in (0, 2)] == [event, event]
    assert [tables.visible_to(event, seat) for seat in (1, 3, None)] == [None, None, None]
    assert [len(tables.snapshot(host.table, seat)["offers"]) for seat in (0, 1, 2, 3, None)] == [1, 0, 1, 0, 0]


def test_what_is_offered_has_its_time() -> None:
    host = playing(0, 1, 2, 3)
    host.refuse(Offer(0, "rematch"), "table_in_playing")
    host.refuse(Offer(0, "draw"), "table_offer_unknown")
    host.refuse(Offer(7, "resign"), "table_no_seat")
    over = finished(0, 1, 2, 3)
    over.refuse(Offer(0, "resign"), "table_in_finished")
    over.refuse(ClaimWin(0), "table_in_finished")


def test_everybody_agrees_to_a_rematch() -> None:
    host = finished(0, 1, 2, 3)
    host.send(Offer(1, "rematch"))
    host.send(Accept(0, "rematch"))
    host.send(Accept(2, "rematch"))
    assert not host.table.rematch
    assert host.send(Accept(3, "rematch"))[-1] == RematchAgreed(host.now)
    assert tables.snapshot(host.table, None)["rematch"]
    host.refuse(Offer(0, "rematch"), "table_rematch_agreed")


def test_a_rematch_opens_a_table_that_begins_at_once() -> None:
    host = finished(0, 1)
    host.send(Offer(0, "rematch"))
    host.send(Accept(1, "rematch"))
    events = tables.open_rematch(host.table, "m2", host.now)
    assert isinstance(events[-1], Started)
    following = tables.rebuild(events)
    assert following.settings.match == "m2"
    assert [seat.name for seat in following.seats] == [seat.name for seat in host.table.seats]


def test_who_left_has_no_seat_in_the_rematch() -> None:
    host = finished(0, 1, 2)
    host.send(Leave(1))
    host.send(Offer(0, "rematch"))
    assert isinstance(host.send(Accept(2, "rematch"))[-1], RematchAgreed)
    events = tables.open_rematch(host.table, "m2", host.now)
    assert [event.seat for event in events if isinstance(event, Sat)] == [0, 2]
