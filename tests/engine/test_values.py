"""States, views and rulebooks are values: copies are equal, small, and share what was looked up."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from canastra.engine import Phase, State, legal_actions, lookup_of, score, start_match, view
from canastra.engine.hands import EMPTY
from canastra.engine.melds.lookup import MOST_KEPT
from canastra.rulebooks import OFFICIAL, Clause, Rulebook, house, official
from tests.playing import ALL, states

LARGEST = 10_000
"""Bytes of a pickled state."""
HOUSE = house(
    {
        "id": "casa-da-ana",
        "extends": "buraco",
        "revision": 1,
        "name": {"pt": "Buraco da Ana", "en": "Ana's buraco"},
        "draw": {"opener_may_refuse": False},
    },
    "house",
)
RULEBOOKS = ALL | {"a house's own": HOUSE}
COPIES: dict[str, Callable[[object], object]] = {
    **{f"pickle {protocol}": lambda it, p=protocol: pickle.loads(pickle.dumps(it, p)) for protocol in (2, 5)},  # type: ignore[misc]
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}
ELSEWHERE = """
import pickle, sys
from canastra.engine import legal_actions, view
kept = pickle.load(sys.stdin.buffer)
found = [(each, [view(each, seat) for seat in range(len(each.hands))], legal_actions(each)) for each in kept]
pickle.dump(found, sys.stdout.buffer)
"""


def played(rulebook: Rulebook, seed: int = 3) -> list[State]:
    return list(states(rulebook, seed, vulnerable=True))


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_copies_are_equal(name: str, copied: Callable[[object], object]) -> None:
    deal = played(RULEBOOKS[name])
    for state in [deal[0], *deal[7::40], deal[-1]]:
        again = copied(state)
        assert again == state
        assert hash(again) == hash(state)
        assert isinstance(again, State)
        assert again.lookup is state.lookup
        assert legal_actions(again) == legal_actions(state)
        for seat in range(len(state.hands)):
            assert copied(view(state, seat)) == view(state, seat)
    assert copied(state.lookup.rulebook) == RULEBOOKS[name]
    match = start_match(RULEBOOKS[name], dealer=0)
    assert copied(match) == match
    assert copied(score(deal[-1])) == score(deal[-1])


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_pickled_state_is_small(name: str) -> None:
    assert all(len(pickle.dumps(state)) < LARGEST for state in played(RULEBOOKS[name]))


def test_another_process_gives_them_back_equal(tmp_path: Path) -> None:
    kept = [state for each in RULEBOOKS.values() for state in played(each)[5::60]]
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=pickle.dumps(kept), capture_output=True, check=True)
    found = pickle.loads(done.stdout)
    assert len(found) == len(kept) > len(RULEBOOKS)
    for (state, views, legal), known in zip(found, kept, strict=True):
        assert state == known
        assert views == [view(known, seat) for seat in range(len(known.hands))]
        assert legal == legal_actions(known)


def test_states_that_differ_are_not_equal() -> None:
    deal = played(official("buraco"))
    assert len({*deal}) == len(deal)
    other = deal[5]._replace(lookup=lookup_of(HOUSE))
    assert other != deal[5]


@pytest.mark.parametrize("name", OFFICIAL)
def test_rulebooks_are_equal_when_they_say_the_same(name: str) -> None:
    rulebook = official(name)
    other_titles = replace(rulebook, names={**rulebook.names, "en": "Another"})
    other_article = replace(rulebook, clauses={**rulebook.clauses, "clauses.turn": Clause("Art. 99", False)})
    other_value = replace(rulebook, match=replace(rulebook.match, target=rulebook.match.target + 1))
    different = [other_titles, other_article, other_value, replace(rulebook, revision=2), replace(rulebook, id="x")]
    assert len({rulebook, copy.deepcopy(rulebook), *different}) == 1 + len(different)


def test_tables_are_those_of_the_rulebook() -> None:
    rulebook, same = official("tranca"), copy.deepcopy(official("tranca"))
    assert same is not rulebook
    assert lookup_of(same) is lookup_of(rulebook)
    assert lookup_of(rulebook) != lookup_of(HOUSE)
    assert not lookup_of(rulebook).meld(()), "it still looks things up"


def variants(count: int) -> list[Rulebook]:
    return [replace(HOUSE, id=f"casa-{number}") for number in range(count)]


def test_few_tables_are_kept() -> None:
    before = tables_alive()
    for rulebook in variants(3 * MOST_KEPT):
        lookup_of(rulebook).new_melds(EMPTY)
    gc.collect()
    assert tables_alive() <= before + MOST_KEPT


def test_tables_in_use_are_not_made_twice() -> None:
    deal = played(variants(1)[0])
    used = deal[-1].lookup
    for rulebook in variants(2 * MOST_KEPT)[1:]:
        lookup_of(rulebook)
    assert deal[-1].phase is Phase.OVER
    assert lookup_of(variants(1)[0]) is used


def tables_alive() -> int:
    kind = type(lookup_of(HOUSE))
    # isinstance() would ask a weak proxy of another test for its class, which raises once its object is gone.
    return sum(type(each) is kind for each in gc.get_objects())
