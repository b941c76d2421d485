"""`canastra sheet` from the first deal to the last: its file, its output, its refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from canastra.scoresheet import parse_sheet, write_sheet
from tests.cli.running import CONFORMANCE, Ran, canastra

TIME = "2026-11-23T16:00:00-03:00"
BY = ("--author", "Rosa", "--reason", "conta refeita", "--time", TIME)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "folha.toml"
    names = ("--side", "Ana e Bia", "--side", "Caio e Davi")
    players = [word for name in ("Ana", "Caio", "Bia", "Davi") for word in ("--player", name)]
    ran = canastra("sheet", "new", path, "--rulebook", "canastra-regional", *names, *players)
    assert (ran.status, ran.err) == (0, "")
    return path


def add(path: Path, one: str, two: str, *more: str) -> Ran:
    return canastra("sheet", "add", path, "--one", one, "--two", two, *more)


def shown(path: Path) -> Any:
    return canastra("sheet", "show", path, "--json").json


def test_an_afternoon(sheet: Path) -> None:
    assert add(sheet, "430", "-120").out.splitlines() == [
        "1ª mão: 430 × −120",
        "Ana e Bia 430 × −120 Caio e Davi",
        "Dá a próxima mão: Caio.",
    ]
    # A minus as people paste it, and answers to the form.
    counted = add(sheet, "−50", "laid_15=3 laid_10=9 laid_5=6 clean=1 went_out morto=taken")
    assert counted.out.startswith("2ª mão: −50 × 465\n")
    assert "Abertura mínima de Ana e Bia: 75." in add(sheet, "1200", "0").out
    over = add(sheet, "1500", "900")
    assert over.out.endswith("Vitória na partida: Ana e Bia, 3.080 a 1.245.\n")
    refused = add(sheet, "10", "20")
    assert (refused.status, refused.out) == (2, "")
    assert "tudo terminou" in refused.err
    found = shown(sheet)
    assert [deal["totals"] for deal in found["matches"][0]["deals"]] == [
        [430, -120],
        [380, 345],
        [1580, 345],
        [3080, 1245],
    ]
    assert (found["finished"], found["winner"], found["next"]) == (True, 0, None)
    assert write_sheet(parse_sheet(sheet.read_text("utf-8"))) == sheet.read_text("utf-8")


def test_an_odd_deal_is_warned_of_and_let_stand_with_a_reason(sheet: Path) -> None:
    assert "  ! Ana e Bia: 437 pontos não são múltiplo de 5 (Art. 12)\n" in add(sheet, "437", "0").out
    assert [each["code"] for each in shown(sheet)["matches"][0]["deals"][0]["warnings"]] == ["sheet_off_step"]
    fixed = canastra("sheet", "fix", sheet, "--accept", *BY)
    assert "!" not in fixed.out
    deal = shown(sheet)["matches"][0]["deals"][0]
    assert (deal["warnings"], deal["accepted"][0]["reason"]) == ([], "conta refeita")
    assert canastra("sheet", "fix", sheet, "--accept", *BY).status == 2
    assert "!" not in add(sheet, "3", "0", "--accept", "multa", "--author", "Rosa").out


def test_a_correction_keeps_what_was_there_and_names_the_deal_it_touches(sheet: Path) -> None:
    add(sheet, "1490", "0")
    add(sheet, "100", "200")
    ran = canastra("sheet", "fix", sheet, "--deal", "1", "--one", "1500", *BY)
    assert ran.status == 0
    assert "Veja a 2ª mão" in ran.out
    correction = parse_sheet(sheet.read_text("utf-8")).deals[0].corrections[0]
    assert (correction.author, correction.time, correction.reason) == ("Rosa", TIME, "conta refeita")
    assert "jogada com abertura de 0" in " ".join(canastra("sheet", "show", sheet).out.split())


def test_a_referees_points_an_annulled_deal_and_a_forfeit(sheet: Path) -> None:
    add(sheet, "100", "200")
    canastra("sheet", "fix", sheet, "--points", "-50", "--side", "caio e davi", *BY)
    assert shown(sheet)["matches"][0]["points"] == [100, 150]
    canastra("sheet", "fix", sheet, "--annul", *BY)
    assert shown(sheet)["matches"][0]["points"] == [0, -50]
    assert canastra("sheet", "fix", sheet, "--annul", *BY).status == 2
    assert canastra("sheet", "fix", sheet, "--forfeit", "--side", "B", *BY).status == 0
    assert shown(sheet)["winner"] == 0


def test_an_encounter_goes_on_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "confronto.toml"
    canastra("sheet", "new", path, "--rulebook", "tranca", "--best-of", "3")
    add(path, "2010", "0")
    add(path, "0", "2010")
    assert add(path, "2010", "0").out.endswith("Vitória no confronto: Nós, 2 a 1 em partidas.\n")
    assert path.read_text("utf-8").count("match = ") == 3  # the encounter's own, and two deals that begin one
    assert [match["match"] for match in shown(path)["matches"]] == [1, 2, 3]


def test_scores_from_paper_and_cards_from_a_file(tmp_path: Path) -> None:
    path, cards = tmp_path / "tarde.toml", tmp_path / "mesa.toml"
    canastra("sheet", "new", path, "--rulebook", "tranca", "--score", "1200:900", "--target", "1500")
    assert canastra("sheet", "show", path).out.endswith("Nós 1.200 × 900 Eles\nDá a próxima mão: Nós (A1).\n")
    cards.write_text(
        'rulebook = "tranca"\n[[sides]]\nmelds = ["4H 5H 6H 7H 8H 9H TH"]\nmorto = true\nred_threes = "3D"\n'
        '[[sides]]\nhands = ["KS 3S"]\nunreplaced = "3H"\n',
        "utf-8",
    )
    ran = canastra("sheet", "add", path, "--cards", cards)
    # 70 + 200 + 100; -100 for the morto, -10 for the king, -100 for the black 3, -10 for the red 3 that stayed.
    assert ran.out.startswith("1ª mão: 370 × −220\n")
    deal = canastra("sheet", "show", path, "--deal", "1").out
    assert "3 vermelhos que ficaram" in deal


def test_a_record_becomes_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "registro.toml"
    ran = canastra("sheet", "new", path, "--record", CONFORMANCE / "buraco-golden-44.canastra")
    assert ran.out.endswith("Vitória na partida: Bruno + Davi, 2.560 a 1.110.\n")
    assert len(shown(path)["matches"][0]["deals"]) == 8


def test_a_record_says_all_but_what_the_sides_are_called(tmp_path: Path) -> None:
    record = CONFORMANCE / "buraco-golden-44.canastra"
    assert "--record" in refused("new", tmp_path / "x.toml", "--record", record, "--score", "10:20")
    ran = canastra("sheet", "new", tmp_path / "x.toml", "--record", record, "--side", "Nós", "--side", "Eles")
    assert ran.out.endswith("Vitória na partida: Eles, 2.560 a 1.110.\n")


def test_who_deals_is_said_by_name_or_by_side_and_place(sheet: Path, tmp_path: Path) -> None:
    assert "Dá a próxima mão: Davi.\n" in add(sheet, "10", "20", "--dealer", "bia").out
    assert "Dá a próxima mão: Ana.\n" in add(sheet, "10", "20", "--dealer", "B2").out
    assert "A1, B1, A2, B2" in refused("add", sheet, "--one", "1", "--two", "2", "--dealer", "2")
    other = tmp_path / "outra.toml"
    ran = canastra("sheet", "new", other, "--rulebook", "buraco", "--dealer", "b1", "--next-dealer", "draw")
    assert ran.out.endswith("Dá a próxima mão: Eles (B1).\n")
    assert "Sorteia-se" in add(other, "10", "20").out


@pytest.mark.parametrize("words", ["1200", "1.200", "1,200", "+1200", " 1200 "])
def test_points_as_people_write_them(sheet: Path, words: str) -> None:
    assert add(sheet, words, "0").out.startswith("1ª mão: 1.200 × 0\n")


def test_what_to_send_and_to_look_at(sheet: Path) -> None:
    add(sheet, "430", "-120")
    words = canastra("sheet", "show", sheet, "--text").out
    assert "1ª mão: +430 × −120 → 430 × −120\n" in words
    svg = sheet.with_suffix(".svg")
    assert canastra("sheet", "show", sheet, "--svg", svg).status == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    form = canastra("sheet", "show", sheet, "--form", "--lang", "en").out
    assert "cards laid: 8–K, 2" in form
    assert canastra("sheet", "show", sheet, "--form", "--json").json["format"] == "canastra-form/1"


def test_a_house_has_its_sheet_too(tmp_path: Path) -> None:
    house = tmp_path / "casa.toml"
    head = 'id = "casa"\nextends = "tranca"\nrevision = 1\nname = { pt = "Tranca da casa", en = "House tranca" }\n'
    house.write_text(head + "[threes]\nred_bonus = 200\n", "utf-8")
    path = tmp_path / "folha.toml"
    assert "casa.toml" not in canastra("sheet", "new", path, "--rulebook", house).out
    assert add(path, "red_exposed=2 laid=7 clean=1", "red_kept=1").out.startswith("1ª mão: 570 × −300\n")
    far = tmp_path / "longe" / "folha.toml"
    far.parent.mkdir()
    assert "casa.toml" in canastra("sheet", "new", far, "--rulebook", house).out
    assert add(far, "0", "0").status == 2
    assert add(far, "0", "0", "--rulebook", str(house)).status == 0


def refused(*arguments: str | Path) -> str:
    ran = canastra("sheet", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err


def test_what_a_referee_wrote_is_taken_back(sheet: Path) -> None:
    add(sheet, "10", "20")
    add(sheet, "433", "0")
    plain = sheet.read_bytes()
    for change, back in (
        (["--points", "-100", "--side", "A", *BY], ["--take-back"]),
        (["--annul", "--deal", "1", *BY], ["--take-back", "--deal", "1", "--ruling", "1"]),
        (["--accept", *BY], ["--take-back", "--accept"]),
        (["--forfeit", "--side", "B", *BY], ["--take-back", "--forfeit"]),
    ):
        changed = canastra("sheet", "fix", sheet, *change)
        assert (changed.status, changed.err) == (0, "")
        assert sheet.read_bytes() != plain
        taken = canastra("sheet", "fix", sheet, *back)
        assert (taken.status, taken.err) == (0, ""), taken.err
        assert sheet.read_bytes() == plain
    for points in ("-100", "-50"):
        canastra("sheet", "fix", sheet, "--points", points, "--side", "A", *BY)
    assert "--ruling" in refused("fix", sheet, "--take-back")
    assert "não tem a decisão 3" in refused("fix", sheet, "--take-back", "--ruling", "3")
    canastra("sheet", "fix", sheet, "--take-back", "--ruling", "1")
    assert "points = -50" in sheet.read_text("utf-8")
    assert "points = -100" not in sheet.read_text("utf-8")


def test_what_cannot_be_taken_back(sheet: Path) -> None:
    assert "ainda não tem mão" in refused("fix", sheet, "--take-back")
    add(sheet, "10", "20")
    before = sheet.read_bytes()
    assert "não tem a decisão 1" in refused("fix", sheet, "--take-back")
    assert "nenhum W.O." in refused("fix", sheet, "--take-back", "--forfeit")
    assert "nenhum aviso" in refused("fix", sheet, "--take-back", "--accept")
    for more in (["--one", "3"], BY, ["--annul"], ["--points", "5"], ["--forfeit", "--accept"]):
        assert "e mais nada" in refused("fix", sheet, "--take-back", *more)
    assert "--take-back" in refused("fix", sheet, "--ruling", "1", "--annul", *BY)
    assert sheet.read_bytes() == before


def test_what_is_refused_says_what_would_be_right(sheet: Path, tmp_path: Path) -> None:
    before = sheet.read_bytes()
    assert 'chave "laid_12" não é conhecida' in refused("add", sheet, "--one", "laid_12=3", "--two", "0")
    assert "--one" in refused("add", sheet, "--one", " ", "--two", "0")
    assert "--two: " in refused("add", sheet, "--one", "0", "--two", "went_out=3")
    assert "duas vezes" in refused("add", sheet, "--one", "clean=1 clean=2", "--two", "0")
    assert "--cards" in refused("add", sheet, "--one", "0")
    assert "já existe" in refused("new", sheet, "--rulebook", "buraco")
    assert "--rulebook" in refused("new", tmp_path / "x.toml")
    assert "1200:900" in refused("new", tmp_path / "x.toml", "--rulebook", "buraco", "--score", "12")
    assert "4 jogadores" in refused("new", tmp_path / "x.toml", "--rulebook", "buraco", "--player", "A")
    assert "não há arquivo" in refused("show", tmp_path / "nada.toml")
    assert "--reason" in refused("fix", sheet, "--one", "3")
    assert "--author" in refused("fix", sheet, "--one", "3", "--reason", "x")
    assert "uma mudança só" in refused("fix", sheet, "--one", "3", "--annul", *BY)
    assert "nenhum lado" in refused("fix", sheet, "--forfeit", "--side", "Zé", *BY)
    add(sheet, "10", "20")
    assert "já está assim" in refused("fix", sheet, "--one", "10", *BY)
    assert "uma só" in refused("show", sheet, "--text", "--form")
    assert sheet.read_bytes().startswith(before)
    assert not (tmp_path / "x.toml").exists()


def test_a_broken_file_is_named_with_its_line(sheet: Path) -> None:
    sheet.write_text(sheet.read_text("utf-8") + "\n[[deals]]\nsides = [{ total = 5 }]\n", "utf-8")
    assert refused("show", sheet).startswith(f"{sheet}:8: ")
    error = canastra("sheet", "show", sheet, "--json").json["error"]
    assert (error["line"], error["code"]) == (8, "sheet_two_entries")
    sheet.write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused("show", sheet)
    sheet.write_bytes(b"#" * (1024 * 1024 + 1))
    assert "1024 KiB" in refused("show", sheet)


def test_two_who_write_at_once_lose_nothing(sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from canastra.cli.sheet import deal

    def meanwhile(*given: Any) -> Any:
        sheet.write_text(sheet.read_text("utf-8") + "# outra pessoa\n", "utf-8")
        return real(*given)

    real = deal._with_deal
    monkeypatch.setattr(deal, "_with_deal", meanwhile)
    assert add(sheet, "10", "20").status == 2
    assert sheet.read_text("utf-8").endswith("# outra pessoa\n")


def test_a_match_forfeited_and_a_match_won_are_told(tmp_path: Path) -> None:
    path = tmp_path / "confronto.toml"
    canastra("sheet", "new", path, "--rulebook", "tranca", "--best-of", "3")
    assert "ainda não tem mão" in refused("fix", path, "--one", "3", *BY)
    canastra("sheet", "fix", path, "--forfeit", "--side", "A", *BY)
    add(path, "2010", "40")
    assert "não tem a mão 7" in refused("show", path, "--deal", "7")
    for words in (canastra("sheet", "show", path).out, canastra("sheet", "show", path, "--text").out):
        assert "W.O. de Nós: conta refeita\n" in words
        assert "Vitória na partida: Nós, 2.010 a 40.\n" in words
        assert "Confronto: 1 × 1." in words


def test_two_bounds_of_one_kind_are_one_warning(tmp_path: Path) -> None:
    path = tmp_path / "folha.toml"
    canastra("sheet", "new", path, "--rulebook", "tranca")
    assert add(path, "laid=150", "laid=50").out.count("!") == 1
