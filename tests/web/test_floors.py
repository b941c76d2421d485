"""The client's floors: permitted imports, and the number of files in a folder. CONTRIBUTING.md says why.

A file imports only from lower floors, or from folders of its room that are listed before its own. So no two folders
import each other. A bundle alone may be fetched (``import(…)``) from below: that is what bundles are for. Tests import
what they test.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tools.web_floors import HERE, MOST_FILES, ROOMS

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web" / "src"
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*|\bimport(?P<lazy>\()\s*|@import\s+)['"](?P<path>\.[^'"]+)['"]""")
"""Static and lazy imports, those of types and styles too."""
ENDINGS = ("", ".ts", ".svelte.ts", "/index.ts")
PATH = re.compile(r"`((?:[\w-]+/)+\w+(?:\.\w+)*\.(?:ts|svelte|css))`")
"""A file of the client in inline code, by its path below src."""
PAGES = ("docs/web.md", "web/README.md")

Files = Mapping[str, str]
"""Texts by their paths below src."""


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    kinds = {".ts", ".svelte", ".css", ".json", ".toml"}
    found = (path for path in SOURCES.rglob("*") if path.suffix in kinds)
    return {path.relative_to(SOURCES).as_posix(): path.read_text("utf-8") for path in found}


def is_test(path: str) -> bool:
    return ".test." in path


def place(path: str) -> tuple[str, str]:
    """The room that a file is in, and its folder there."""
    room, _, rest = path.partition("/")
    if path in ROOMS:
        return path, HERE
    return (room, posixpath.dirname(rest) or HERE) if rest else (HERE, HERE)


def imports(path: str, files: Files) -> Iterator[tuple[str, bool]]:
    """Return the files that a file imports, and whether it imports each only when needed."""
    for found in IMPORT.finditer(files[path]):
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        for ending in ENDINGS:
            if base + ending in files:
                yield base + ending, found["lazy"] is not None
                break


def homeless(files: Files) -> list[str]:
    """Return folders without a floor, and floors without a folder."""
    listed = {(name, folder) for name, room in ROOMS.items() for folder in room.folders}
    found = {place(path) for path in files if not path.endswith((".json", ".toml")) and not is_test(path)}
    return sorted("/".join(each) for each in listed ^ found)


def upward_imports(files: Files) -> list[str]:
    """Return imports from the same floor or a higher one, and from later folders of the same room."""
    problems = []
    for path in files:
        room, folder = place(path)
        if is_test(path) or room not in ROOMS:
            continue
        for other, lazy in imports(path, files):
            its_room, its_folder = place(other)
            if its_room not in ROOMS or (lazy and its_room == "bundles"):
                continue
            order = ROOMS[room].folders
            if its_room != room:
                down = ROOMS[its_room].floor < ROOMS[room].floor
            else:
                down = order.index(its_folder) <= order.index(folder)
            if not down:
                problems.append(f"{path} imports {other}")
    return problems


def crowded(files: Files) -> list[str]:
    """Return folders with too many files, without counting tests."""
    count = Counter(posixpath.dirname(path) or HERE for path in files if not is_test(path))
    return sorted(folder for folder, number in count.items() if number > MOST_FILES)


def test_every_folder_has_a_floor(files: dict[str, str]) -> None:
    """When this fails, list the folder in tools/web_floors.py, and run python -m tools.docs."""
    assert homeless(files) == []


def test_no_folder_imports_from_above(files: dict[str, str]) -> None:
    assert sum(1 for path in files for _ in imports(path, files)) > len(files)
    assert upward_imports(files) == []


def test_no_folder_is_crowded(files: dict[str, str]) -> None:
    assert crowded(files) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_exists(page: str, files: dict[str, str]) -> None:
    named = PATH.findall((ROOT / page).read_text("utf-8"))
    assert named
    assert [path for path in named if path.removeprefix("web/").removeprefix("src/") not in files] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("lib/a.ts", "import B from '../ui/B.svelte';", id="a higher floor"),
        pytest.param("ui/A.svelte", "import { b } from '../cards/b';", id="the same floor"),
        pytest.param("ui/A.svelte", "import {\n  b,\n} from '../cards/b';", id="on several lines"),
        pytest.param("ui/A.svelte", "import type { B } from '../start/b';", id="a type"),
        pytest.param("ui/a.css", "@import '../start/b.css';", id="a style"),
        pytest.param("ui/a.ts", "import '../start/b.css';", id="a module's style"),
        pytest.param("ui/A.svelte", "{#await import('../start/B.svelte')}", id="later"),
        pytest.param("lib/tables/a.ts", "import { b } from '../b';", id="from a room's later folder"),
        pytest.param("table/play/hand/A.svelte", "import B from '../B.svelte';", id="from the folder above"),
        pytest.param("start/A.svelte", "import { B } from '../bundles/b';", id="a bundle at once"),
        pytest.param("routes.ts", "import B from './lib/b';", id="a module of the lowest floor"),
    ],
)
def test_an_import_from_above_is_found(path: str, text: str) -> None:
    others = ("ui/B.svelte", "cards/b.ts", "start/b.ts", "start/b.css", "start/B.svelte", "lib/b.ts", "bundles/b.ts")
    files = {path: text} | dict.fromkeys((*others, "table/play/B.svelte"), "")
    assert len(upward_imports(files)) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ui/A.svelte", "import { b } from '../lib/b';\nimport C from './C.svelte';\nimport { tick } from 'svelte';"),
        ("lib/a.ts", "import { b } from './tables/b';"),
        ("start/A.svelte", "const found = await import('../bundles/b');"),
        ("ui/a.test.ts", "import { b } from '../start/b';"),
    ],
)
def test_an_import_from_below_is_fine(path: str, text: str) -> None:
    others = ("ui/C.svelte", "lib/b.ts", "lib/tables/b.ts", "bundles/b.ts", "start/b.ts")
    assert upward_imports({path: text} | dict.fromkeys(others, "")) == []


def test_a_folder_without_a_floor_is_found(files: dict[str, str]) -> None:
    assert homeless({**files, "ui/new/a.ts": "", "newer/a.ts": ""}) == ["newer/.", "ui/new"]
    assert homeless({path: text for path, text in files.items() if not path.startswith("share/")}) == ["share/."]


def test_a_crowded_folder_is_found() -> None:
    tests = [f"ui/{number}.test.ts" for number in range(20)]
    full = [f"ui/{number}.ts" for number in range(MOST_FILES)]
    assert crowded(dict.fromkeys([*full, *tests], "")) == []
    assert crowded(dict.fromkeys([*full, *tests, "ui/more.ts"], "")) == ["ui"]
