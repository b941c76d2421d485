"""`canastra sheet print`: PDFs at the requested place, which replace no other file."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from canastra.cli.exits import EXIT_INPUT, EXIT_OK
from tests.cli.running import canastra
from tests.prints.measurement import pages
from tests.test_pages import ROOT, commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    ran = canastra("sheet", "new", "folha.toml", "--rulebook", "buraco", "--side", "Ana e Bia", "--side", "Caio e Davi")
    assert ran.status == EXIT_OK
    assert canastra("sheet", "add", "folha.toml", "--one", "430", "--two", "-120").status == EXIT_OK
    return tmp_path


def test_a_sheet_is_printed_beside_itself(folder: Path) -> None:
    ran = canastra("sheet", "print", "folha.toml")
    assert (ran.status, ran.err) == (EXIT_OK, "")
    assert ran.out == "folha.pdf: folhas de pontos para imprimir: 1\n"
    (page,) = pages((folder / "folha.pdf").read_bytes())
    assert "Ana e Bia" in page.words
    assert "−120" in page.words


def test_blank_sheets_have_numbers_and_codes_of_their_own(folder: Path) -> None:
    address = "http://192.168.0.12:8000/placar?mesa={table}"
    ran = canastra(
        "sheet", "print", "--rulebook", "tranca", "--tables", "3", "--url", address, "--out", "m.pdf", "--lang", "en"
    )
    assert ran.out == "m.pdf: score sheets to print: 3\n"
    found = pages((folder / "m.pdf").read_bytes())
    assert len(found) == 2
    assert "Table 1" in found[0].words
    assert "Table 3" in found[1].words
    codes = [[ink for ink in page.inks if ink.kind == "shape" and ink.top < 35 and ink.left > 175] for page in found]
    assert codes[0] != codes[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--rulebook"),
        (["folha.toml", "--out", "folha.toml"], ".pdf"),
        (["folha.toml", "--tables", "2"], "--tables"),
        (["--rulebook", "nada"], "nada"),
        (["nada.toml"], "nada.toml"),
        (["folha.toml", "--url", "x" * 5000], "5000"),
        (["folha.toml", "--out", "nenhuma/pasta.pdf"], "pasta.pdf"),
    ],
)
def test_what_cannot_be_printed_is_said(folder: Path, arguments: list[str], words: str) -> None:
    before = (folder / "folha.toml").read_bytes()
    ran = canastra("sheet", "print", *arguments)
    assert ran.status == EXIT_INPUT
    assert words in ran.err
    assert "Traceback" not in ran.err
    assert (folder / "folha.toml").read_bytes() == before
    assert list(folder.glob("**/*.pdf")) == []


def test_the_commands_of_the_page_work(folder: Path) -> None:
    typed = [each for each in commands(ROOT / "docs" / "prints.md") if each.startswith("canastra sheet")]
    assert len(typed) >= 3
    for command in typed:
        ran = canastra(*shlex.split(command)[1:])
        assert (ran.status, ran.err) == (EXIT_OK, ""), command


def test_without_the_extra_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canastra.prints.LIBRARIES", ("no_such_library_of_prints",))
    ran = canastra("sheet", "print", "folha.toml")
    assert ran.status == EXIT_INPUT
    assert "canastra[prints]" in ran.err
