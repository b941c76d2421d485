"""`canastra tournament print` through a day: lists, sheets, groups, bracket, Ata, certificates, spreadsheets."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from canastra.cli.exits import EXIT_INPUT, EXIT_OK
from tests.cli.running import Ran, canastra
from tests.prints.measurement import overlapping, pages
from tests.test_pages import ROOT, commands

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Bia", "Caio", "Davi", "Érica", "Fábio", "Gil", "Hugo")


def tournament(*arguments: str) -> Ran:
    ran = canastra("tournament", *arguments)
    assert (ran.status, ran.err) == (EXIT_OK, ""), (arguments, ran.err)
    return ran


def draw(seed: str) -> None:
    tournament("draw", "sabado", "--seed", seed)


def play(*scores: str) -> None:
    """A round in which the first side of each table wins."""
    for command in ("pair", "publish"):
        tournament(command, "sabado")
    started = tournament("start", "sabado").out
    for table in re.findall(r"^ *(\d+) ", started, re.MULTILINE):
        if canastra("tournament", "result", "sabado", table, *scores).status != EXIT_OK:
            break  # a number of a side, not of a table
    tournament("close", "sabado")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Eight pairs in two groups, before the first round."""
    monkeypatch.chdir(tmp_path)
    tournament("new", "sabado", "--example", "club-day", "--name", "Jogos da AABB")
    tournament("adopt", "sabado")
    for name in NAMES:
        tournament("enter", "sabado", "--players", f"{name} Łukasiewicz, {name} Gonçalves")
    tournament("check-in", "sabado")
    draw("Loteria 5921")
    return tmp_path / "sabado"


def words(path: Path) -> str:
    found = pages(path.read_bytes())
    assert [overlapping(page) for page in found] == [[] for _ in found]
    return "\n".join(page.words for page in found)


def test_a_day_on_paper(folder: Path) -> None:
    play("2010-1500")
    made = tournament("print", "sabado", "--place", "Salão nobre").out.splitlines()
    assert [Path(name).name for name in made] == [
        "mesas-fase-1-rodada-1.pdf",
        "nomes-fase-1-rodada-1.pdf",
        "folhas-fase-1-rodada-1.pdf",
        "tabela.pdf",
        "cartoes.pdf",
        "grupos.pdf",
        "ata.pdf",
        "classificacao.csv",
        "resultados.csv",
        "torneio.xlsx",
    ]
    paper = folder / "impressos"
    assert "Ana Łukasiewicz / Ana Gonçalves" in words(paper / "mesas-fase-1-rodada-1.pdf")
    assert "1ª rodada" in words(paper / "nomes-fase-1-rodada-1.pdf")
    assert words(paper / "folhas-fase-1-rodada-1.pdf").count("Assinatura de A") == 4
    assert "2.010×1.500" in words(paper / "grupos.pdf")
    assert "grupo B" in words(paper / "grupos.pdf")
    ata = words(paper / "ata.pdf")
    for part in ("Jogos da AABB", "Salão nobre", "Tolerância de 15 minutos", "Inscritos: 8", "2.010", "A 1º", "B 4º"):
        assert part in ata
    lines = (paper / "resultados.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 5
    assert all(";2010;1500;" in line for line in lines[1:])


def test_the_end_on_paper(folder: Path) -> None:
    for _ in range(3):
        play("2010-1500")
    early = canastra("tournament", "print", "sabado", "--what", "certificates")
    assert (early.status, "não terminou" in early.err) == (EXIT_INPUT, True)
    draw("Loteria 5922")
    for _ in range(2):
        play("2010-1500", "1500-2010", "2010-900")
    made = tournament("print", "sabado", "--what", "bracket", "--what", "certificates", "--what", "minutes").out
    assert len(made.splitlines()) == 3
    bracket = words(folder / "impressos" / "chave.pdf")
    for part in ("Semifinal", "Final", "Campeão", "Terceiro lugar"):
        assert part in bracket
    certificates = pages((folder / "impressos" / "certificados.pdf").read_bytes())
    assert len(certificates) == 3
    assert "1º lugar" in certificates[0].words
    ata = words(folder / "impressos" / "ata.pdf")
    assert "8º" in ata, "who went out of the groups is listed, too"
    assert "2.010 × 1.500; 1.500 × 2.010; 2.010 × 900" in ata


def test_the_commands_of_the_page_work(folder: Path) -> None:
    play("2010-1500")
    typed = [each for each in commands(ROOT / "docs" / "prints.md") if each.startswith("canastra tournament")]
    assert len(typed) == 3
    for command in typed:
        tournament(*shlex.split(command)[2:])


def test_what_cannot_be_printed_is_said(folder: Path) -> None:
    tournament("pair", "sabado")
    for what, said in (("tables", "publicada"), ("sheets", "publicada"), ("bracket", "eliminatória")):
        ran = canastra("tournament", "print", "sabado", "--what", what)
        assert ran.status == EXIT_INPUT
        assert said in ran.err
    assert not (folder / "impressos").exists()
