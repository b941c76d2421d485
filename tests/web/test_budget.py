"""How much goes over the network, as the server sends it: the first load, and everything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from canastra.server.web import File, read_files
from tools import web_build

ROOT = Path(__file__).parents[2]
FIRST_LOAD = 60_000
"""Bytes of JavaScript until the start page can be used."""
EVERYTHING = 200_000
"""Bytes of all pages in both languages. The aim is 150 000; what a visit of one page loads is far less."""
SENT = {".js", ".css", ".html", ".svg", ".png", ".webmanifest"}
STATIC = re.compile(r"""(?:\bfrom|\bimport)\s*["'`]\./([^"'`]+\.js)["'`]""")
LAZY = re.compile(r"""\bimport\(\s*["'`]\./([^"'`]+\.js)["'`]""")


@pytest.fixture(scope="module")
def files() -> dict[str, File]:
    web_build.build(ROOT)
    return read_files(web_build.built(ROOT))


def sent(file: File) -> int:
    """Bytes on the network to a browser that takes gzip, as all do."""
    return len(file.body if file.zipped is None else file.zipped)


def with_imports(files: dict[str, File], names: Iterable[str]) -> set[str]:
    """Scripts, and what they import at once."""
    wanted, found = [f"/assets/{name}" for name in names], set[str]()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += [f"/assets/{each}" for each in STATIC.findall(files[name].body.decode())]
    return found


def first_load(files: dict[str, File]) -> set[str]:
    page = files["/index.html"].body.decode()
    return with_imports(files, re.findall(r'(?:src|href)="/assets/([^"]+\.js)"', page))


def test_the_first_load_is_small(files: dict[str, File]) -> None:
    scripts = first_load(files)
    assert scripts
    assert sum(sent(files[name]) for name in scripts) <= FIRST_LOAD


def test_everything_together_is_small(files: dict[str, File]) -> None:
    assert sum(sent(file) for name, file in files.items() if Path(name).suffix in SENT) <= EVERYTHING


def test_nothing_else_is_sent(files: dict[str, File]) -> None:
    assert {Path(name).suffix for name in files} <= SENT


def test_what_is_counted_is_what_there_is(files: dict[str, File]) -> None:
    """Every script is part of the first load or of some page."""
    scripts = {name for name in files if name.startswith("/assets/") and name.endswith(".js")}
    parts = {part for name in scripts for part in LAZY.findall(files[name].body.decode())}
    assert first_load(files) | with_imports(files, parts) == scripts
