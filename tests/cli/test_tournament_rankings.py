"""`standings --categories`, `--category` and `--clubs`, and the category of an entry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Ran, canastra

TABLE = """Dupla;Jogador 1;Jogador 2;Clube;Cat.
Um;Ana;Rui;AABB;Sênior
Dois;Bia;Leo;APCEF;Mista
Três;Caio;Eva;AABB;sênior
Quatro;Davi;Iara;;
"""


def tournament(*arguments: str) -> Ran:
    return canastra("tournament", *arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four pairs in one group after a round."""
    monkeypatch.chdir(tmp_path)
    Path("duplas.csv").write_text(TABLE, "utf-8")
    assert tournament("new", "sabado", "--example", "club-rounds").status == 0
    regulations = tmp_path / "sabado" / "regulations.toml"
    text = re.sub(r"(?m)^least = \d+", "least = 4", regulations.read_text("utf-8"))
    regulations.write_text(f'{text}\n[clubs]\nbest = 2\norder = "places"\n', "utf-8")
    for arguments in (
        ["adopt", "sabado"],
        ["enter", "sabado", "duplas.csv"],
        ["check-in", "sabado"],
        ["draw", "sabado", "--seed", "Loteria 5921"],
        ["pair", "sabado"],
        ["publish", "sabado"],
        ["start", "sabado"],
        ["result", "sabado", "1", "2010-1500"],
        ["result", "sabado", "2", "2010-1500"],
        ["close", "sabado"],
    ):
        ran = tournament(*arguments)
        assert (ran.status, ran.err) == (0, ""), ran.err
    return tmp_path / "sabado"


@pytest.mark.usefixtures("folder")
def test_categories_are_in_the_order_of_all() -> None:
    (group,) = tournament("standings", "sabado", "--json").json["groups"]
    order = [each["side"] for each in group]
    categories = tournament("standings", "sabado", "--categories", "--json").json["categories"]
    assert [each["category"] for each in categories] == ["Mista", "Sênior"]
    assert [each["side"] for each in categories[1]["places"]] == [side for side in order if side in (1, 3)]
    assert [each["overall"] for each in categories[1]["places"]] == sorted(order.index(side) + 1 for side in (1, 3))
    shown = tournament("standings", "sabado", "--category", "SENIOR").out
    assert "Categoria Sênior" in shown
    assert "Dois" not in shown
    assert "Dois" in tournament("standings", "sabado", "--categories").out


@pytest.mark.usefixtures("folder")
def test_clubs_add_up_their_best() -> None:
    (group,) = tournament("standings", "sabado", "--json").json["groups"]
    places = {each["side"]: each["place"] for each in group}
    first, second = tournament("standings", "sabado", "--clubs", "--json").json["clubs"]
    assert (first["club"], first["total"], second["club"], second["total"]) == (
        "AABB",
        places[1] + places[3],
        "APCEF",
        places[2],
    )
    shown = tournament("standings", "sabado", "--clubs", "--lang", "en").out
    assert "Standings of the clubs" in shown
    assert "A club with fewer sides comes behind" in " ".join(shown.split())


@pytest.mark.usefixtures("folder")
def test_a_category_that_nobody_has_is_refused_with_those_that_are() -> None:
    for language, words in (("pt", 'não há categoria "Junior"; há Mista, Sênior'), ("en", "there are Mista, Sênior")):
        ran = tournament("standings", "sabado", "--category", "Junior", "--lang", language)
        assert (ran.status, words in ran.err) == (2, True)
    told = tournament("standings", "sabado", "--category", "Junior", "--json").json
    assert told["error"]["code"] == "category_unknown"


def test_what_the_regulations_do_not_rank_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tournament("new", "sabado", "--example", "club-day")
    tournament("adopt", "sabado")
    assert "começou" in tournament("standings", "sabado", "--clubs").err
    for number in range(8):
        assert tournament("enter", "sabado", "--players", f"A{number}, B{number}").status == 0
    tournament("check-in", "sabado")
    assert tournament("draw", "sabado", "--seed", "x").status == 0
    assert "[clubs]" in tournament("standings", "sabado", "--clubs").err
    assert "nenhuma inscrição que joga tem categoria" in tournament("standings", "sabado", "--categories").err


@pytest.mark.usefixtures("folder")
def test_a_category_is_entered_and_corrected() -> None:
    assert tournament("enter", "sabado", "--players", "Eva, Gil", "--category", "x" * 41).status == 2
    assert tournament("correct", "sabado", "4", "--category", "Mista", "--reason", "faltou na planilha").status == 0
    categories = tournament("standings", "sabado", "--category", "Mista", "--json").json["categories"]
    assert {each["side"] for each in categories[0]["places"]} == {2, 4}
    again = tournament("correct", "sabado", "4", "--category", "Mista", "--reason", "outra vez")
    assert (again.status, "--category" in again.err) == (2, True)
