"""Rulebooks of an older version are still known by their digests, and houses' documents of it still read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from canastra.rulebooks import OFFICIAL, Rulebook, house, official
from canastra.rulebooks.digests import former_digest, is_digest_of, modernized
from canastra.rulebooks.schema import RedUnexchanged

FORMER = {
    "canastra-regional": "02b61ca817dd33ba",
    "canastra-curinguinha": "cd236c975c09f1b9",
    "tranca": "5251ed0af32614c6",
    "buraco": "8f5ec638c568dace",
    "canastra-duelo": "205729f52eae1fcd",
}
HOUSES: list[tuple[str, dict[str, dict[str, object]], str, str]] = [
    ("buraco", {"canastas": {"royal": 500}}, "casa-34c9f5196e58", "cb303424af26df4c"),
    ("canastra-regional", {"sequences": {"goes_home": False}}, "casa-67ff9983162a", "8fb3854ad38d7e1e"),
    (
        "canastra-curinguinha",
        {"sequences": {"wild": "displaced", "goes_home": True}},
        "casa-3908fa1ab223",
        "a79b52da15726ed4",
    ),
    ("canastra-duelo", {"pile": {"single_card_stays": False}}, "casa-ec9ab4773fa3", "31b3c145ddd7749d"),
    ("buraco", {"pile": {"single_card_stays": True}}, "casa-0331fd7771af", "c6ee4a7d0b18f2ac"),
]
"""Documents as the older version kept them, their ids, and its digests."""


def document(base: str, changes: dict[str, dict[str, object]], name: str) -> dict[str, object]:
    return {"id": name, "extends": base, "revision": 1, "name": {"pt": "Casa", "en": "House"}, **changes}


def of_house(base: str, changes: dict[str, dict[str, object]], name: str) -> Rulebook:
    return house(modernized(document(base, changes, name)), "house")


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_the_former_digests_of_the_official_rulebooks(rulebook_id: str) -> None:
    rulebook = official(rulebook_id)
    if rulebook.threes.red_exposed:  # It was charged then, and is another rulebook now.
        assert not former_digest(rulebook).startswith(FORMER[rulebook_id])
        rulebook = replace(rulebook, threes=replace(rulebook.threes, red_unexchanged=RedUnexchanged.CHARGED))
    former = former_digest(rulebook)
    assert former.startswith(FORMER[rulebook_id])
    assert is_digest_of(former, rulebook)
    assert is_digest_of(rulebook.sha256, rulebook)
    other = official("tranca" if rulebook_id != "tranca" else "buraco")
    assert not is_digest_of(former_digest(other), rulebook)
    assert not is_digest_of(other.sha256, rulebook)


@pytest.mark.parametrize(("base", "changes", "name", "digest"), HOUSES)
def test_a_house_of_the_older_version_is_the_same_rulebook(
    base: str, changes: dict[str, dict[str, object]], name: str, digest: str
) -> None:
    assert former_digest(of_house(base, changes, name)).startswith(digest)


def test_yes_and_no_become_what_they_meant() -> None:
    stays = of_house(*HOUSES[4][:3]).pile.single_card_stays
    assert stays == "both_copies"
    assert of_house(*HOUSES[3][:3]).pile.single_card_stays == "never"
    assert of_house(*HOUSES[2][:3]).sequences.goes_home == "with_the_seventh"
    assert of_house(*HOUSES[1][:3]).sequences.goes_home == "never"


def test_a_document_of_now_stays_as_it_is() -> None:
    now = document("buraco", {"sequences": {"goes_home": "never"}, "pile": {"shown": "top"}}, "casa")
    before = json.dumps(now)
    assert modernized(now) == now
    assert json.dumps(now) == before
    modernized(document(*HOUSES[4][:3]))
    assert HOUSES[4][1] == {"pile": {"single_card_stays": True}}
