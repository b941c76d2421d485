"""How much goes over the network, as the server sends it: the first load, and everything.

Counted is every file that a browser could get, as it gets it: by Brotli, as all browsers that we support take over TLS
and from this machine, or else by gzip, or as it is. Nothing is left out for not being needed at once, the other
language neither: the service worker fetches it all. Only the pages of moderation and of tournaments, and the picture
that messengers show of a link, have budgets of their own. The first load is counted by gzip, the larger figure.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from canastra.server.http.static import NEEDS, PICTURE, File, read_files
from tools import web_build

ROOT = Path(__file__).parents[2]
FIRST_LOAD = 60_000
"""Bytes of JavaScript until the start page can be used."""
EVERYTHING = 280_000
"""Bytes of the whole folder: all pages, both languages, icons. A visit of one page loads far less."""
BY_GZIP = 316_000
"""The same for a browser that takes only gzip, over plain http from another machine."""
MODERATION = 15_000
"""Bytes of the pages of moderation, which a player never fetches: they count by themselves."""
OF_MODERATION = re.compile(r"/assets/[Aa]dmin-")
OF_TOURNAMENTS = re.compile(r"/assets/[Tt]ournament(\w*)-")
TOURNAMENTS = [
    pytest.param({"Pages", "List", "Room", "Staff"}, 54_000, id="room"),
    pytest.param({"Pages", "List", "Room", "Staff", "Entries"}, 57_000, id="entries"),
    pytest.param({"Pages", "Hall"}, 25_000, id="hall"),
    pytest.param({"Pages", "Hall", "Rankings"}, 27_000, id="rankings"),
    pytest.param({"Pages", "Table"}, 22_700, id="table"),
    pytest.param({"Pages", "Player", "Play"}, 20_000, id="player"),
    pytest.param({"Pages", "Seat", "Play"}, 16_500, id="seat"),
]
"""Pages of tournaments, which a player never fetches: their parts, and bytes with what all of them share."""
OF_MESSENGERS = f"/{PICTURE}"
"""The picture of a link, which no browser fetches: tests/server/http/test_previews.py bounds it."""
OF_LAWYERS = "/licencas.txt"
"""The licences of packages in the page, which no page fetches: tests/web/test_notices.py reads it."""
SENT = {".js", ".css", ".html", ".svg", ".png", ".txt", ".webmanifest"}
STATIC = re.compile(r"""(?:\bfrom|\bimport)\s*["'`]\./([^"'`]+\.js)["'`]""")
LAZY = re.compile(r"""\bimport\(\s*["'`]\./([^"'`]+\.js)["'`]""")


@pytest.fixture(scope="module")
def files() -> dict[str, File]:
    named = os.environ.get("CANASTRA_WEB")
    if not named:
        web_build.build(ROOT)
    found = read_files(Path(named) if named else web_build.built(ROOT))
    return {path: file for path, file in found.items() if path != NEEDS}


def zipped(file: File) -> int:
    """Bytes on the network to a browser that takes gzip, as all do."""
    return len(file.body if file.zipped is None else file.zipped)


def sent(file: File) -> int:
    """Return the bytes on the network to a browser that takes the build's compressed files."""
    return zipped(file) if file.brotli is None else len(file.brotli)


def with_imports(files: dict[str, File], names: Iterable[str]) -> set[str]:
    """Return scripts, and the scripts that they import at once."""
    wanted, found = [f"/assets/{name}" for name in names], set[str]()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += [f"/assets/{each}" for each in STATIC.findall(files[name].body.decode())]
    return found


def first_load(files: dict[str, File]) -> set[str]:
    page = files["/index.html"].body.decode()
    return with_imports(files, re.findall(r'(?:src|href)="(?:\./)?assets/([^"]+\.js)"', page))


def test_the_first_load_is_small(files: dict[str, File]) -> None:
    scripts = first_load(files)
    assert scripts
    assert sum(zipped(files[name]) for name in scripts) <= FIRST_LOAD


def test_everything_together_is_small(files: dict[str, File]) -> None:
    apart = [name for name in files if OF_MODERATION.match(name) or OF_TOURNAMENTS.match(name)]
    players = [file for name, file in files.items() if name not in {*apart, OF_MESSENGERS, OF_LAWYERS}]
    assert sum(map(sent, players)) <= EVERYTHING
    assert sum(map(zipped, players)) <= BY_GZIP


def test_the_pages_of_moderation_are_small_and_players_never_fetch_them(files: dict[str, File]) -> None:
    office = {name for name in files if OF_MODERATION.match(name)}
    assert {Path(name).suffix for name in office} == {".js", ".css"}
    assert sum(sent(files[name]) for name in office) <= MODERATION
    assert not office & first_load(files)
    kept = files["/sw.js"].body.decode()
    assert "assets/index-" in kept
    assert not any(name[1:] in kept for name in office)
    assert OF_MESSENGERS in files
    assert PICTURE not in kept
    assert OF_LAWYERS in files
    assert OF_LAWYERS not in kept


@pytest.mark.parametrize(("parts", "bound"), TOURNAMENTS)
def test_a_page_of_tournaments_is_small_and_players_never_fetch_it(
    files: dict[str, File], parts: set[str], bound: int
) -> None:
    named = {name: found[1] for name in files if (found := OF_TOURNAMENTS.match(name))}
    own = {name for name, part in named.items() if part in {"", *parts}}
    assert {named[name] for name in own} > parts
    assert sum(sent(files[name]) for name in own) <= bound
    assert not own & first_load(files)
    assert not any(name[1:] in files["/sw.js"].body.decode() for name in own)
    scripts = {name.removeprefix("/assets/") for name in own if name.endswith(".js")}
    assert not any(OF_TOURNAMENTS.match(name) for name in with_imports(files, scripts) - own), "another page's parts"


def test_every_text_was_compressed_by_the_build(files: dict[str, File]) -> None:
    left = {name: len(file.body) for name, file in files.items() if file.compressible and file.brotli is None}
    assert {name for name, size in left.items() if size > 100} == set(), "shorter ones would grow"


def test_nothing_else_is_sent(files: dict[str, File]) -> None:
    assert {Path(name).suffix for name in files} <= SENT


def test_what_is_counted_is_what_there_is(files: dict[str, File]) -> None:
    """Every script is part of the first load or of some page."""
    scripts = {name for name in files if name.startswith("/assets/") and name.endswith(".js")}
    parts = {part for name in scripts for part in LAZY.findall(files[name].body.decode())}
    assert first_load(files) | with_imports(files, parts) == scripts
