"""docs/warnings.md has every warning and error of the log, and no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "warnings.md").read_text("utf-8")
QUIET = {"logging.DEBUG", "logging.INFO"}
ELSEWHERE = {"library", "task_failed", "thread_failed"}
"""The messages that `canastra.server.logging` writes for other code, without `log`."""


def levels(node: ast.expr) -> set[str]:
    """The levels that an argument may be."""
    if isinstance(node, ast.IfExp):
        return levels(node.body) | levels(node.orelse)
    return {ast.unparse(node)}


def words(node: ast.expr) -> set[str]:
    """The events that an argument may be."""
    if isinstance(node, ast.IfExp):
        return words(node.body) | words(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def calls() -> Iterator[ast.Call]:
    for package in ("server", "cluster"):
        for path in (ROOT / "src" / "canastra" / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "log":
                    yield node


def warned() -> set[str]:
    """The events of all calls that may be more than information: a level that is a variable may be."""
    found = set()
    for call in calls():
        if not levels(call.args[0]) <= QUIET:
            found |= words(call.args[1])
    return found


def listed() -> list[str]:
    """The events in the first cells of the page's tables."""
    cells = re.findall(r"^\| (`[^|]+`) \|", PAGE, re.MULTILINE)
    return [event for cell in cells for event in re.findall(r"`(\w+)`", cell)]


def test_every_warning_is_explained_once() -> None:
    assert len(listed()) == len(set(listed()))
    assert warned() - set(listed()) == set(), "explain it in docs/warnings.md"


def test_none_is_explained_that_there_is_not() -> None:
    text = (ROOT / "src" / "canastra" / "server" / "logging.py").read_text("utf-8")
    assert set(listed()) - warned() <= {each for each in ELSEWHERE if f'"{each}"' in text}
    assert {"not_taken_over", "not_attended", "owners_not_known", "tunnel_lost", "bus_open", "gave_up"} <= set(listed())


def test_what_is_normal_in_a_cluster_is_said() -> None:
    for event in ("not_taken_over", "not_attended", "owners_not_known", "tunnel_lost", "leases_not_renewed", "bus"):
        (row,) = re.findall(rf"^\| `{event}` \|.*$", PAGE, re.MULTILINE)
        assert "normal" in row
