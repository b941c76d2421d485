"""The shuffle against published vectors, against a second writing of it, and against chance."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import deal_out
from canastra.fairness import Context, FairnessError, Proof, commit, shuffle, stream
from canastra.fairness.encoding import commitment_bytes, stream_bytes
from canastra.fairness.permutation import below
from tests.fairness import by_the_page

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"

matches = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=128)
contexts = st.builds(Context, matches, st.integers(1, 2**32 - 1), st.integers(0, 2**32 - 1))
secrets = st.binary(min_size=32, max_size=32)
contributions = st.lists(st.binary(max_size=64), max_size=6)


def given_by(vector: dict[str, Any]) -> tuple[Context, bytes, tuple[bytes, ...]]:
    context = Context(vector["match"], vector["deal"], vector["dealer"])
    return context, bytes.fromhex(vector["secret"]), tuple(map(bytes.fromhex, vector["contributions"]))


@pytest.mark.parametrize("vector", VECTORS)
def test_vectors(vector: dict[str, Any]) -> None:
    context, secret, contributed = given_by(vector)
    assert commit(context, secret).hex() == vector["commitment"]
    assert bytes(islice(stream(context, secret, contributed), 32)).hex() == vector["stream"]
    assert cards_text(shuffle(context, secret, contributed)) == vector["pack"]
    assert vector["pack"].split() == shown_on_the_page(vector)


def shown_on_the_page(vector: dict[str, Any]) -> list[str]:
    page = PAGE.read_text("utf-8")
    shown = page.partition(f"commitment     {vector['commitment']}")[2].partition("pack")[2]
    return shown.partition("```")[0].split()


def test_there_are_vectors_of_all_kinds() -> None:
    sizes = {len(each) // 2 for vector in VECTORS for each in vector["contributions"]}
    assert len(VECTORS) >= 3
    assert {0, 1, 64} <= sizes
    assert {len(vector["contributions"]) for vector in VECTORS} == {2, 4}


@given(context=contexts, secret=secrets, contributed=contributions)
def test_as_written_from_the_page(context: Context, secret: bytes, contributed: list[bytes]) -> None:
    match, deal, dealer = context.match, context.deal, context.dealer
    assert commit(context, secret) == by_the_page.commitment(match, deal, dealer, secret)
    pack = shuffle(context, secret, contributed)
    assert list(map(str, pack)) == by_the_page.pack(match, deal, dealer, secret, contributed)


@pytest.mark.parametrize("vector", VECTORS)
def test_dealing_as_written_from_the_page(vector: dict[str, Any]) -> None:
    players, dealer = len(vector["contributions"]), vector["dealer"] % 2
    dealt = deal_out(shuffle(*given_by(vector)), players, dealer)
    hands, mortos, stock = by_the_page.piles(vector["pack"].split(), players, dealer)
    assert [list(map(str, hand)) for hand in dealt.hands] == hands
    assert [list(map(str, morto)) for morto in dealt.mortos] == mortos
    assert list(map(str, dealt.stock)) == stock


def test_the_recipe_of_the_page() -> None:
    (recipe,) = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = subprocess.run(["sh", "-eu", "-c", recipe], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == VECTORS[0]["commitment"]


@given(context=contexts, secret=secrets, contributed=contributions)
def test_a_shuffle_keeps_all_cards(context: Context, secret: bytes, contributed: list[bytes]) -> None:
    assert sorted(shuffle(context, secret, contributed)) == list(TWO_PACKS)


@given(
    one=st.tuples(contexts, secrets, contributions.map(tuple)),
    other=st.tuples(contexts, secrets, contributions.map(tuple)),
)
def test_different_inputs_are_different_bytes(one: Any, other: Any) -> None:
    assert (one[:2] == other[:2]) == (commitment_bytes(*one[:2]) == commitment_bytes(*other[:2]))
    assert (one[::2] == other[::2]) == (stream_bytes(*one[::2]) == stream_bytes(*other[::2]))


@given(whole=st.binary(min_size=1, max_size=64), data=st.data())
def test_moving_bytes_from_seat_to_seat_changes_the_order(whole: bytes, data: st.DataObject) -> None:
    context, secret = Context("m", 1, 0), bytes(32)
    places = st.integers(0, len(whole))
    one, two = data.draw(places), data.draw(places)
    packs = [shuffle(context, secret, (whole[:at], whole[at:])) for at in (one, two)]
    assert (one == two) == (packs[0] == packs[1])


def test_commitment_and_stream_never_hash_the_same_bytes() -> None:
    context = Context("m", 1, 0)
    assert commitment_bytes(context, bytes(32))[:40] != stream_bytes(context, (bytes(32),))[:40]


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_secrets_of_another_length(size: int) -> None:
    for use in (lambda: commit(Context("m", 1, 0), bytes(size)), lambda: shuffle(Context("m", 1, 0), bytes(size), ())):
        with pytest.raises(FairnessError) as caught:
            use()
        assert caught.value.code == "fairness_bytes"


def test_a_contribution_that_is_too_long() -> None:
    shuffle(Context("m", 1, 0), bytes(32), (bytes(64),))
    with pytest.raises(FairnessError) as caught:
        shuffle(Context("m", 1, 0), bytes(32), (b"", bytes(65)))
    assert caught.value.message("en").startswith('each of the "contributions" of a proof is up to 64 bytes')


@pytest.mark.parametrize(
    ("match", "deal", "dealer"),
    [
        ("", 1, 0),
        ("a b", 1, 0),
        ("mesa\n", 1, 0),
        ("mão", 1, 0),
        ("m" * 129, 1, 0),
        ("m", 0, 0),
        ("m", 2**32, 0),
        ("m", 1, -1),
        ("m", 1, 2**32),
    ],
)
def test_contexts_that_can_not_be(match: str, deal: int, dealer: int) -> None:
    with pytest.raises(FairnessError):
        Context(match, deal, dealer)


@pytest.mark.parametrize("bound", range(1, 257))
def test_every_number_below_a_bound_comes_from_as_many_bytes(bound: int) -> None:
    """Over all 256 first bytes: each number equally often, and the fewest bytes thrown away."""
    counts: Counter[int] = Counter()
    thrown = 0
    for byte in range(256):
        following = iter([byte, 0])
        number = below(bound, following)
        if next(following, None) is None:
            thrown += 1
        else:
            counts[number] += 1
    assert set(counts) == set(range(bound))
    assert len(set(counts.values())) == 1
    assert thrown == 256 % bound


SHUFFLES = 2600


def packs() -> list[tuple[Card, ...]]:
    """Packs of one match with one secret, so that only the numbers of deals make them different."""
    return [shuffle(Context("chance", deal, 0), bytes(32), (b"", b"")) for deal in range(1, SHUFFLES + 1)]


def deviation(observed: Counter[Any], cells: int, freedom: int, scale: float = 1) -> float:
    """By how many standard deviations a chi-square sum is off its mean (Wilson and Hilferty's approximation)."""
    expected = observed.total() / cells
    chi_square = sum((number - expected) ** 2 / expected for number in observed.values())
    chi_square = scale * (chi_square + (cells - len(observed)) * expected)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))


def deviation_of_places(some: Iterable[Sequence[Card]]) -> float:
    """Of how often each of the 52 cards lies at each of the 104 places.

    Each pack has exactly two of each card, which makes the counts vary a little more than independent ones would.
    """
    counts = Counter((place, card) for pack in some for place, card in enumerate(pack))
    return deviation(counts, 104 * 52, 103 * 51, 103 / 104)


def test_every_card_is_equally_often_at_every_place() -> None:
    some = packs()
    assert abs(deviation_of_places(some)) < 3
    neighbours = Counter(
        (one, two) for pack in some for one, two in zip(pack[::2], pack[1::2], strict=True) if one != two
    )
    assert abs(deviation(neighbours, 52 * 51, 52 * 51 - 1)) < 3


def test_the_measure_notices_a_worse_shuffle() -> None:
    """A byte modulo the bound without rejection, the mistake that the page warns of, shows up."""

    def naive(deal: int) -> list[Card]:
        pack = list(TWO_PACKS)
        following = stream(Context("chance", deal, 0), bytes(32), (b"", b""))
        for last in range(103, 0, -1):
            other = next(following) % (last + 1)
            pack[last], pack[other] = pack[other], pack[last]
        return pack

    assert deviation_of_places(map(naive, range(1, SHUFFLES + 1))) > 6


def test_a_proof_of_a_shuffle() -> None:
    context, secret, contributed = given_by(VECTORS[0])
    proof = Proof.made(context, secret, contributed)
    assert proof.keeps_commitment
    assert proof.pack == shuffle(context, secret, contributed)
    assert proof.sealed.pack is None
    assert not proof.sealed.keeps_commitment
