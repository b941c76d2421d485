"""Turns are fair: held against a model that counts what each site, address and person got."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canastra.server.work import Turns, WorkOwner

Item = tuple[str, int]


def owner(site: int, address: int, person: int) -> WorkOwner:
    return WorkOwner(f"p{person}", f"2001:db8:{site}:{address}::")


@pytest.mark.parametrize("seed", range(20))
def test_as_long_as_somebody_waits_nobody_gets_two_turns_more(seed: int) -> None:
    """Of sites that always have something waiting, none is ever more than one turn ahead; so within each of them."""
    random, turns = Random(seed), Turns[WorkOwner]()
    owners = [owner(random.randrange(3), random.randrange(2), random.randrange(3)) for _ in range(12)]
    for each in owners:
        for _ in range(40):
            turns.add(each, each)
    got: list[Counter[str]] = [Counter(), Counter(), Counter()]
    for _ in range(60):
        taken = turns.take()
        assert taken is not None
        for depth, key in enumerate(taken.keys):
            got[depth][key] += 1
    sites = {each.keys[0] for each in owners}
    assert max(got[0][key] for key in sites) - min(got[0][key] for key in sites) <= 1
    for depth in (1, 2):
        for outer in {each.keys[depth - 1] for each in owners}:
            inner = [got[depth][key] for key in {each.keys[depth] for each in owners if each.keys[depth - 1] == outer}]
            assert max(inner) - min(inner) <= 1


def test_a_newcomer_comes_before_those_who_had_turns() -> None:
    turns = Turns[str]()
    for number in range(5):
        turns.add(WorkOwner("ana", "192.0.2.1"), f"a{number}")
    assert [turns.take(), turns.take()] == ["a0", "a1"]
    turns.add(WorkOwner("bia", "192.0.2.2"), "b0")
    assert [turns.take() for _ in range(5)] == ["b0", "a2", "a3", "a4", None]


def test_only_what_may_be_taken_is() -> None:
    turns = Turns[str]()
    turns.add(WorkOwner("ana"), "long")
    turns.add(WorkOwner("ana"), "small")
    assert turns.take(lambda item: item == "small") == "small"
    assert turns.take(lambda item: item == "small") is None
    assert len(turns) == 1


def test_whoever_has_most_loses_the_latest() -> None:
    turns = Turns[Item]()
    crowd = [owner(1, 1, 1), owner(1, 1, 1), owner(1, 2, 2), owner(2, 1, 3), owner(2, 1, 4)]
    for number, each in enumerate(crowd):
        turns.add(each, (each.person, number))
    assert [turns.drop() for _ in range(6)] == [("p1", 1), ("p4", 4), ("p2", 2), ("p3", 3), ("p1", 0), None]
