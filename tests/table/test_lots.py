"""Seats by lot: they are drawn in public, from a pack that no party chose."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from canastra import table as tables
from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import draw_for_seats
from canastra.errors import InternalError
from canastra.fairness import Lot, Proof, Status, check_lot
from canastra.records import Seats, parse, write
from canastra.table import Commit, Contribute, DrawForDealer, DrawSeats, Leave, Sit, Stage
from canastra.table.events import Committed, SeatsDrawn, Started
from tests.table.hosting import Host, seen, snapshot_text


def lot_table(*people: int, fair: bool = True) -> Host:
    host = Host("buraco", 5, lots=True)
    host.fair = fair
    return host.seat_people(*people)


def rest(drawn: str) -> str:
    """A pack that begins with these cards."""
    left = list(TWO_PACKS)
    for card in parse_cards(drawn):
        left.remove(card)
    return f"{drawn} {cards_text(left)}"


@pytest.mark.parametrize(
    ("drawn", "seats"),
    [
        ("KD QD JD TD", (0, 2, 1, 3)),
        ("AD 2D 3D 4D", (3, 1, 2, 0)),
        ("KD 5D KS 5H 2C 9C 7C AC", (2, 1, 0, 3)),
        ("KD KS 5D 5H 9C 9D 7C 6C AC 2C", (0, 3, 1, 2)),
    ],
)
def test_the_two_highest_are_partners_and_ties_draw_again(drawn: str, seats: tuple[int, ...]) -> None:
    found, cards = draw_for_seats(parse_cards(rest(drawn)), 4)
    assert found == seats
    assert cards_text([card for _, card in cards]) == drawn


def test_of_two_the_higher_has_the_first_seat() -> None:
    assert draw_for_seats(parse_cards(rest("4D 9C")), 2)[0] == (1, 0)


def test_every_order_of_four_comes_as_often() -> None:
    random, times = Random(8), 4_800
    found = Counter(draw_for_seats(random.sample(TWO_PACKS, 104), 4)[0] for _ in range(times))
    assert set(found) == set(permutations(range(4)))
    expected = times / 24
    # Chi squared with 23 degrees of freedom is above 49.7 once in a thousand.
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 49.7


def test_no_pack_is_too_short_to_be_noticed() -> None:
    with pytest.raises(InternalError):
        draw_for_seats(parse_cards("KD KS"), 2)


def test_the_lot_comes_when_all_are_ready_and_moves_people_and_bots() -> None:
    host = lot_table(0, 2)
    assert host.table.stage is Stage.LOTS
    assert Started(host.now) in host.log
    before = host.table.seats
    host.serve()
    assert Committed(host.now, 0, host.table.commitment) in host.log
    for seat in (0, 2):
        host.send(Contribute(seat, f"0{seat}"))
    host.serve(until_bots=True)
    drawn = next(event for event in host.log if isinstance(event, SeatsDrawn))
    assert host.table.lot == drawn
    assert [seat.name for seat in host.table.seats] == [before[former].name for former in drawn.seats]
    cards = parse_cards(" ".join(each.split(" ")[1] for each in drawn.drawn))
    checked = check_lot(drawn.fairness, Lot("m1", 4, cards))
    assert (checked.status, checked.contributors) == (Status.VERIFIED, 2)
    host.play_on(20)
    assert host.table.to_act is not None
    record = tables.record(host.table)
    assert (record.seats, record.deals[0].draw is not None) == (Seats.LOT, True)
    assert parse(write(record)) == record
    host.replayed()
    assert tables.rebuild(host.log) == host.table


def test_everybody_sees_the_lot_whole() -> None:
    host = lot_table(0, 1, 2, 3)
    host.play_on(6)
    event = host.table.lot
    assert event is not None
    for viewer in (None, *range(4)):
        assert tables.visible_to(event, viewer) == event
        assert tables.snapshot(host.table, viewer)["lot"] == tables.plain_event(event)


def test_the_secret_of_the_lot_is_hidden_until_it_is_drawn() -> None:
    host = lot_table(0, 1)
    need = tables.next_requirement(host.table, host.now)
    assert isinstance(need, tables.CommitmentNeeded)
    secret = host.proof(need).secret
    assert secret is not None
    host.serve()
    for viewer in (None, *range(4)):
        assert secret.hex() not in seen(host.log, viewer) + snapshot_text(host.table, viewer)


def test_the_lot_is_the_same_whatever_is_hidden_from_whom() -> None:
    """Another secret with another commitment changes no other byte that is sent before the seats are drawn."""
    told = []
    for secret in (b"a" * 32, b"b" * 32):
        host = lot_table(0, 1)
        need = tables.next_requirement(host.table, host.now)
        assert isinstance(need, tables.CommitmentNeeded)
        commitment = Proof.made(need.context, secret, ()).commitment.hex()
        host.send(Commit(commitment))
        host.send(Contribute(0, "aa"))
        views = [seen(host.log, viewer) + snapshot_text(host.table, viewer) for viewer in (None, *range(4))]
        told.append([each.replace(commitment, "") for each in views])
    assert told[0] == told[1]


def test_a_pack_that_was_not_committed_to_is_refused() -> None:
    host = lot_table(0, 1)
    host.serve()
    host.refuse(DrawSeats(cards_text(host.shuffled())), "table_contributions_missing")
    for seat in (0, 1):
        host.send(Contribute(seat, "ff"))
    need = tables.next_requirement(host.table, host.now)
    assert isinstance(need, tables.PackNeeded)
    proof = host.proof(need, need.contributions)
    assert proof.pack
    pack = cards_text(proof.pack)
    host.refuse(DrawSeats(cards_text(host.shuffled()), proof.table()), "table_proof_pack")
    of_a_deal = Proof.made(replace(need.context, match="m1"), need.deal.to_bytes(32, "big"), proof.contributions)
    host.refuse(DrawSeats(pack, of_a_deal.table()), "table_proof_of_another_deal")
    host.refuse(
        DrawSeats(pack, Proof.made(need.context, bytes(31) + b"x", proof.contributions).table()),
        "table_proof_breaks_commitment",
    )
    host.send(DrawSeats(pack, proof.table()))
    host.refuse(DrawSeats(pack, proof.table()), "table_in_drawing")


def test_what_waits_for_the_lot_is_refused() -> None:
    host = lot_table(0, 1)
    host.refuse(Sit(2, "p9", "Ze"), "table_in_lots")
    host.refuse(DrawForDealer(cards_text(host.shuffled())), "table_in_lots")
    host.send(Leave(0))
    assert host.table.stage is Stage.LOTS
    host.send(Leave(1))
    assert host.table.result is not None
    assert host.table.result.reason == "abandoned"


def test_without_the_term_nothing_is_drawn() -> None:
    host = Host("buraco", 5).seat_people(0, 1)
    host.refuse(DrawSeats(cards_text(host.shuffled())), "table_in_drawing")
    assert host.table.lot is None


@pytest.mark.parametrize("change", ["fairness", "drawn", "match", "secret", "players"])
def test_a_lot_that_was_tampered_with_is_found(change: str) -> None:
    host = lot_table(0, 1, 2, 3)
    host.play_on(6)
    drawn = host.table.lot
    assert drawn is not None
    cards = parse_cards(" ".join(each.split(" ")[1] for each in drawn.drawn))
    lot, proof = Lot("m1", 4, cards), dict(drawn.fairness)
    assert check_lot(proof, lot).status is Status.VERIFIED
    if change == "fairness":
        assert check_lot({}, lot).status is Status.UNPROVEN
        return
    if change == "secret":
        del proof["secret"]
    codes = {
        "drawn": "fairness_lot",
        "match": "fairness_other_match",
        "secret": "fairness_secret_missing",
        "players": "fairness_contributions",
    }
    changed = {
        "drawn": replace(lot, drawn=cards[::-1]),
        "match": replace(lot, match="m2"),
        "players": replace(lot, players=2),
    }
    found = check_lot(proof, changed.get(change, lot))
    assert (found.status, [each.code for each in found.findings]) == (Status.WRONG, [codes[change]])
