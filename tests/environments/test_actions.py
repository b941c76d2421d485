"""Numbered actions: all that can be legal, each once, and the same numbers in every version."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from itertools import permutations

import pytest

from canastra.cards import CARDS, TWO_PACKS
from canastra.engine import LayOff, NewMeld, Phase, lookup_of, parse_action, view
from canastra.environments import ActionSpace, action_space
from canastra.environments.actions import PLAIN
from canastra.errors import InputError
from canastra.kernel.rules.steps import step_of
from canastra.rulebooks import OFFICIAL, Rulebook, official
from tests.playing import by_rulebook, states

SIZES = {
    "canastra-regional": (6011, "c3e680ff"),
    "canastra-curinguinha": (2665, "e81cb002"),
    "tranca": (5317, "bc3dc9c5"),
    "buraco": (6011, "c3e680ff"),
    "canastra-duelo": (2433, "7d3652fa"),
}
"""Sizes, and the beginning of a digest of all actions in order: a learner that was trained relies on them."""


def digest(space: ActionSpace) -> str:
    words = "\n".join(str(space.decode(number)) for number in range(space.size))
    return hashlib.sha256(words.encode()).hexdigest()[:8]


@pytest.mark.parametrize("name", OFFICIAL)
def test_numbers_stay_what_they_are(name: str) -> None:
    space = action_space(official(name))
    assert (space.size, digest(space)) == SIZES[name]


@by_rulebook
def test_each_number_is_one_action_and_one_step(rulebook: Rulebook) -> None:
    space = action_space(rulebook)
    assert [space.encode(space.decode(number)) for number in range(space.size)] == list(range(space.size))
    steps = [step_of(space.decode(number), space.tables) for number in range(space.size)]
    assert steps == space.numbering.steps.tolist()
    assert [str(space.decode(number)) for number in range(PLAIN)] == ["draw", "refuse", "take", "withdraw", "pass"]


@by_rulebook
def test_new_melds_are_those_that_three_cards_form(rulebook: Rulebook) -> None:
    """Against the slow definition: the engine asked about every three cards in every order."""
    space, lookup = action_space(rulebook), lookup_of(rulebook)
    twice = {*TWO_PACKS}
    numbered = {space.decode(number) for number in range(space.size)}
    found = set()
    for suit in range(4):
        own = [card for card in CARDS if card.suit == suit or card.is_two]
        found |= {meld for cards in permutations(own, 3) if (meld := lookup.meld(cards))}
    for rank in range(13):
        own = [card for card in CARDS for _ in range(2) if card.rank == rank or card.is_two]
        found |= {meld for cards in permutations(own, 3) if (meld := lookup.meld(cards))}
    assert twice == {*CARDS}
    assert {NewMeld(meld.cards) for meld in found} == {each for each in numbered if isinstance(each, NewMeld)}


@by_rulebook
def test_every_legal_action_has_a_number(rulebook: Rulebook) -> None:
    space = action_space(rulebook)
    for seed in range(4):
        for state in states(rulebook, seed, vulnerable=True):
            legal = view(state, state.seat).legal
            mask = space.mask(view(state, state.seat))
            assert {space.decode(int(number)) for number in mask.nonzero()[0]} == set(legal)
            assert mask.sum() == len(legal)
            assert state.phase is Phase.OVER or legal
            assert not space.mask(view(state, (state.seat + 1) % len(state.hands))).any()


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("canastra-duelo", "2S 5H 6H", "5H 6H 2S"), ("tranca", "4H 4C 4S", "4S 4H 4C")],
)
def test_a_new_meld_is_found_however_it_is_written(name: str, one: str, other: str) -> None:
    space = action_space(official(name))
    number = space.encode(parse_action(f"meld {one}"))
    assert number == space.encode(parse_action(f"meld {other}"))
    assert number != space.encode(parse_action("meld 4H 5H 6H"))


@pytest.mark.parametrize("text", ["meld 4H 5H 6H 7H", "lay 1 4H 5H", "lay 35 4H", "meld 4H 5H 9H", "lay 1 4H low"])
def test_what_is_no_single_step_is_refused(text: str) -> None:
    space = action_space(official("canastra-duelo"))
    with pytest.raises(InputError, match="has no number in canastra-duelo") as found:
        space.encode(parse_action(text))
    assert text in found.value.message("pt")


@pytest.mark.parametrize("number", [-1, 2433, 10**9])
def test_what_no_action_has_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="numbered 0 to 2432"):
        action_space(official("canastra-duelo")).decode(number)


def test_numbers_are_the_same_in_another_process() -> None:
    code = (
        "from canastra.environments import action_space\nfrom canastra.rulebooks import official\n"
        "s = action_space(official('tranca'))\nprint(*[s.decode(n) for n in range(s.size)], sep='\\n', end='')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert hashlib.sha256(done.stdout).hexdigest()[:8] == SIZES["tranca"][1]


def test_lay_offs_go_up_to_the_last_meld_that_can_be() -> None:
    space = action_space(official("buraco"))
    numbers = {each.number for each in map(space.decode, range(space.size)) if isinstance(each, LayOff)}
    assert numbers == set(range(1, len(TWO_PACKS) // 3 + 1))
