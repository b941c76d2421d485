"""The pages hang together: no link leads nowhere, every page is found from an index, every command shown works."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from canastra.cli.exits import EXIT_OK
from tests.cli.running import CONFORMANCE, canastra

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "canastra"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
INDEXES = [ROOT / "docs" / "README.md", ROOT / "docs" / "pt" / "README.md"]
LINK = re.compile(r"\]\(([^()\s]+)\)|<img src=\"([^\"]+)\"")
MATCHES = {
    "partida.canastra": "buraco-golden-44.canastra",
    "semifinal.canastra": "buraco-art06-natural-two-and-a-wild.canastra",
}
"""The records that the pages name: one of a whole match, one of a match that goes on."""
ENTRIES = {
    "duplas.csv": "".join(f"Dupla {number};Ana {number};Rui {number};AABB\n" for number in range(1, 9)),
    "equipes.csv": "".join(f"Equipe {n};Ana {n};Rui {n};Bia {n};Davi {n}\n" for n in range(1, 9)),
}
"""The tables of entries that they name."""
SHOWN = [ROOT / "README.md", ROOT / "README.pt-BR.md", *sorted((ROOT / "docs" / "pt").rglob("*.md"))]


def prose(page: str) -> str:
    """A page without its fenced blocks and inline code, in which nothing is a link."""
    return re.sub(r"`[^`\n]*`", "`", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL))


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page, flags=re.M | re.S), re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.replace("`", "")).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(next(each for each in (slug, *(f"{slug}-{n}" for n in range(1, 99))) if each not in found))
    return found


def links(page: str) -> Iterator[str]:
    """The links of a page to other files and headings of the project."""
    for target, image in LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target or image):
            yield target or image


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links(text):
        path, _, anchor = link.partition("#")
        place = (page.parent / path).resolve() if path else page
        if not place.exists() or (anchor and anchor not in anchors(place.read_text("utf-8"))):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_nowhere(page: Path) -> None:
    assert broken(page, page.read_text("utf-8")) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    text = "[a](no-such.md) [b](rules.md#no-such) [c](rules.md#3-a-deal) [d](https://example.org/x) `[e](f)`"
    assert broken(ROOT / "docs" / "README.md", text) == ["no-such.md", "rules.md#no-such"]


def test_every_page_is_found_from_an_index() -> None:
    reached, waiting = set(INDEXES), list(INDEXES)
    while waiting:
        page = waiting.pop()
        linked = {(page.parent / link.partition("#")[0]).resolve() for link in links(page.read_text("utf-8"))}
        # An index leads to a page, or to the index of a folder that does.
        for place in linked - reached if page.name == "README.md" else ():
            if place.suffix == ".md" and (ROOT / "docs") in place.parents:
                reached.add(place)
                waiting.append(place)
    assert [str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md") if page not in reached] == []


def commands(page: Path) -> list[str]:
    """Every call of the command in the shell examples of a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("canastra ")]


@pytest.mark.parametrize("page", [page for page in SHOWN if commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_work_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, case in MATCHES.items():
        shutil.copy(CONFORMANCE / case, file)
    for file, text in ENTRIES.items():
        (tmp_path / file).write_text(text, "utf-8")
    for command in commands(page):
        arguments = shlex.split(command)[1:]
        if arguments[0] == "play":
            # The strong levels are compiled for minutes.
            arguments += ["--level", "greedy"]
        ran = canastra(*arguments, stdin=b"sair\n")
        assert (ran.status, ran.err) == (EXIT_OK, ""), command


def test_the_portuguese_readme_names_the_same_commands() -> None:
    english, portuguese = (
        re.findall(r"^\| `canastra ([a-z-]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        for name in ("README.md", "README.pt-BR.md")
    )
    assert english == portuguese


def words_on_the_page() -> str:
    """Everything that the page in the browser says in Portuguese."""
    sources = ROOT / "web" / "src"
    words = [*(sources / "i18n" / "pt").rglob("*.ts"), sources / "account" / "credentials" / "recoveryWords.ts"]
    return "\n".join(path.read_text("utf-8").lower() for path in words)


def labels() -> list[str]:
    """The bold words of the guide for players, which are words of the screen. Heads of paragraphs end in a stop."""
    guide = (ROOT / "docs" / "pt" / "como-jogar.md").read_text("utf-8")
    return [" ".join(label.split()) for label in re.findall(r"\*\*([^*]+)\*\*", guide) if not label.endswith(".")]


def test_the_guide_names_the_buttons_as_the_screen_does() -> None:
    said = words_on_the_page()
    assert [label for label in labels() if label.lower() not in said] == []
    assert len(labels()) > 20


PATH = re.compile(r"`((?:[\w-]+/)+(?:[\w-]+(?:\.\w+)*)?|\w+\.py)`")
"""A file or folder in inline code, as in ``engine/melds/meld.py``."""


def test_the_life_of_a_command_passes_few_files() -> None:
    """Outside the engine; the page names them all, and the figure is the same wherever it stands."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    life = text.partition("## The life of a command\n")[2].partition("\n## ")[0]
    files = {
        name for line in life.splitlines() if line.startswith("| ") for name in re.findall(r"`([\w/]+\.py)`", line)
    }
    assert {name for name in files if not (PACKAGE / name).is_file() or name.startswith("engine/")} == set()
    assert len(files) <= 31
    assert f"These are {len(files)} files outside the engine and four hand-offs" in life
    measured = (ROOT / "docs" / "lab" / "house.md").read_text("utf-8")
    assert re.search(rf"files that a command passes outside the engine \|[ \d]+\| {len(files)} \|", measured)


def test_the_server_has_fewer_than_100_files() -> None:
    files = list((PACKAGE / "server").rglob("*.py"))
    assert len(files) < 100
    measured = (ROOT / "docs" / "lab" / "house.md").read_text("utf-8")
    assert re.search(rf"\| files \|[ \d]+\| {len(files)} \|", measured)


NAMING = ("architecture.md", "glossary.md")


def lost_paths(page: str) -> list[str]:
    """The paths named on a page that exist neither below src/canastra nor below the root."""
    named = set(PATH.findall(re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)))
    places = (ROOT / "src" / "canastra", ROOT)
    return sorted(path for path in named if not any((place / path).exists() for place in places))


@pytest.mark.parametrize("page", NAMING)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    assert lost_paths((ROOT / "docs" / page).read_text("utf-8")) == []


def test_a_path_that_is_gone_is_found() -> None:
    page = "see `engine/melds/meld.py`, `cards.py`, `tests/engine`, `web/src`, `engine/nowhere.py`, `nowhere/at/all`"
    assert lost_paths(page) == ["engine/nowhere.py", "nowhere/at/all"]
