"""The table of a record: read strictly, written in one spelling, without its secret while the deal runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.engine import deal_out, start_match
from canastra.fairness import Context, FairnessError, Proof, Status, check, public_part
from canastra.fairness.verification import RecordedDeal
from canastra.messages import LANGUAGES, catalogue
from canastra.records import DealRecord, Record, Ruling, parse, record_deal, redact, replay, write
from canastra.rulebooks import official
from tests.fairness.test_permutation import contexts, contributions, secrets

PROOF = Proof.made(Context("mesa-1", 1, 3), bytes(range(32)), (b"Ana", b"", b"Clara", b"\x00"))
TABLE = PROOF.table()


@given(context=contexts, secret=secrets, contributed=contributions, is_open=st.booleans())
def test_a_table_reads_back(context: Context, secret: bytes, contributed: list[bytes], is_open: bool) -> None:
    proof = Proof.made(context, secret, tuple(contributed))
    proof = proof if is_open else proof.sealed
    assert Proof.from_table(proof.table()) == proof
    assert ("secret" in proof.table()) == is_open


def test_a_table_goes_through_a_record() -> None:
    assert PROOF.pack is not None
    match = start_match(official("buraco"), dealer=3)
    deal = replace(record_deal(match, deal_out(PROOF.pack, 4, 3)).deal, fairness=TABLE)
    record = Record(match.rulebook, tuple("ABCD"), deals=(deal,))
    read = parse(write(record))
    assert read == record
    assert read.deals[0].fairness is not None
    assert Proof.from_table(read.deals[0].fairness) == PROOF


@pytest.mark.parametrize("key", sorted(TABLE.keys() - {"secret"}))
def test_each_key_is_required(key: str) -> None:
    with pytest.raises(FairnessError) as caught:
        Proof.from_table({name: value for name, value in TABLE.items() if name != key})
    assert (caught.value.code, caught.value.figures["key"]) == ("fairness_key_missing", key)


BAD: list[tuple[str, Any, str]] = [
    ("version", "canastra-shuffle/2", "fairness_version"),
    ("version", 1, "fairness_version"),
    ("version", "", "fairness_version"),
    ("match", 7, "fairness_match"),
    ("match", "", "fairness_match"),
    ("match", "two words", "fairness_match"),
    ("match", ["m"], "fairness_match"),
    ("deal", "1", "fairness_number"),
    ("deal", True, "fairness_number"),
    ("deal", 0, "fairness_number"),
    ("deal", 2**32, "fairness_number"),
    ("deal", 1.0, "fairness_number"),
    ("dealer", -1, "fairness_number"),
    ("dealer", None, "fairness_number"),
    ("commitment", "", "fairness_bytes"),
    ("commitment", "0" * 62, "fairness_bytes"),
    ("commitment", "0" * 63, "fairness_bytes"),
    ("commitment", "0" * 66, "fairness_bytes"),
    ("commitment", 0, "fairness_bytes"),
    ("secret", "A" * 64, "fairness_bytes"),
    ("secret", "0" * 62 + " 0", "fairness_bytes"),
    ("secret", "0" * 64 + "\n", "fairness_bytes"),
    ("secret", "٠" * 64, "fairness_bytes"),
    ("secret", "", "fairness_bytes"),
    ("secret", None, "fairness_bytes"),
    ("contributions", "00", "fairness_list"),
    ("contributions", {"0": "00"}, "fairness_list"),
    ("contributions", ["0"], "fairness_bytes_up_to"),
    ("contributions", ["", "FF"], "fairness_bytes_up_to"),
    ("contributions", ["00" * 65], "fairness_bytes_up_to"),
    ("contributions", [0], "fairness_bytes_up_to"),
    ("colour", "red", "fairness_key_unknown"),
    ("Secret", "00", "fairness_key_unknown"),
]


@pytest.mark.parametrize(("key", "value", "code"), BAD)
def test_what_is_no_proof(key: str, value: Any, code: str) -> None:
    with pytest.raises(FairnessError) as caught:
        Proof.from_table({**TABLE, key: value})
    assert caught.value.code == code
    for language in LANGUAGES:
        words = caught.value.message(language)
        assert key in words or code in ("fairness_version", "fairness_match")


def test_another_version_is_said_before_its_keys_are_judged() -> None:
    with pytest.raises(FairnessError) as caught:
        Proof.from_table({"version": "canastra-shuffle/9", "other": 1})
    assert caught.value.code == "fairness_version"


def test_the_codes_of_the_reader_have_words_and_are_findings() -> None:
    pile = deal_out(PROOF.pack or (), 4, 3)
    for key, value, code in BAD:
        checked = check({**TABLE, key: value}, RecordedDeal(1, 3, pile))
        assert checked.status is Status.WRONG
        assert [finding.code for finding in checked.findings] == [code]
        assert checked.proof is None
        assert all(finding.message(language) for language in LANGUAGES for finding in checked.findings)
        assert code in catalogue("pt")


def test_what_everybody_may_see() -> None:
    assert public_part(TABLE) == {key: value for key, value in TABLE.items() if key != "secret"}
    assert public_part(PROOF.sealed.table()) == PROOF.sealed.table()


OTHERS: list[dict[str, Any]] = [
    {"commitment": "c", "seed": "s", "contributions": ["x"]},
    {**TABLE, "version": "canastra-shuffle/2"},
    {**TABLE, "key": "0" * 64},
    {**TABLE, "secret": "short"},
    {"seed": 1},
    {},
]


@pytest.mark.parametrize("table", OTHERS)
def test_of_another_form_only_the_commitment_is_seen(table: dict[str, Any]) -> None:
    assert public_part(table) == {key: table[key] for key in ("commitment",) if key in table}


def running(table: dict[str, Any] | None, *rulings: Ruling) -> Record:
    """A record whose only deal has just begun."""
    assert PROOF.pack is not None
    match = start_match(official("buraco"), dealer=3)
    dealt = record_deal(match, deal_out(PROOF.pack, 4, 3)).deal
    deal = DealRecord(dealt.dealer, dealt.piles, dealt.turns, rulings, fairness=table)
    return Record(match.rulebook, tuple("ABCD"), deals=(deal,))


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("rulings", [(), (Ruling("annul", "misdeal"),)])
def test_redaction_keeps_the_secret_back(seat: int | None, rulings: tuple[Ruling, ...]) -> None:
    redacted = redact(replay(running(TABLE, *rulings)), seat)
    assert redacted.deals[0].fairness == PROOF.sealed.table()
    assert bytes(range(32)).hex() not in write(redacted)
    for other in OTHERS:
        assert redact(replay(running(other, *rulings)), seat).deals[0].fairness == public_part(other)
    assert redact(replay(running(None, *rulings)), seat).deals[0].fairness is None


@given(secret=secrets)
def test_redaction_is_blind_to_the_secret(secret: bytes) -> None:
    """Another secret under the same commitment changes no byte that a seat gets."""
    table = {**TABLE, "secret": secret.hex()}
    assert write(redact(replay(running(table)), 0)) == write(redact(replay(running(TABLE)), 0))
