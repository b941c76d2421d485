"""The pages of the rulebooks: generated parts are fresh, drawn melds are what the page says, the example loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.melds.movement import End
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.checks import CHECKS
from canastra.rulebooks.houses import parse_house
from tools import docs

DOCS = Path(__file__).parents[2] / "docs"
PAGES = DOCS / "rulebooks"
PORTUGUESE = DOCS / "pt" / "regulamentos"
CARDS = r"(?:[A2-9TJQK][SHDC] ?)+"
DRAWN = re.compile(rf"({CARDS})(?:\+ (..)(?: (low|high))? = ({CARDS})?)? *(no: |não: )?")
"""A meld, or a meld + a card = the meld afterwards; where it can't be, ``no:`` or ``não:`` and why."""


def fenced(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def drawings_in(folder: Path, rulebook_id: str) -> list[str]:
    page = (folder / f"{rulebook_id}.md").read_text("utf-8")
    return [line for block in fenced(page, "melds") for line in block.splitlines()]


def drawings(rulebook_id: str) -> list[str]:
    return drawings_in(PAGES, rulebook_id) + drawings_in(PORTUGUESE, rulebook_id)


@pytest.mark.parametrize(("rulebook_id", "line"), [(each, line) for each in OFFICIAL for line in drawings(each)])
def test_drawn_melds(rulebook_id: str, line: str) -> None:
    tables = lookup_of(official(rulebook_id))
    found = DRAWN.match(line)
    assert found, line
    drawn, card, end, result, refused = found.groups()
    meld = tables.meld(parse_cards(drawn.strip()))
    if card is None:
        assert (meld is None) == bool(refused)
        return
    assert meld is not None
    ways = tables.placements(meld, parse_cards(card)[0])
    results = [cards_text(way.meld.cards) for way in ways if way.end is End(end or "")]
    assert results == ([] if refused else [result.strip()])


def test_no_page_is_stale() -> None:
    assert docs.stale() == []


def test_check_says_which_page_is_stale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--check"]) == 0
    assert capsys.readouterr().out == "every generated page is up to date\n"
    fresh = docs.comparison("en")
    part = docs.Part(docs.RULEBOOKS / "README.md", "comparison", lambda: fresh + "\n| new |")
    monkeypatch.setattr(docs, "PARTS", [part])
    assert docs.main(["--check"]) == 1
    assert "docs/rulebooks/README.md: stale" in capsys.readouterr().out


def test_a_page_without_markers_is_noticed() -> None:
    with pytest.raises(SystemExit, match=r"README\.md"):
        docs.with_part("no markers", docs.PARTS[0])


def test_the_example_of_a_house_loads() -> None:
    (example,) = fenced((PAGES / "README.md").read_text("utf-8"), "toml")
    rulebook = parse_house(example.encode(), "buraco-da-ana.toml")
    assert (rulebook.id, rulebook.canastas.royal) == ("buraco-da-ana", 500)
    assert rulebook.article("going_out.needs") == "regra 7 da casa"


def test_the_portuguese_example_of_a_house_loads() -> None:
    (example,) = fenced((PORTUGUESE / "README.md").read_text("utf-8"), "toml")
    rulebook = parse_house(example.encode(), "ana.toml")
    assert (rulebook.going_out.needs, rulebook.canastas.royal) == ("clean", 500)


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_both_languages_draw_the_same_melds(rulebook_id: str) -> None:
    english, portuguese = (
        [found.groups()[:4] for line in drawings_in(folder, rulebook_id) if (found := DRAWN.match(line))]
        for folder in (PAGES, PORTUGUESE)
    )
    assert sorted(map(str, english)) == sorted(map(str, portuguese))


def test_both_languages_list_the_same_other_readings() -> None:
    english, portuguese = (
        re.findall(r"\| `([a-z_.]+ = [^`]+)` \|$", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
        for folder in (PAGES, PORTUGUESE)
    )
    assert english == portuguese
    assert english


def test_each_contradiction_names_a_key_that_the_page_explains() -> None:
    page = (PAGES / "README.md").read_text("utf-8")
    refused = page[page.index("### Refused values") :]
    sections = {key.partition(".")[0] for key, _ in CHECKS.values()}
    assert [section for section in sections if section not in refused] == []
