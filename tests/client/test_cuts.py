"""The own part in the shuffles: given once, found in the proof, and reported if it is missing there."""

from __future__ import annotations

from typing import Any, cast

import pytest

from canastra import table as tables
from canastra.client import Cuts, ShuffleCheck
from canastra.fairness import Status
from canastra.protocol import State
from canastra.table import Contribute, Stage
from tests.table.hosting import Host

GIVEN = bytes(range(32))


def seen(host: Host, **changes: Any) -> State:
    return cast(State, {**tables.snapshot(host.table, 0), **changes})


def gathering() -> Host:
    """Return a duel whose first deal waits for seat 0's cut."""
    host = Host("canastra-duelo", seed=1)
    host.fair = True
    host.seat_people(0).serve()
    assert host.table.stage is Stage.GATHERING
    assert host.table.commitment
    return host


def over(own: bytes) -> tuple[Host, State]:
    """Return the same after its deal, and the state before it."""
    host = gathering()
    before = seen(host)
    host.send(Contribute(0, own.hex()))
    host.play_on()
    assert host.table.stage is Stage.FINISHED
    return host, before


def codes(found: ShuffleCheck | None) -> list[str]:
    assert found is not None
    assert all(each.message("pt") != each.message("en") for each in found.findings)
    return [each.code for each in found.findings]


def test_a_cut_is_given_once_and_found_again() -> None:
    host, before = over(GIVEN)
    cuts = Cuts(lambda number: GIVEN[:number])
    assert cuts.due(before) == (1, GIVEN.hex())
    assert cuts.due(before) is None
    assert cuts.check(before) is None
    assert cuts.check(seen(host)) is None, "it is not known yet whether it was taken"
    cuts.answered(1, taken=True)
    assert cuts.check(seen(host)) == ShuffleCheck(1, Status.VERIFIED, (), own=True)
    assert cuts.check(seen(host)) is None


@pytest.mark.parametrize("taken", [True, False])
def test_another_cut_in_its_place(taken: bool) -> None:
    host, before = over(b"other")
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(1, taken=taken)
    found = cuts.check(seen(host))
    assert codes(found) == (["client_shuffle_own"] if taken else [])
    assert found is not None
    assert (found.status, found.own) == ((Status.WRONG, True) if taken else (Status.VERIFIED, False))


def test_another_commitment_than_was_shown() -> None:
    host, before = over(GIVEN)
    cuts = Cuts(lambda number: GIVEN)
    cuts.due({**before, "commitment": "0" * 64})
    cuts.answered(1, taken=True)
    assert codes(cuts.check(seen(host))) == ["client_shuffle_commitment"]


def test_no_proof_though_one_was_promised() -> None:
    host, before = over(GIVEN)
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(1, taken=True)
    last = {key: value for key, value in (seen(host)["last"] or {}).items() if key != "fairness"}
    assert codes(cuts.check(seen(host, last=last))) == ["client_shuffle_commitment", "client_shuffle_own"]


def test_other_cards_than_the_proof_makes() -> None:
    host, before = over(GIVEN)
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(1, taken=True)
    last = dict(seen(host)["last"] or {})
    last["dealt"] = last["dealt"][::-1]
    assert codes(cuts.check(seen(host, last=last))) == ["fairness_hand"]


def test_another_dealer_than_was_shown() -> None:
    host, before = over(GIVEN)
    cuts = Cuts(lambda number: GIVEN)
    cuts.due({**before, "dealer": 1 - (before["dealer"] or 0)})
    cuts.answered(1, taken=True)
    assert "fairness_other_dealer" in codes(cuts.check(seen(host)))


@pytest.mark.parametrize(
    "last", [{"deal": 1}, {"deal": 1, "dealt": 5}, {"deal": 1, "dealt": ["XX"], "mortos": ["", ""]}]
)
def test_a_proof_that_makes_no_sense(last: dict[str, Any]) -> None:
    found = Cuts().check(seen(gathering(), last=last))
    assert codes(found) == ["client_shuffle_unreadable"]
    assert found is not None
    assert found.status is Status.WRONG


def test_who_gives_nothing() -> None:
    host = gathering()
    seats = [{**each, "held": True} for each in seen(host)["seats"]]
    for changes in (
        {"you": None},
        {"stage": "playing"},
        {"commitment": ""},
        {"seats": seats},
        {"contributions": ["", ""]},
    ):
        assert Cuts().due(seen(host, **changes)) is None
    assert Cuts().due(seen(host)) is not None


def test_who_comes_after_the_deal_checks_what_there_is() -> None:
    host, _ = over(GIVEN)
    assert Cuts().check(seen(host)) == ShuffleCheck(1, Status.VERIFIED, (), own=False)


def lot_drawn(own: bytes) -> tuple[Host, State, State]:
    """Return a duel whose seats were drawn by lot, and the first player's states before and after the draw."""
    host = Host("canastra-duelo", seed=2, lots=True)
    host.fair = True
    host.seat_people(0).serve()
    before = seen(host)
    assert (host.table.stage, bool(host.table.commitment)) == (Stage.LOTS, True)
    host.send(Contribute(0, own.hex()))
    host.serve()
    return host, before, seen(host)


def test_a_cut_of_the_lot_is_given_once_and_found_again() -> None:
    _, before, after = lot_drawn(GIVEN)
    cuts = Cuts(lambda number: GIVEN[:number])
    assert cuts.due(before) == (0, GIVEN.hex())
    assert cuts.due(before) is None
    assert cuts.check_lot(after) is None, "it is not known yet whether it was taken"
    cuts.answered(0, taken=True)
    assert cuts.check_lot(before) is None
    assert cuts.check_lot(after) == ShuffleCheck(0, Status.VERIFIED, (), own=True)
    assert cuts.check_lot(after) is None


def test_another_cut_in_its_place_in_the_lot() -> None:
    _, before, after = lot_drawn(b"other")
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(0, taken=True)
    assert codes(cuts.check_lot(after)) == ["client_shuffle_own"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": None}, "client_lot_seats"),
        ({"fairness": {}}, "client_shuffle_commitment"),
        ({"fairness": {"version": "x"}}, "fairness_version"),
        ({"drawn": ["0 KD", "1 QD"]}, "fairness_lot"),
        ({"drawn": ["0"]}, "client_shuffle_unreadable"),
    ],
)
def test_a_lot_that_does_not_hold(change: dict[str, Any], code: str) -> None:
    _, before, after = lot_drawn(GIVEN)
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(0, taken=True)
    lot = dict(after["lot"] or {})
    if "seats" in change:
        change = {"seats": lot["seats"][::-1]}
    assert code in codes(cuts.check_lot(cast(State, {**after, "lot": {**lot, **change}})))


def test_after_the_server_was_put_back_other_bytes_go_to_the_new_commitment() -> None:
    """The bytes for the old commitment are public by this time. The second commitment for one deal is reported."""
    host, before = over(GIVEN)
    numbers = iter((b"first", GIVEN))
    cuts = Cuts(lambda number: next(numbers))
    assert cuts.due({**before, "commitment": "0" * 64}) == (1, b"first".hex())
    cuts.answered(1, taken=True)
    assert cuts.due({**before, "commitment": "0" * 64}) is None
    assert cuts.due(before) == (1, GIVEN.hex())
    assert cuts.due(before) is None
    cuts.answered(1, taken=True)
    found = cuts.check(seen(host))
    assert codes(found) == ["client_shuffle_commitment"]
    cuts.due({**seen(host), "stage": "gathering", "deal": 1, "contributions": ["", ""]})
    assert cuts.check(seen(host)) is not None, "the deal of this number is checked again"


def test_own_bytes_that_an_annulled_deal_never_got_are_no_fault() -> None:
    host, before = over(b"")
    cuts = Cuts(lambda number: GIVEN)
    cuts.due(before)
    cuts.answered(1, taken=True)
    last = {**(seen(host)["last"] or {}), "annulled": True}
    found = cuts.check(seen(host, last=last))
    assert codes(found) == []
    assert found is not None
    assert found.status is Status.VERIFIED


def test_packs_in_common_are_proved_after_the_round() -> None:
    host = Host("canastra-duelo", seed=1, packs="cup/1/2").seat_people(0).serve()
    before = seen(host)
    for changes, wrong in (
        ({}, []),
        ({"packs": ""}, ["fairness_secret_missing"]),
        ({"commitment": "0" * 64}, ["client_shuffle_commitment"]),
    ):
        cuts = Cuts(lambda number: GIVEN)
        cuts.due(cast(State, {**before, **changes}))
        cuts.answered(1, taken=True)
        if not host.table.deals:
            host.send(Contribute(0, GIVEN.hex()))
            host.play_on()
        packs = {"packs": changes.get("packs", "cup/1/2")}
        found = cuts.check(seen(host, **packs))
        assert codes(found) == wrong
        assert found is not None
        assert (found.status, found.own) == (Status.WRONG if wrong else Status.COMMITTED, False)
