"""Pages, comments and docstrings name files and modules that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tools import prose
from tools.house import ROOT

PATH = re.compile(
    r"(?<![\w/.<{*$~-])((?:[\w.-]+/)+[\w.-]+\.(?:py|md|toml|ts|svelte|css|sh|jsonl?|ya?ml|service|conf|html))\b"
)
PARTS = "|".join(sorted(path.stem for path in (ROOT / "src" / "canastra").glob("[a-z]*")))
MODULE = re.compile(rf"(?<![\w/.@-])((?:canastra\.(?:{PARTS})|tests|tools|bench)(?:\.[A-Za-z]\w*)+)(?![\w/-])")
"""Of names below `canastra` only those of a package: `canastra.service` is a unit, `canastra.bots` a topic."""
FOLDERS = ("", "src", "src/canastra", "src/canastra/server", "web", "web/src", "docs", "tests", "deploy")
"""The folders from which paths are written, besides those above the file that names one."""
ELSEWHERE = {
    "canastra/servers.json": "a file of the user's",
    "snippets/canastra-proxy.conf": "a file of nginx on the operator's machine",
    "deploy/pinned.yaml": "made by the command beside it",
    "dist/sbom-cluster.json": "made by make sbom",
    "dist/sbom-page.json": "made by make sbom",
    "screenshots/index.html": "made by make screenshots",
    "files/regulations.toml": "part of an address",
    "files/events.jsonl": "part of an address",
    "./clube.toml": "a file of the reader's",
    "server/hosting.py": "an example of a bad name",
    "server/user_rating.py": "an example of a bad name",
    "kernel/scoring.py": "an example of two modules of one name",
    "cli/score.py": "an example of two modules of one name",
    "./house.toml": "a file of the reader's",
}
"""Paths that name no file of the project, and why."""


def path_exists(path: str, page: str) -> bool:
    """Return whether a path is one of the project, as seen from the file that names it."""
    above = [ROOT / parent for parent in PurePosixPath(page).parents]
    package = ROOT / "src" / "canastra" / PurePosixPath(page).stem  # docs/engine.md names what is in `engine`.
    return any((folder / path).exists() for folder in (*(ROOT / name for name in FOLDERS), *above, package))


def module_exists(name: str) -> bool:
    """Return whether a dotted name leads to a module, or to a name that a module defines."""
    first, *rest = name.split(".")
    place = ROOT / "src" / first if first == "canastra" else ROOT / first
    for part in rest:
        module = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
        if (place / part).is_dir() or (place / f"{part}.py").is_file():
            place /= part
        else:
            return module.is_file() and re.search(rf"\b{part}\b", module.read_text("utf-8")) is not None
    return True


def texts(page: str) -> Iterator[str]:
    """The pieces of a file in which it may name others."""
    text = (ROOT / page).read_text("utf-8")
    yield from [text] if page.endswith(".md") else prose.READERS[prose.suffix(page)](text)


def missing(page: str, text: str) -> set[str]:
    """The paths and modules that a text names and that don't exist."""
    paths = {path for path in PATH.findall(text) if path not in ELSEWHERE and not path_exists(path, page)}
    return paths | {name for name in MODULE.findall(text) if not module_exists(name)}


def test_everything_that_is_named_exists() -> None:
    found = {page: missing(page, text) for page in prose.files() for text in texts(page) if missing(page, text)}
    assert found == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See `engine/nothing.py`.", {"engine/nothing.py"}),
        ("See `engine/turn.py` and tests/ports.py.", set()),
        ("`python -m tools.nothing`", {"tools.nothing"}),
        ("`python -m tools.house`, `canastra.engine.turn`, `canastra.server.storage.errors.bare`", set()),
        ("`canastra.engine.turn.no_such_name`", {"canastra.engine.turn.no_such_name"}),
    ],
)
def test_the_check_can_fail(text: str, found: set[str]) -> None:
    assert missing("docs/engine.md", text) == found


def test_nothing_is_excused_without_need() -> None:
    named = {path for page in prose.files() for text in texts(page) for path in PATH.findall(text)}
    assert set(ELSEWHERE) <= named
    assert not [path for path in ELSEWHERE if Path(ROOT / path).is_file() and not path.startswith("dist/")]
