"""The order of a whole run: every worker begins with some of the longest files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.conftest import LONGEST, ROOT, shares


def item(file: str, number: int) -> pytest.Item:
    return cast(pytest.Item, SimpleNamespace(path=ROOT / file, name=f"{file}::{number}"))


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
def test_no_test_is_lost_and_each_share_begins_with_its_longest(workers: int) -> None:
    long = [item(file, number) for file in LONGEST for number in range(3)]
    listed = long + [item("tests/test_cards.py", number) for number in range(201)]
    found = shares(listed, workers)
    assert sorted(each.name for each in found) == sorted(each.name for each in listed)
    start = 0
    for number in range(workers):
        mine = LONGEST[number::workers]
        names = [each.name for each in found[start : start + 3 * len(mine)]]
        assert names == [each.name for file in mine for each in long if each.path == ROOT / file]
        start += (len(listed) - start) // (workers - number)


@pytest.mark.parametrize("workers", [1, 4])
def test_a_run_of_a_few_tests_keeps_them_all(workers: int) -> None:
    few = [item(LONGEST[0], number) for number in range(5)]
    assert shares(few, workers) == few
    assert shares([], workers) == []


def test_the_longest_files_are_there() -> None:
    assert all(Path(ROOT / file).is_file() for file in LONGEST)
