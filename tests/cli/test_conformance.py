"""Every record of the conformance folder through the command, compared with what its referee expects."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import CONFORMANCE, canastra, process
from tests.samples import sample

CASES = sorted(path.stem for path in CONFORMANCE.glob("*.canastra"))
BY_PROCESS = ("buraco-art10-waived", "buraco-art10-no-canasta", "format-not-a-card", "tranca-golden-2")


def expected(case: str) -> dict[str, Any]:
    sidecar: dict[str, Any] = json.loads((CONFORMANCE / f"{case}.json").read_text("utf-8"))
    return {"replay": sidecar} if "golden" in case else sidecar


def record(case: str) -> Path:
    return CONFORMANCE / f"{case}.canastra"


def comparable(position: dict[str, Any]) -> dict[str, Any]:
    """The position with its hand as a multiset, its steps as a set and its groups' naturals in any order."""
    return {
        **position,
        "hand": Counter(position["hand"].split()),
        "legal": sorted(position["legal"]),
        "melds": [[meld_key(meld) for meld in melds] for melds in position["melds"]],
    }


def meld_key(meld: str) -> tuple[str, ...]:
    cards = tuple(meld.split())
    is_group = len({card[0] for card in cards if card[0] != "2"}) == 1
    return tuple(sorted(cards, key=lambda card: (card[0] == "2", card))) if is_group else cards


def test_there_are_cases() -> None:
    assert len(CASES) > 100


@pytest.mark.parametrize("case", CASES)
def test_replay(case: str) -> None:
    wanted = expected(case)
    ran = canastra("replay", record(case), "--json", "--lang", "en")
    found = ran.json
    if "error" in wanted:
        assert ran.status == wanted.get("status", 1)
        assert {key: found["error"][key] for key in wanted["error"]} == wanted["error"]
        assert found["error"]["message"]
    elif "replay" in wanted:
        assert ran.status == 0
        assert found == wanted["replay"]
    assert ran.status == wanted.get("status", ran.status)
    assert ("error" in found) == (ran.status != 0)


@pytest.mark.parametrize("case", CASES)
def test_position(case: str) -> None:
    wanted = expected(case)
    ran = canastra("position", record(case), "--json")
    found = ran.json
    if "error" in wanted:
        assert ran.status == 1
    assert ran.status == wanted.get("status", ran.status)
    if "position" in wanted:
        assert comparable(found) == comparable(wanted["position"])
    assert set(wanted.get("legal_contains", [])) <= set(found.get("legal", []))
    assert not set(wanted.get("legal_excludes", [])) & set(found.get("legal", []))


@pytest.mark.parametrize("case", sample(CASES, 30))
@pytest.mark.parametrize("command", ["replay", "position"])
def test_the_form_for_people_has_the_same_status(command: str, case: str) -> None:
    ran = canastra(command, record(case))
    assert ran.status == canastra(command, record(case), "--json").status
    if ran.status == 0:
        assert ran.out
        assert ran.err == ""
    else:
        # A broken rule is shown in its position; a text that is no record has no position.
        assert bool(ran.out) == (ran.status == 1)
        assert ran.err.count("\n") == 1
        assert case in ran.err


@pytest.mark.parametrize("case", BY_PROCESS)
def test_the_process_says_the_same(case: str) -> None:
    here, there = (run("replay", record(case), "--json") for run in (canastra, process))
    assert (here.status, here.json) == (there.status, there.json)


def test_a_broken_rule_in_words() -> None:
    ran = canastra("replay", record("buraco-art10-no-canasta"))
    assert "buraco-art10-no-canasta.canastra:21: mão 1, vez 1 (Ana, lugar 0), jogada 6" in ran.err
    assert "falta uma canastra para bater (Art. 10)" in ran.err


def test_points_in_words() -> None:
    ran = canastra("replay", record("buraco-art14-art17-score"), "--lang=en")
    assert "Deal 1: Ana went out" in ran.out
    lines = {" ".join(line.split()) for line in ran.out.splitlines()}
    assert {"clean canastas +400 0", "cards in hand \u2212110 \u2212220", "total of the deal +610 \u2212320"} <= lines


def test_a_position_in_words() -> None:
    ran = canastra("position", record("buraco-art06-ace-at-both-ends"), "--lang", "en")
    assert "[clean canasta]" in ran.out
    assert "lay off A♥ on meld 1" in ran.out
    assert "Hand of Ana: A♥ 7♦" in ran.out
