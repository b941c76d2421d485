"""Proofs checked against the cards dealt: valid ones pass, and no byte or card can be changed unnoticed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import UNKNOWN, Card, parse_cards
from canastra.engine import Piles, deal_out, draw_for_seats
from canastra.fairness import Checked, Context, Lot, Proof, RecordedDeal, Status, check, check_all, check_lot, commit
from canastra.messages import LANGUAGES
from tests.fairness.test_permutation import contributions, matches, secrets

SECRET = bytes(range(32))
CONTRIBUTIONS = (b"Ana", bytes(64), b"", b"\xff")


def proved(deal: int = 1, dealer: int = 3, secret: bytes = SECRET, match: str = "mesa-1") -> tuple[Proof, RecordedDeal]:
    proof = Proof.made(Context(match, deal, dealer), secret, CONTRIBUTIONS)
    return proof, RecordedDeal(deal, dealer, dealt_from(proof), match)


def dealt_from(proof: Proof) -> Piles:
    assert proof.pack is not None
    return deal_out(proof.pack, len(proof.contributions), proof.context.dealer)


def codes(checked: Checked) -> list[str]:
    """Codes of the findings, each of which has words in both languages."""
    assert all(finding.message(language) for finding in checked.findings for language in LANGUAGES)
    assert bool(checked.findings) == (checked.status is Status.WRONG)
    return [finding.code for finding in checked.findings]


PROOF, DEALT = proved()
TABLE = PROOF.table()


def test_a_proof_that_holds() -> None:
    assert check(TABLE, DEALT) == Checked(Status.VERIFIED, (), PROOF)
    assert check(TABLE, DEALT).contributors == 3
    assert check(TABLE, replace(DEALT, match=None)).status is Status.VERIFIED


def test_without_a_proof() -> None:
    assert check(None, DEALT) == Checked(Status.UNPROVEN)
    assert check(None, DEALT).contributors == 0


def test_a_commitment_that_is_not_opened() -> None:
    hidden = hide(DEALT.piles, lambda card: True)
    for piles in (DEALT.piles, hidden):
        running = replace(DEALT, piles=piles, over=False)
        assert check(PROOF.sealed.table(), running).status is Status.SEALED
        assert codes(check(PROOF.sealed.table(), replace(running, over=True))) == ["fairness_secret_missing"]


@given(
    match=matches,
    secret=secrets,
    contributed=st.one_of(st.tuples(*[st.binary(max_size=64)] * 2), st.tuples(*[st.binary(max_size=64)] * 4)),
    data=st.data(),
)
def test_whatever_is_shuffled_verifies(match: str, secret: bytes, contributed: Any, data: st.DataObject) -> None:
    dealer = data.draw(st.integers(0, len(contributed) - 1))
    proof = Proof.made(Context(match, 2, dealer), secret, contributed)
    checked = check(proof.table(), RecordedDeal(2, dealer, dealt_from(proof), match))
    assert checked.status is Status.VERIFIED
    assert checked.contributors == sum(map(bool, contributed))


def changed(content: bytes) -> Iterator[bytes]:
    """Every way to change one byte by its lowest or highest bit, and to add or lose one."""
    for place in range(len(content)):
        for mask in (1, 128):
            yield content[:place] + bytes([content[place] ^ mask]) + content[place + 1 :]
    yield content + b"\0"
    yield content[:-1] if content else b"\1"


def test_every_byte_of_the_secret_counts() -> None:
    for secret in changed(SECRET):
        if len(secret) == len(SECRET):
            assert codes(check({**TABLE, "secret": secret.hex()}, DEALT)) == ["fairness_commitment", "fairness_hand"]
        else:
            assert codes(check({**TABLE, "secret": secret.hex()}, DEALT)) == ["fairness_bytes"]


def test_every_byte_of_the_commitment_counts() -> None:
    for commitment in changed(PROOF.commitment):
        expected = ["fairness_commitment" if len(commitment) == 32 else "fairness_bytes"]
        assert codes(check({**TABLE, "commitment": commitment.hex()}, DEALT)) == expected


def test_every_byte_of_every_contribution_counts() -> None:
    for seat, contribution in enumerate(CONTRIBUTIONS):
        for other in changed(contribution):
            contributed = [each.hex() for each in (*CONTRIBUTIONS[:seat], other, *CONTRIBUTIONS[seat + 1 :])]
            found = codes(check({**TABLE, "contributions": contributed}, DEALT))
            assert found == ["fairness_hand" if len(other) <= 64 else "fairness_bytes_up_to"]


def test_the_order_and_number_of_contributions_count() -> None:
    texts: list[str] = TABLE["contributions"]
    assert codes(check({**TABLE, "contributions": texts[::-1]}, DEALT)) == ["fairness_hand"]
    for others in (texts[:2], [*texts, ""]):
        found = codes(check({**TABLE, "contributions": others}, DEALT))
        assert found == ["fairness_contributions", "fairness_hand"]


def test_a_secret_changed_together_with_its_commitment_gives_other_cards() -> None:
    """As a server would that wants another order after the contributions: the commitment seen before gives it away."""
    secret = bytes(32)
    table = {**TABLE, "secret": secret.hex(), "commitment": commit(PROOF.context, secret).hex()}
    assert codes(check(table, DEALT)) == ["fairness_hand"]


@pytest.mark.parametrize("place", range(104))
def test_every_card_counts(place: int) -> None:
    """Each card of the deal exchanged with the next one that is different, wherever they lie."""
    cards = flat(DEALT.piles)
    other = next(at for at in (*range(place + 1, 104), *range(place)) if cards[at] != cards[place])
    cards[place], cards[other] = cards[other], cards[place]
    checked = check(TABLE, replace(DEALT, piles=piled(cards)))
    first = min(place, other)
    start, code, owner = next(each for each in STARTS if each[0] <= first)
    assert codes(checked) == [code]
    assert dict(checked.findings[0].figures) == {
        "cards_wrong": 2,
        "owner": owner,
        "place": first - start + 1,
        "card": str(cards[first]),
        "due": str(cards[max(place, other)]),
    }


STARTS = [
    (66, "fairness_stock", 0),
    (55, "fairness_morto", 2),
    (44, "fairness_morto", 1),
    *((seat * 11, "fairness_hand", seat) for seat in (3, 2, 1, 0)),
]
"""Where each pile begins among all cards, the last one first."""


def flat(piles: Piles) -> list[Card]:
    return [card for pile in (*piles.hands, *piles.mortos, piles.stock) for card in pile]


def piled(cards: list[Card]) -> Piles:
    hands = tuple(tuple(cards[start : start + 11]) for start in range(0, 44, 11))
    return Piles(hands, (tuple(cards[44:55]), tuple(cards[55:66])), tuple(cards[66:]))


def hide(piles: Piles, hidden: Any) -> Piles:
    return piled([UNKNOWN if hidden(card) else card for card in flat(piles)])


def test_hidden_cards_are_not_taken_for_right() -> None:
    ace = flat(DEALT.piles)[50]
    checked = check(TABLE, replace(DEALT, piles=hide(DEALT.piles, lambda card: card == ace)))
    assert codes(checked) == ["fairness_hidden"]
    assert dict(checked.findings[0].figures) == {"cards_hidden": 2}


def test_a_proof_of_something_else() -> None:
    assert codes(check(TABLE, replace(DEALT, match="mesa-2"))) == ["fairness_other_match"]
    assert codes(check(TABLE, replace(DEALT, number=2))) == ["fairness_other_deal"]
    assert codes(check(TABLE, replace(DEALT, dealer=0))) == ["fairness_other_dealer", "fairness_hand"]
    assert codes(check(PROOF.sealed.table(), replace(DEALT, number=2, over=False))) == ["fairness_other_deal"]


@pytest.mark.parametrize(("key", "value"), [("match", "mesa-2"), ("match", "mesa-"), ("deal", 2), ("dealer", 0)])
def test_the_context_can_not_be_rewritten(key: str, value: Any) -> None:
    """A table made to say what the record says, with an old commitment."""
    dealt = replace(DEALT, **{"match": {"match": value}, "deal": {"number": value}, "dealer": {"dealer": value}}[key])
    assert codes(check({**TABLE, key: value}, dealt)) == ["fairness_commitment", "fairness_hand"]


def tables(*pairs: tuple[Proof, RecordedDeal]) -> list[tuple[Any, RecordedDeal]]:
    return [(proof.table(), dealt) for proof, dealt in pairs]


def of_deal(number: int, secret: int | None = None, match: str = "mesa-1") -> tuple[Proof, RecordedDeal]:
    return proved(number, (number + 2) % 4, bytes([number if secret is None else secret]) * 32, match)


def test_a_match() -> None:
    deals = tables(of_deal(1), of_deal(2), of_deal(3))
    assert [each.status for each in check_all(deals)] == [Status.VERIFIED] * 3
    assert check_all([]) == ()
    missing = [deals[0], (None, deals[1][1]), deals[2]]
    assert [each.status for each in check_all(missing)] == [Status.VERIFIED, Status.UNPROVEN, Status.VERIFIED]


def test_a_deal_taken_out_leaves_a_gap() -> None:
    first, _, third = tables(of_deal(1), of_deal(2), of_deal(3))
    moved = (third[0], replace(third[1], number=2))
    assert [codes(each) for each in check_all([first, moved])] == [[], ["fairness_other_deal"]]


def test_a_secret_used_twice() -> None:
    found = check_all(tables(of_deal(1, 7), of_deal(2), of_deal(3, 7), of_deal(4, 7)))
    assert [codes(each) for each in found] == [[], [], ["fairness_secret_reused"], ["fairness_secret_reused"]]
    assert dict(found[3].findings[0].figures) == {"deal": 1}


def test_deals_of_two_matches_without_an_id_of_the_record() -> None:
    deals = tables(of_deal(1), of_deal(2, match="mesa-2"))
    assert [codes(each) for each in check_all(deals)] == [[], []]
    nameless = [(table, replace(dealt, match=None)) for table, dealt in deals]
    assert [codes(each) for each in check_all(nameless)] == [[], ["fairness_other_match"]]


@given(contributed=contributions)
def test_nothing_in_a_proof_breaks_the_check(contributed: list[bytes]) -> None:
    proof = Proof.made(PROOF.context, SECRET, tuple(contributed))
    assert check(proof.table(), DEALT).status in Status


@pytest.mark.parametrize("case", json.loads((Path(__file__).parent / "lots.json").read_text("utf-8")))
def test_the_lots_that_the_page_checks_too(case: dict[str, Any]) -> None:
    """The browser's twin of this check reads the same file (web/src/net/fairness/cuts.test.ts)."""
    cards = parse_cards(" ".join(each.split(" ")[1] for each in case["drawn"]))
    assert check_lot(case["fairness"], Lot(case["match"], case["players"], cards)).status is Status.VERIFIED
    seats, drawn = draw_for_seats(cards, case["players"])
    assert (list(seats), [f"{seat} {card}" for seat, card in drawn]) == (case["seats"], case["drawn"])
