"""Tables that have their packs in common deal the same cards, and show nothing that opens them."""

from __future__ import annotations

import json

from canastra import table as tables
from canastra.cards import cards_text
from canastra.fairness import Context, Proof, commit, shared_context, shared_draw, shared_pack
from canastra.records import parse, redact, write
from canastra.table import Commit, Deal, PackNeeded, Stage
from canastra.table.events import DealEnded, DealerDrawn, Dealt
from tests.table.hosting import Host, seen, snapshot_text

PACKS = "cup/1/2"


def host_of(seed: int) -> Host:
    host = Host("buraco", seed, target=400, packs=PACKS, match=f"m{seed}")
    host.level = "greedy"
    return host.seat_people(0, 1)


def dealt(host: Host) -> list[Dealt]:
    return [event for event in host.log if isinstance(event, Dealt)]


def promise_of(host: Host, deal: int) -> str:
    need = tables.CommitmentNeeded(shared_context(PACKS, deal), deal, PACKS)
    command = host.shared(need)
    assert isinstance(command, Commit)
    return command.commitment


def test_all_tables_deal_the_same_cards() -> None:
    """Whatever their players contribute, and however they play."""
    one, two = (host_of(seed).play_on() for seed in (1, 2))
    together = min(len(dealt(one)), len(dealt(two)))
    assert together
    for first, second in zip(dealt(one)[:together], dealt(two)[:together], strict=True):
        assert (first.hands, first.mortos, first.stock) == (second.hands, second.mortos, second.stock)
        assert first.dealer == second.dealer
        assert first.fairness == second.fairness == {}
    drawn = [next(event for event in host.log if isinstance(event, DealerDrawn)) for host in (one, two)]
    assert drawn[0].drawn == drawn[1].drawn


def test_the_commitment_is_all_that_is_shown() -> None:
    host = host_of(1).play_on(40)
    assert host.table.stage is Stage.PLAYING
    promised = promise_of(host, 1)
    for seat in (None, 0, 1, 2, 3):
        assert promised in seen(host.log, seat)
        assert '"secret"' not in seen(host.log, seat) + snapshot_text(host.table, seat)
    redacted = redact(host.replayed(), 0)
    assert redacted.deals[-1].fairness == {"commitment": promised}
    host.play_on()
    ended = next(event for event in host.log if isinstance(event, DealEnded))
    assert ended.fairness == {"commitment": promised}
    record = parse(write(tables.record(host.table)))
    assert [deal.fairness for deal in record.deals] == [
        {"commitment": promise_of(host, number + 1)} for number in range(len(record.deals))
    ]


def test_a_deal_needs_a_commitment_the_contributions_and_no_proof() -> None:
    host = host_of(1)
    need = tables.next_requirement(host.table, host.now)
    assert need == tables.DealerNeeded(PACKS, 1)
    host.answer(need)
    pack = cards_text(host.shuffled())
    host.refuse(Deal(pack), "table_not_committed")
    need = tables.next_requirement(host.table, host.now)
    assert need is not None
    host.answer(need)
    host.refuse(Deal(pack), "table_contributions_missing")
    for seat in (0, 1):
        host.send(tables.Contribute(seat, "ab"))
    need = tables.next_requirement(host.table, host.now)
    assert isinstance(need, PackNeeded)
    assert (need.context, need.packs) == (Context(f"{PACKS}#packs", 1, 0), PACKS)
    proof = Proof.made(need.context, bytes(32), ())
    host.refuse(Deal(cards_text(proof.pack or ()), proof.table()), "table_proof_of_shared_pack")
    host.answer(need)
    assert host.table.stage is Stage.PLAYING


def test_an_annulled_deal_opens_nothing_and_the_next_has_another_number() -> None:
    host = host_of(1).play_on(20)
    pack = host.shared(PackNeeded(shared_context(PACKS, 1), 1, (), PACKS))
    assert isinstance(pack, Deal)
    (ended,) = host.send(tables.Annul(pack.pack, {}))
    assert isinstance(ended, DealEnded)
    assert ended.annulled
    assert set(ended.fairness) == {"commitment"}
    assert host.table.shuffle.context == shared_context(PACKS, 2)
    assert tables.rebuild(host.log) == host.table


def test_the_seats_are_drawn_by_a_lot_of_the_tables_own() -> None:
    host = Host("buraco", packs=PACKS, lots=True).seat_people(0, 1, 2, 3)
    need = tables.next_requirement(host.table, host.now)
    assert isinstance(need, tables.CommitmentNeeded)
    assert (need.packs, need.context.match) == ("", "m1#lots")


def test_the_draw_the_pack_and_other_deals_are_different() -> None:
    secret = bytes(range(32))
    packs = [shared_pack(PACKS, 1, secret), shared_draw(PACKS, 1, secret), shared_pack(PACKS, 2, secret)]
    packs.append(shared_pack("cup/1/3", 1, secret))
    assert len({cards_text(pack) for pack in packs}) == len(packs)
    promises = [commit(shared_context(packs_id, 1), secret) for packs_id in (PACKS, "cup/1/3")]
    assert promises[0] != promises[1]


def test_the_draw_of_each_dealer_is_in_common_too() -> None:
    hosts = [Host("buraco", seed, target=600, packs=PACKS, next_dealer="draw").seat_people(0) for seed in (1, 2)]
    for host in hosts:
        host.level = "greedy"
        while len(dealt(host)) < 2:
            host.play_on(1)
    first, second = ([event.drawn for event in host.log if isinstance(event, DealerDrawn)] for host in hosts)
    assert first == second
    assert first[0] != first[1]


def test_no_event_of_the_log_holds_more_than_the_commitment() -> None:
    host = host_of(1).play_on()
    for event in map(tables.plain_event, host.log):
        assert not {"secret", "contributions"} & set(event.get("fairness", {}))
        assert "secret" not in json.dumps(event)
