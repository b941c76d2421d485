"""Every sentence of the rulebooks has a test or a reason, and every file of rule tests shows a sentence."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from dataclasses import replace

import pytest

from canastra.rulebooks import OFFICIAL
from tools import sentences
from tools.articles import files
from tools.sentences import Sentence, everything, functions_of, misplaced, problems, read, render, source, unnamed

PATH = "tests/rules/tranca/test_art_09_black_threes.py"
LIST = f"""
["T9.1a"]
says = "A black 3 locks the pile."
tests = ["test_art_09_black_threes.py::test_one", "{PATH}::test_two"]

["T9.1b"]
says = "It is laid face up."
untested = "it is about real cards"
"""
NUMBERS = {"canastra-regional": 51, "canastra-curinguinha": 42, "tranca": 49, "buraco": 28, "canastra-duelo": 39}
"""Sentences of each rulebook, as counted in its text."""
SENTENCE = Sentence("tranca", "T9a", "A black 3 locks the pile.", (f"{PATH}::test_one",))


def known(path: str) -> set[str]:
    return {"test_one"} if path == PATH else set()


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_every_sentence_follows_on_the_one_before_it(rulebook: str) -> None:
    assert misplaced(rulebook, read(rulebook, source(rulebook))) == []


def test_no_sentence_is_missing() -> None:
    assert {rulebook: len(read(rulebook, source(rulebook))) for rulebook in OFFICIAL} == NUMBERS


def test_the_tests_named_exist() -> None:
    assert list(problems(everything(), functions_of)) == []


def test_every_file_of_rule_tests_shows_a_sentence() -> None:
    assert unnamed(everything(), files()) == []


def test_a_list_is_read() -> None:
    first, second = read("tranca", LIST)
    assert first.tests == (f"{PATH}::test_one", f"{PATH}::test_two")
    assert (first.article, first.untested) == ("Art. 9", "")
    assert (second.tests, second.untested) == ((), "it is about real cards")


@pytest.mark.parametrize(
    "entry",
    [
        'says = "A black 3 locks the pile."',
        'tests = ["test_art_09_black_threes.py::test_one"]',
        'says = "A black 3 locks the pile."\ntests = []',
        'says = "A black 3 locks the pile."\nuntested = ""',
        'says = "A black 3 locks the pile."\nuntested = "real cards"\ntests = ["a.py::test_b"]',
        'says = "A black 3 locks the pile."\nuntested = "real cards"\nwhy = "real cards"',
    ],
)
def test_a_sentence_has_either_tests_or_a_reason(entry: str) -> None:
    with pytest.raises(ValueError, match="tranca T9a"):
        read("tranca", f"[T9a]\n{entry}\n")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda it: replace(it, says="a black 3 locks the pile"), "no sentence"),
        (lambda it: replace(it, tests=(f"{PATH}::test_two",)), "no test"),
        (lambda it: replace(it, tests=("tests/rules/tranca/test_gone.py::test_one",)), "no test"),
        (lambda it: replace(it, tests=(PATH,)), "no test"),
        (lambda it: replace(it, tests=it.tests * 2), "twice"),
    ],
)
def test_what_is_wrong_with_a_sentence_is_noticed(change: Callable[[Sentence], Sentence], problem: str) -> None:
    (found,) = problems([change(SENTENCE)], known)
    assert found.startswith("T9a: ")
    assert problem in found
    assert list(problems([SENTENCE], known)) == []


@pytest.mark.parametrize("left_out", ["R1a", "R3b", "R7.1c", "R8a", "R12.1e", "R14.1a"])
def test_a_sentence_left_out_is_noticed(left_out: str) -> None:
    left = [each for each in read("canastra-regional", source("canastra-regional")) if each.id != left_out]
    assert misplaced("canastra-regional", left) or len(left) != NUMBERS["canastra-regional"]


def test_a_wrong_id_is_noticed() -> None:
    whole = read("buraco", source("buraco"))
    for wrong in ("T1a", "B1", "B1b", "b1a"):
        assert misplaced("buraco", [replace(whole[0], id=wrong), *whole[1:]])
    assert misplaced("buraco", whole[:-4]) == ["buraco: its last sentence is not of Glossário"]


def test_a_file_that_shows_nothing_is_noticed() -> None:
    assert unnamed([SENTENCE], [PATH, "tests/rules/tranca/test_art_10_groups.py"]) == [
        "tests/rules/tranca/test_art_10_groups.py"
    ]


def test_the_page_shows_tests_by_file_and_reasons() -> None:
    page = render(read("tranca", LIST), [PATH])
    link = f"[test_art_09_black_threes.py](../{PATH})<br>`test_one`<br>`test_two`"
    assert f"| T9.1a | Art. 9 | A black 3 locks the pile. | {link} |" in page
    assert "| T9.1b | Art. 9 | It is laid face up. | none: it is about real cards |" in page
    assert "2 sentences, 1 of them without a test" in page


def test_examples_of_the_tool() -> None:
    assert doctest.testmod(sentences).failed == 0
