"""The tool that measures sizes and names, and its exceptions: none without need, none for good without a reason."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import pytest

from tools import house, names

EXCEPTIONS = """
packages = [
  "deep",
]
classes = [
]
gerunds = [
  "knitting",
]
names = [
]

[ceilings]
fillers = 3
strangers = 0

[homonyms]
f = "one in each world"
g = "gone"
"""
RAISING = '''
class LowError(ValueError): pass

def f():
    """Does it."""
    raise LowError(1)

def g():
    """Does it. Raises `ValueError` if not."""
    raise LowError(1)

def _h():
    """Does it."""
    raise LowError(1)
'''


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """All of the package, read once."""
    return house.modules()


@pytest.mark.parametrize("rule", house.RULES)
def test_no_exception_is_out_of_date(rule: str, modules: dict[str, ast.Module]) -> None:
    """When this fails: python -m tools.house --shrink."""
    assert sorted(house.excepted(rule) - set(house.RULES[rule](modules))) == []


@pytest.mark.parametrize("rule", names.RULES)
def test_no_kind_of_name_has_more_than_its_ceiling(rule: str, modules: dict[str, ast.Module]) -> None:
    """When there are fewer: python -m tools.house --shrink."""
    assert len(names.RULES[rule](modules)) == house.ceilings()[rule]


@pytest.mark.parametrize(
    ("source", "rule", "found"),
    [
        ("for each in seats: pass", "fillers", ["each"]),
        ("free = [each for number, each in seats if each]", "fillers", ["each"]),
        ("for seat in seats: pass", "fillers", []),
        ("class Clock: pass\ndef f(time: Clock) -> None: pass", "strangers", ["time"]),
        ("class Clock: pass\nclass A:\n    _time: 'Clock | None'", "strangers", ["_time"]),
        ("class Clock: pass\ndef f(wall_clock: Clock, _: Clock, other: Clock) -> None: pass", "strangers", []),
        ("class Suit(Enum): pass\ndef f(led: Suit, name: str) -> None: pass", "strangers", []),
    ],
)
def test_what_is_not_named_after_what_it_holds_is_found(source: str, rule: str, found: list[str]) -> None:
    assert [variable.name for variable in names.RULES[rule]({"a.py": ast.parse(source)})] == found


def test_a_name_with_two_homes_for_good_has_a_reason() -> None:
    assert [name for name, reason in house.homonyms().items() if not reason.strip()] == []


@pytest.mark.parametrize(
    ("paths", "source", "rule", "found"),
    [
        ([f"deep/m{number}.py" for number in range(15)], "", "packages", ["deep"]),
        (
            ["deep/a.py"],
            "class A:\n" + "".join(f"    def f{number}(self): pass\n" for number in range(16)),
            "classes",
            ["deep/a.py A"],
        ),
        (["deep/knitting.py", "deep/scoring.py"], "", "gerunds", ["knitting"]),
        (["deep/a.py", "deep/b.py"], "def f(): pass\ndef _g(): pass", "names", ["f"]),
        (["engine/a.py", "kernel/b.py"], "def f(): pass", "names", []),
        (["a.py"], RAISING, "raises", ["a.py f"]),
        (["a.py"], '"""The id of the table."""\nx = 1\n"""Of the table."""', "idioms", ["Of the table."]),
        (["a.py"], '"""The answer for who asks."""', "idioms", ["The answer for who asks."]),
    ],
)
def test_what_breaks_a_rule_is_found(paths: list[str], source: str, rule: str, found: list[str]) -> None:
    assert house.RULES[rule]({path: ast.parse(source) for path in paths}) == found


def test_exceptions_only_shrink(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "exceptions.toml"
    file.write_text(EXCEPTIONS, "utf-8")
    monkeypatch.setattr(house, "EXCEPTIONS", file)
    twice = ast.parse("def f(): pass\ndef h(): pass")
    monkeypatch.setattr(house, "modules", lambda: {"a/knitting.py": twice, "b/sewing.py": twice})
    house.shrink()
    assert house.ceilings() == {"fillers": 0, "strangers": 0}
    assert (house.excepted("packages"), house.excepted("gerunds"), house.excepted("names")) == (
        set(),
        {"knitting"},
        {"f"},
    )


def test_the_figures_have_a_value_each(modules: dict[str, ast.Module]) -> None:
    assert all(house.figures(modules).values())


def test_examples_of_the_tool() -> None:
    assert doctest.testmod(house).failed == doctest.testmod(names).failed == 0
