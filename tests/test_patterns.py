"""Every regular expression of the source takes time in proportion to the text that it is given, whatever the text.

The expressions are collected from the source, and each is tried on texts made of what it looks for itself, so that a
new one is tried as soon as it is written. One that no reader of the source could name has to stand in `MADE`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from canastra import toml
from canastra.tournament.entries import columns

ROOT = Path(__file__).parents[1] / "src"
USES = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")
MADE: dict[str, Callable[[], Iterable[str]]] = {
    "canastra/tournament/entries/columns.py: re.split(separator": lambda: columns._BETWEEN,
    "canastra/toml.py: re.search(pattern, said)": lambda: [pattern for pattern, _ in toml._CODES],
}
"""Expressions that stand elsewhere than where they are used, and where that is."""
SHORT, LONG = 2_000, 8_000
"""Characters; four times as many may take twice that in time, where the square would take sixteen times."""
AGAIN = 3
LEAST = 0.002
"""Seconds that are too few to be compared."""


@dataclass(frozen=True)
class Use:
    """An expression, and what is asked of it."""

    place: str
    pattern: str | bytes
    flags: int
    method: str

    def __str__(self) -> str:
        return f"{self.place}-{self.method}"


@dataclass(frozen=True)
class Source:
    """A module, by its path under src."""

    path: str
    text: str

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def sources() -> list[Source]:
    return [Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))]


@cache
def nodes(source: Source) -> list[ast.AST]:
    """The calls, assignments and attributes in a module."""
    kinds = (ast.Call, ast.Assign, ast.AnnAssign, ast.Attribute)
    return [node for node in ast.walk(ast.parse(source.text)) if isinstance(node, kinds)]


def calls(source: Source) -> Iterator[tuple[ast.Call, str]]:
    """Calls of functions of `re`, and which."""
    for node in nodes(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner, method = node.func.value, node.func.attr
            if isinstance(owner, ast.Name) and owner.id == "re" and method in (*USES, "compile"):
                yield node, method


def named(source: Source) -> dict[str, ast.Call]:
    """Compiled expressions that a module has a name for."""
    found = {}
    compiled = {id(call): call for call, method in calls(source) if method == "compile"}
    for node in nodes(source):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if ast.unparse(node.value.func) == "re.compile" and isinstance(target, ast.Name):
                found[target.id] = node.value
    assert len(found) == len(compiled), f"{source.path}: give each compiled expression a name of its own"
    return found


@cache
def methods() -> dict[str, set[str]]:
    """The methods called on each name, in any module: for ``X.fullmatch(…)`` that is ``fullmatch``."""
    found: dict[str, set[str]] = defaultdict(set)
    for source in sources():
        for node in nodes(source):
            if isinstance(node, ast.Attribute) and node.attr in USES:
                found[ast.unparse(node.value).rpartition(".")[2]].add(node.attr)
    return found


def uses(source: Source) -> Iterator[Use]:
    """All of a module."""
    for name in named(source):
        compiled = getattr(import_module(source.module), name)
        for method in sorted(methods()[name]):
            yield Use(f"{source.path}:{name}", compiled.pattern, compiled.flags, method)
    for call, method in calls(source):
        if method == "compile":
            continue
        words = f"{source.path}: {ast.unparse(call)}"
        try:
            patterns = [ast.literal_eval(call.args[0])]
        except ValueError:
            made = next((each for place, each in MADE.items() if words.startswith(place)), None)
            assert made is not None, f"{words}: say in MADE what this expression is"
            patterns = list(made())
        for pattern in patterns:
            yield Use(f"{source.path}:{call.lineno}", pattern, re.compile(pattern).flags, method)


def alphabet(pattern: str | bytes) -> list[str]:
    """Characters that an expression tells apart, a few of each kind."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    plain = dict.fromkeys(re.sub(r"\\[wdsSWDBbAZz]|\{\d*,?\d*\}|[?*+|^$()]", "", text))
    return [*list(plain)[:10], "a", "0", " ", "\n", "!", "é"]


def texts(pattern: str | bytes, length: int) -> Iterator[str]:
    """Texts that may make an expression read the same part again: many parts that fit, and an end that doesn't."""
    signs = list(dict.fromkeys(alphabet(pattern)))
    for sign in signs:
        yield sign * length
        yield sign * length + "\x00"
    for one, other in product(signs, repeat=2):
        if one != other:
            yield (one + other) * (length // 2) + "\x00"
            yield one + other * length + "\x00"
            yield one * 3 + (other + one * 3) * (length // 4)


def seconds(use: Use, text: str) -> float:
    """How long it takes at best, of this thread alone: other work on the machine counts for nothing."""
    compiled = re.compile(use.pattern, use.flags)
    given: Any = text.encode("utf-8") if isinstance(use.pattern, bytes) else text
    found = []
    for _ in range(AGAIN):
        began = thread_time()
        if use.method == "sub":
            compiled.sub(given[:0], given)
        elif use.method == "finditer":
            for _ in compiled.finditer(given):
                pass
        else:
            getattr(compiled, use.method)(given)
        found.append(thread_time() - began)
        if found[-1] < LEAST:
            break
    return min(found)


def grows(use: Use) -> str | None:
    """The beginning of a text that takes more than its share of time; None without one."""
    for short, long in zip(texts(use.pattern, SHORT), texts(use.pattern, LONG), strict=True):
        least = max(seconds(use, short), LEAST)
        if least > 100 * LEAST or seconds(use, long) > 2 * LONG / SHORT * least:
            return short[:40]
    return None


SEARCHING = [each for each in sources() if "import re\n" in each.text]


@pytest.mark.slow
@pytest.mark.parametrize("source", SEARCHING, ids=lambda each: each.path)
def test_expressions_take_linear_time(source: Source) -> None:
    assert {str(use): grows(use) for use in uses(source)} == {str(use): None for use in uses(source)}


@pytest.mark.parametrize("source", SEARCHING, ids=lambda each: each.path)
def test_no_group_is_possessive(source: Source) -> None:
    """Some of them lose their place before Python 3.11.5 (gh-106052 in CPython), and Debian 12 has 3.11.2."""
    assert [str(use) for use in uses(source) if has_possessive_group(use.pattern)] == []


def has_possessive_group(pattern: str | bytes) -> bool:
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    return re.search(r"(?<!\\)(?:\)(?:[*+?]|\{[\d,]+\})\+|\(\?>)", text) is not None


@pytest.mark.parametrize(("pattern", "found"), [(r"(?:a|b)*+c", True), (r"(?>a|b)c", True), (r"\)*+[)]++(a+)", False)])
def test_possessive_groups_are_noticed(pattern: str, found: bool) -> None:
    assert has_possessive_group(pattern) is found


def test_the_expressions_are_found() -> None:
    found = {str(use) for source in sources() for use in uses(source)}
    assert {"canastra/toml.py:TOKEN-finditer", "canastra/cards.py:_WORD-fullmatch"} <= found


def test_all_modules_with_expressions_are_tried() -> None:
    importing = [each for each in sources() if re.search(r"^\s*(import re\b|from re import)", each.text, re.MULTILINE)]
    assert importing == SEARCHING


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern",
    [
        r'"""(?:\\.|[^\\])*?"""|.',
        r"\s+$",
        r"(\w+)\s*=",
        r"<.*?>",
        r"(?:a|b)*c",
        r"[^,]*,[^,]*;",
    ],
)
def test_expressions_that_look_twice_are_noticed(pattern: str) -> None:
    assert grows(Use("here", pattern, re.DOTALL, "finditer")) is not None


@pytest.mark.parametrize(
    "text",
    ["import re\nfound = re.search(name, text)\n", "import re\n\ndef f():\n    return re.compile('a').match('a')\n"],
)
def test_an_expression_without_a_name_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        list(uses(Source("canastra/cards.py", text)))
