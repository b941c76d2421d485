"""Caches are bounded: none grows with the objects that people make the server look at."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

from canastra.engine.melds import lookup
from canastra.engine.melds.lookup import lookup_of
from canastra.kernel.heuristic import weights
from canastra.kernel.rules.tables import rule_tables
from canastra.protocol import tables as bodies
from canastra.protocol.tables import rulebook_card
from canastra.rulebooks import Rulebook
from canastra.server.lobby import house_rules
from canastra.server.lobby.house_rules import HouseRules

SOURCES = Path(__file__).parents[1] / "src" / "canastra"
CLOSED = {"Language"}
"""Types with a handful of values."""
NOT_FROM_PEOPLE = {
    "catalogue": "languages; any other raises, and what raises is not kept",
    "all_rulebooks": "the levels of this server",
    "read_official": "official ids; any other raises, and what raises is not kept",
    "read_popular": "ids of the package; any other raises, and what raises is not kept",
    "fault_of": "codes in the sources",
}
"""Functions whose arguments are of a wider type, and why they are few all the same."""


def unbounded(source: str) -> list[str]:
    """Functions whose answers are kept for ever, though their arguments are no values of a closed set.

    >>> unbounded("@cache\\ndef shown(rulebook: Rulebook) -> str: ...\\n@cache\\ndef said(lang: Language) -> str: ...")
    ['shown']
    """
    found = []
    for each in ast.walk(ast.parse(source)):
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for decorator in map(ast.unparse, each.decorator_list):
            kept = decorator in {"cache", "functools.cache", "lru_cache(None)", "lru_cache(maxsize=None)"}
            given = [ast.unparse(arg.annotation) for arg in each.args.args if arg.annotation is not None]
            if kept and not set(given) <= CLOSED:
                found.append(each.name)
    return found


def test_no_cache_without_bound_is_keyed_by_what_people_send() -> None:
    found = {
        f"{path.relative_to(SOURCES)}: {name}"
        for path in SOURCES.rglob("*.py")
        for name in unbounded(path.read_text("utf-8"))
        if name not in NOT_FROM_PEOPLE
    }
    assert not found


def test_the_check_finds_what_it_looks_for() -> None:
    assert unbounded("@cache\ndef rulebook_card(rulebook: Rulebook) -> None: ...") == ["rulebook_card"]
    assert unbounded("@lru_cache(None)\ndef rulebook_card(rulebook: Rulebook) -> None: ...") == ["rulebook_card"]
    assert unbounded("@lru_cache(5)\ndef rulebook_card(rulebook: Rulebook) -> None: ...") == []
    assert unbounded("@cache\ndef words(language: Language) -> None: ...") == []


def house(number: int) -> Rulebook:
    made = HouseRules().made("buraco", {"match": {"target": 10_000 + number}})
    assert made is not None
    return made.rulebook


@pytest.mark.parametrize("cached", [rulebook_card, lookup_of, house_rules._built, rule_tables, weights._values])
def test_every_cache_of_rulebooks_forgets(cached: object) -> None:
    info = cached.cache_info()  # type: ignore[attr-defined]
    assert info.maxsize is not None
    assert info.maxsize <= 256


@pytest.mark.slow
def test_however_many_house_rules_are_looked_at_few_are_kept() -> None:
    made = {house(number).id for number in range(600)}
    assert len(made) == 600
    for number in range(600):
        rulebook = house(number)
        rulebook_card(rulebook)
        lookup_of(rulebook)
    gc.collect()
    assert rulebook_card.cache_info().currsize <= bodies._MOST_CARDS
    assert len(lookup._USED) <= lookup.MOST_KEPT + 16  # Official ones, and what other tests still use.
    kept = [each for each in gc.get_objects() if isinstance(each, Rulebook) and each.id in made]
    assert len(kept) <= bodies._MOST_CARDS + house_rules._KEPT + lookup.MOST_KEPT


def test_rulebooks_that_say_the_same_have_one_place_in_every_cache() -> None:
    one, before = house(1), lookup_of.cache_info().misses
    lookup_of(one)
    misses = lookup_of.cache_info().misses
    house_rules._built.cache_clear()
    other = house(1)
    assert one is not other
    lookup_of(other)
    assert lookup_of.cache_info().misses == misses
    assert misses <= before + 1
