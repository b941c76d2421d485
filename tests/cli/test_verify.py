"""`canastra verify`: matches with right, wrong, missing and unopened proofs, in words and as JSON."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from canastra.engine import Phase, deal_out, legal_actions, start_match
from canastra.fairness import Context, Proof
from canastra.records import DealRecord, Forfeit, Record, Ruling, match_after, record_deal, redact, replay, write
from canastra.rulebooks import official
from tests.cli.running import CONFORMANCE, Ran, canastra, process

SECRETS = [bytes([number]) * 32 for number in range(4)]
CONTRIBUTIONS = (b"Ana", b"", b"Clara", b"Davi")
ANNUL = Ruling("annul", "misdeal")


@cache
def played() -> Record:
    """Two deals played at random to their end and a third just begun, all with open proofs."""
    match = start_match(official("canastra-regional"), dealer=3)
    deals: list[DealRecord] = []
    for number in (1, 2, 3):
        proof = Proof.made(Context("mesa-1", number, match.dealer), SECRETS[number], CONTRIBUTIONS)
        assert proof.pack is not None
        rng, recorder = random.Random(number), record_deal(match, deal_out(proof.pack, 4, match.dealer))
        while recorder.state.phase is not Phase.OVER and (number < 3 or len(recorder.deal.turns) < 3):
            recorder = recorder.play_legal(rng.choice(legal_actions(recorder.state)))
        deals.append(replace(recorder.deal, fairness=proof.table()))
        match = match_after(match, recorder.deal, recorder.state) or match
    return Record(match.rulebook, ("Ana", "Bruno", "Clara", "Davi"), (0, 0), tuple(deals), about={"id": "mesa-1"})


def sealed(deal: DealRecord) -> DealRecord:
    """Return the deal without its secret."""
    assert deal.fairness is not None
    return replace(deal, fairness={key: value for key, value in deal.fairness.items() if key != "secret"})


def with_deals(*deals: DealRecord, **changes: Any) -> Record:
    return replace(played(), deals=deals, **changes)


def verify(record: Record | str, *options: str, language: str = "en") -> Ran:
    text = record if isinstance(record, str) else write(record)
    return canastra("verify", "-", *options, "--lang", language, stdin=text.encode())


def found(record: Record) -> tuple[int, str, list[str]]:
    """Return exit status, result and the status of each deal. Fails if words and object differ."""
    ran, words = verify(record, "--json"), verify(record)
    assert words.status == ran.status
    assert words.err == ""
    assert words.out.count("Deal ") == len(record.deals)
    statuses = [deal["status"] for deal in ran.json["deals"]]
    assert [deal["deal"] for deal in ran.json["deals"]] == list(range(1, len(statuses) + 1))
    assert all(bool(deal["findings"]) == (deal["status"] == "wrong") for deal in ran.json["deals"])
    return ran.status, ran.json["result"], statuses


def codes(record: Record, deal: int) -> list[str]:
    return [finding["code"] for finding in verify(record, "--json").json["deals"][deal - 1]["findings"]]


def test_a_running_match() -> None:
    one, two, three = played().deals
    running = with_deals(one, two, sealed(three))
    assert found(running) == (0, "verified", ["verified", "verified", "sealed"])
    for seat in (None, 0, 1, 2, 3):
        assert found(redact(replay(running), seat)) == (0, "verified", ["verified", "verified", "sealed"])
        assert found(redact(replay(played()), seat)) == (0, "verified", ["verified", "verified", "sealed"])


def test_in_words() -> None:
    one, two, three = played().deals
    ran = verify(with_deals(one, two, sealed(three)))
    assert ran.out.splitlines() == [
        "Deal 1: verified; 3 of 4 seats contributed",
        "Deal 2: verified; 3 of 4 seats contributed",
        "Deal 3: not opened yet: committed to, and the secret comes when the deal is over",
        "2 of 3 shuffles verified; no check failed.",
    ]
    assert verify(with_deals(one, two)).out.endswith("\nAll 2 shuffles verified.\n")
    assert verify(with_deals(one), language="pt").out.splitlines() == [
        "Mão 1: conferida; 3 de 4 lugares contribuíram",
        "O embaralhamento confere.",
    ]


def test_as_json() -> None:
    one, two, _ = played().deals
    assert verify(with_deals(one, replace(two, fairness=None)), "--json").json == {
        "format": "canastra-shuffle/1",
        "result": "verified",
        "deals": [
            {"deal": 1, "status": "verified", "contributors": 3, "findings": []},
            {"deal": 2, "status": "unproven", "contributors": None, "findings": []},
        ],
    }


def test_nothing_to_verify() -> None:
    one, _, three = played().deals
    assert found(with_deals(replace(one, fairness=None))) == (1, "nothing", ["unproven"])
    alone = replace(sealed(three), dealer=one.dealer, piles=one.piles, turns=(), fairness=sealed(one).fairness)
    assert found(with_deals(alone)) == (1, "nothing", ["sealed"])
    assert found(with_deals()) == (1, "nothing", [])
    ran = verify(with_deals(), language="en")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("Nothing to verify")


def test_some_without_proof() -> None:
    one, two, _ = played().deals
    record = with_deals(replace(one, fairness=None), two)
    assert found(record) == (0, "verified", ["unproven", "verified"])
    assert "Deal 1: no proof" in verify(record).out


def test_a_secret_that_is_held_back() -> None:
    one, two, three = played().deals
    assert found(with_deals(one, sealed(two))) == (1, "wrong", ["verified", "wrong"])
    assert found(with_deals(sealed(one), two)) == (1, "wrong", ["wrong", "verified"])
    assert codes(with_deals(one, two, replace(sealed(three), rulings=(ANNUL,))), 3) == ["fairness_secret_missing"]
    forfeited = with_deals(one, two, sealed(three), forfeit=Forfeit(0, "left"))
    assert codes(forfeited, 3) == ["fairness_secret_missing"]


def test_a_deal_that_was_stopped_short() -> None:
    one, two, three = played().deals
    annulled = with_deals(one, two, replace(three, rulings=(ANNUL,)))
    forfeited = with_deals(one, two, three, forfeit=Forfeit(0, "left"))
    for record in (annulled, forfeited):
        assert found(record) == (0, "verified", ["verified"] * 3)
        hidden = redact(replay(record), 0)
        assert found(hidden) == (0, "verified", ["verified", "verified", "sealed"])


def test_annulled_deals_have_their_number() -> None:
    """The same dealer deals again, and the next number is the next place in the record."""
    one, two, three = played().deals
    proof = Proof.made(Context("mesa-1", 4, three.dealer), bytes(range(32)), CONTRIBUTIONS)
    assert proof.pack is not None
    again = DealRecord(three.dealer, deal_out(proof.pack, 4, three.dealer), fairness=proof.sealed.table())
    annulled = replace(three, rulings=(ANNUL,))
    assert found(with_deals(one, two, annulled, again)) == (0, "verified", ["verified"] * 3 + ["sealed"])
    assert codes(with_deals(one, two, again), 3) == ["fairness_other_deal"]


def test_a_card_that_was_exchanged() -> None:
    one, two, _ = played().deals
    stock = list(two.piles.stock)
    place = next(at for at in range(len(stock) - 1, 0, -1) if stock[at] != stock[at - 1])
    stock[place - 1], stock[place] = stock[place], stock[place - 1]
    record = with_deals(one, replace(two, piles=replace(two.piles, stock=tuple(stock))))
    assert found(record) == (1, "wrong", ["verified", "wrong"])
    assert codes(record, 2) == ["fairness_stock"]
    lines = verify(record).out.splitlines()
    assert lines[1] == "Deal 2: WRONG"
    assert lines[2].startswith(f"  2 cards are not where the shuffle put them; the first is card {place} of the stock:")
    assert lines[-1].startswith("A check failed")
    assert verify(record, language="pt").out.splitlines()[1] == "Mão 2: ERRADA"


def test_a_record_of_another_match() -> None:
    record = with_deals(*played().deals[:1], about={"id": "mesa-2"})
    assert codes(record, 1) == ["fairness_other_match"]
    assert found(with_deals(*played().deals[:1], about={}))[0] == 0


def test_a_table_that_can_not_be_read() -> None:
    one, two, _ = played().deals
    for table, code in (
        ({"commitment": "c", "seed": "s"}, "fairness_key_missing"),
        ({**(two.fairness or {}), "version": "canastra-shuffle/2"}, "fairness_version"),
        ({**(two.fairness or {}), "deal": "2"}, "fairness_number"),
    ):
        record = with_deals(one, replace(two, fairness=table))
        assert found(record) == (1, "wrong", ["verified", "wrong"])
        assert codes(record, 2) == [code]
        assert verify(record, "--json").json["deals"][1]["contributors"] is None


def test_a_table_does_not_move_the_cursor() -> None:
    (deal, *_) = played().deals
    for table in ({**(deal.fairness or {}), "\x1b[2J": 1}, {"version": "\x1b[2J"}):
        ran = verify(with_deals(replace(deal, fairness=table)))
        assert ran.status == 1
        assert "\x1b" not in ran.out


def test_nobody_contributed() -> None:
    rulebook = official("buraco")
    proof = Proof.made(Context("mesa-1", 1, 3), bytes(32), (b"",) * 4)
    assert proof.pack is not None
    deal = DealRecord(3, deal_out(proof.pack, 4, 3), rulings=(ANNUL,), fairness=proof.table())
    record = Record(rulebook, tuple("ABCD"), deals=(deal,))
    assert found(record) == (0, "verified", ["verified"])
    assert "no seat contributed" in verify(record).out
    assert verify(record, "--json").json["deals"][0]["contributors"] == 0


def test_play_that_breaks_a_rule_is_another_matter() -> None:
    one, two, _ = played().deals
    record = with_deals(one, replace(two, turns=two.turns[1:]))
    assert canastra("replay", "-", stdin=write(record).encode()).status == 1
    assert found(record) == (0, "verified", ["verified", "verified"])
    assert found(with_deals(one, replace(sealed(two), turns=two.turns[1:])))[2] == ["verified", "sealed"]


@pytest.mark.parametrize("content", ["", "nonsense", "format = 'canastra/1'", 'format = "canastra/2"'])
def test_no_record(content: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.canastra"
    path.write_text(content, "utf-8")
    ran = canastra("verify", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    as_json = canastra("verify", path, "--json")
    assert as_json.status == 2
    assert as_json.json["error"]["message"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert canastra("verify", tmp_path / "none.canastra").status == 2


def test_a_fairness_that_is_no_plain_table() -> None:
    text = write(with_deals(*played().deals[:1]))
    at = text.index("fairness = ")
    broken = f"{text[:at]}fairness = {{ version = true }}{text[text.index(chr(10), at) :]}"
    ran = verify(broken, "--json")
    assert ran.status == 2
    assert ran.json["error"]["line"] == text[:at].count("\n") + 1


def test_records_without_proofs_by_the_process() -> None:
    record = CONFORMANCE / "tranca-golden-2.canastra"
    here, there = (run("verify", record, "--json") for run in (canastra, process))
    assert (here.status, here.json) == (there.status, there.json)
    assert (here.status, here.json["result"]) == (1, "nothing")


def test_completion() -> None:
    ran = process(_CANASTRA_COMPLETE="complete_bash", COMP_WORDS="canastra ver", COMP_CWORD="1")
    assert ran.out.split() == ["verify"]


def test_packs_that_several_tables_have() -> None:
    """The commitment stands alone, and the proof comes by itself."""
    one, two, _ = played().deals
    shared = [replace(each, fairness={"commitment": (each.fairness or {})["commitment"]}) for each in (one, two)]
    assert found(with_deals(*shared)) == (1, "nothing", ["committed", "committed"])
    assert found(with_deals(one, shared[1])) == (0, "verified", ["verified", "committed"])
    assert "Deal 1: committed to only" in verify(with_deals(*shared)).out
    assert "Mão 2: só há o compromisso" in verify(with_deals(*shared), language="pt").out
    assert verify(with_deals(*shared), "--json").json["deals"][0]["contributors"] is None
    for wrong in ("00", "x" * 64):
        assert codes(with_deals(replace(one, fairness={"commitment": wrong})), 1) == ["fairness_key_missing"]
