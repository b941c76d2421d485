"""The pages of the notation: every example of an action is one, and every ruling shown can be put into a record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canastra.records import parse, replay, replay_json
from canastra.records.rulings import Category
from canastra.records.turns import parse_entry

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "notation.md").read_text("utf-8")
TURNS = PAGE[PAGE.index("## Turns") : PAGE.index("## Rulings")]
RULINGS = PAGE[PAGE.index("## Rulings") : PAGE.index("## The command line")]
REFEREE = (DOCS / "pt" / "arbitro.md").read_text("utf-8")
CATEGORIES = REFEREE.split("| `category` | de que se trata |", 1)[1].split("\n\n", 1)[0]
VERBS = {"draw", "refuse", "take", "meld", "lay", "shift", "discard", "withdraw", "pass", "red", "morto"}
MATCH = (Path(__file__).parents[1] / "conformance" / "buraco-golden-44.canastra").read_text("utf-8")
"""A match that side 1 wins."""


def shown(tables: str) -> list[str]:
    """The examples in the last column of tables."""
    return re.findall(r"\| `([^`]+)` \|$", tables, re.MULTILINE)


def blocks(language: str, text: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", shown(TURNS))
def test_each_example_of_an_action_is_one(text: str) -> None:
    assert str(parse_entry(text)) == text


def test_every_verb_has_an_example() -> None:
    assert {text.split()[0] for text in shown(TURNS)} == VERBS


@pytest.mark.parametrize(
    "line", [line for block in blocks("text", TURNS) for line in block.splitlines() if ": ACTION" not in line]
)
def test_each_line_shown_holds_actions(line: str) -> None:
    actions = re.split(r"\s{2,}", re.sub(r"^\d: ", "", line))[0]
    for text in actions.split(", "):
        assert str(parse_entry(text)) == text


@pytest.mark.parametrize("ruling", blocks("toml", RULINGS + REFEREE))
def test_each_ruling_shown_can_stand_in_a_record(ruling: str) -> None:
    at = MATCH.index("[[deals]]") if ruling.startswith("forfeit") else MATCH.rindex("turns = '''")
    ruled = replay_json(replay(parse(MATCH[:at] + ruling + MATCH[at:])))
    if ruling.startswith("forfeit"):
        assert (ruled["finished"], ruled["winner"]) == (True, 0)
    elif "annul" in ruling:
        assert ruled["deals"][-1]["ended_by"] == "annulled"
    else:
        assert ruled["deals"][-1]["rulings"] == [-100, 0]


def test_the_referee_reads_every_category() -> None:
    assert {str(each) for each in Category} == set(re.findall(r"^\| `([a-z]+)` \|", CATEGORIES, re.MULTILINE))
