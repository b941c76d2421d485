"""The page shows a spreadsheet's entries and lets people correct the columns before a side enters."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.people import PHONE, People, Person
from tests.browser.tournaments import Event

LAPTOP = (1366, 768)
SHOTS = os.environ.get("ENTRY_SHOTS", "")
HEADED = (
    "Torneio de sábado;;;;;\n"
    "Nº;Nome da dupla;Jogador 1;Jogador 2;Clube;Apelido\n"
    "1;Conceição e João;Conceição;João;São José;Bibi\n"
    "2;Zé e Ítalo;Zé;Ítalo;AABB;\n"
    "3;;Maria Aparecida dos Santos Gonçalves Figueiredo;Rui Augusto de Vasconcelos Albuquerque Neto;;\n"
    "4;Só um;Ana;;;\n"
    "5;zé E ítalo;Bia;Leo;;\n"
    "6;Lia e Zé;Lia;Zé;;Ze\n"
)


def to_entries(person: Person, event: Event) -> None:
    person.visit(f"/torneio/{event.id}/sala")
    person.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    person.page.get_by_text("Inscrever de uma planilha").click()


def chooses(person: Person, name: str, content: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    person.page.locator("input[type=file]").set_input_files(file)


def chosen(person: Person, name: str, content: bytes) -> None:
    chooses(person, name, content)
    person.sees("O que cada linha vira")


def column(person: Person, heading: str) -> Locator:
    return person.page.get_by_role("combobox", name=heading)


def names(event: Event) -> list[str]:
    return [each["name"] for each in event.view()["sides"]]


def shot(person: Person, name: str) -> None:
    if SHOTS:
        person.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_file_of_excel_is_seen_and_put_right_before_anybody_enters(people: People, size: tuple[int, int]) -> None:
    ana = people("Ana", size)
    event = Event(ana, example="club-rounds", least=4)
    to_entries(ana, event)
    shot(ana, f"empty-{size[0]}")
    chosen(ana, "duplas.csv", HEADED.encode("cp1252"))
    ana.sees("na codificação do Excel no Windows")
    ana.sees("4 linhas dão inscrição. 2 linhas ficam de fora:")
    for words in ("tem 1 de 2 jogadores", '"zé E ítalo" já está na linha 4', "Zé está também na linha 4"):
        expect(ana.page.get_by_text(words)).to_be_visible()
    expect(ana.page.get_by_text("Figueiredo / Rui Neto")).to_be_visible()
    expect(column(ana, "Nome da dupla")).to_have_value("name")
    expect(column(ana, "Jogador 2")).to_have_value("player")
    expect(column(ana, "Nº")).to_have_value("number")
    expect(column(ana, "Apelido")).to_have_value("ignored")
    ana.sees("O título não diz o que é")
    assert names(event) == []
    ana.accessible()
    ana.usable()
    shot(ana, f"preview-{size[0]}")
    column(ana, "Nome da dupla").select_option("ignored")
    ana.sees("5 linhas dão inscrição. 1 linha fica de fora:")
    ana.sees("Conceição / João")
    column(ana, "Nome da dupla").select_option("name")
    ana.sees("4 linhas dão inscrição.")
    ana.page.get_by_role("checkbox", name=re.compile("Lia e Zé")).uncheck()
    assert names(event) == []
    ana.presses("Inscrever os 3")
    ana.sees("0 de 3 estão aqui.")
    assert names(event) == ["Conceição e João", "Zé e Ítalo", "Maria Figueiredo / Rui Neto"]
    expect(ana.page.get_by_text("O que cada linha vira")).to_have_count(0)


@pytest.mark.slow
def test_cells_are_pasted_and_headings_may_be_none(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana, example="club-rounds", least=4)
    to_entries(ana, event)
    pasted = ana.page.get_by_label("Cole aqui")
    pasted.fill("\nAna e Rui\tAna\tRui\tAABB\nDupla\tLia\tLeo\t\n")
    ana.presses("Conferir")
    ana.sees("2 linhas dão inscrição.")
    heads = ana.page.get_by_role("checkbox", name="A linha 2 tem os títulos das colunas")
    expect(heads).not_to_be_checked()
    heads.check()
    ana.sees("1 linha dá inscrição.")
    expect(column(ana, "Ana e Rui")).to_be_visible()
    heads.uncheck()
    ana.sees("2 linhas dão inscrição.")
    # A changed field needs a new preview.
    pasted.fill("Só\n")
    expect(ana.page.get_by_text("O que cada linha vira")).to_have_count(0)
    ana.presses("Conferir")
    ana.sees("0 linhas dão inscrição. 1 linha fica de fora:")
    expect(ana.page.get_by_role("button", name=re.compile("Inscrever os"))).to_have_count(0)
    assert names(event) == []


@pytest.mark.slow
def test_a_workbook_and_what_is_none(people: People) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    ana = people("Ana", LAPTOP)
    ana.forgive("status of 400")
    event = Event(ana, example="individual", least=4)
    to_entries(ana, event)
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in (("Nome", "Clube"), ("Ana", "AABB"), ("Bia", "APCEF")):
        book.active.append(row)
    book.save(file)
    chosen(ana, "lista.xlsx", file.getvalue())
    ana.sees("Arquivo XLSX.")
    shot(ana, "workbook-1366")
    ana.presses("Inscrever os 2")
    ana.sees("0 de 2 estão aqui.")
    assert [(each["name"], each["delegation"]) for each in event.view()["sides"]] == [("Ana", "AABB"), ("Bia", "APCEF")]
    chooses(ana, "foto.png", b"\x89PNG\r\n\x1a\n\x00\x01")
    expect(ana.page.get_by_role("alert").filter(has_text="não é uma planilha")).to_be_visible()
    chooses(ana, "grande.csv", b"Ana;Rui\n" * 150_000)
    expect(ana.page.get_by_role("alert").filter(has_text="mais de 1 MB")).to_be_visible()


@pytest.mark.slow
def test_an_entry_by_mistake_is_removed_before_the_draw(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana, example="club-rounds", least=4)
    event.enters(5)
    to_entries(ana, event)
    for number, name in enumerate(("ana ", "Xica"), 1):
        ana.page.get_by_label(f"Jogador {number}").fill(name)
    ana.sees("ana já joga em “Ana e Rui”")
    shot(ana, "typed-390")
    ana.page.get_by_role("button", name="Mudar: Bia e Leo").click()
    shot(ana, "remove-390")
    ana.presses("Apagar a inscrição")
    ana.sees("0 de 4 estão aqui.")
    assert "Bia e Leo" not in names(event)
    event.reaches("pair")
    ana.page.get_by_role("button", name="Mudar: Caio e Eva").click()
    ana.sees("Sai do torneio")
    expect(ana.page.get_by_role("button", name="Apagar a inscrição")).to_have_count(0)


@pytest.mark.slow
def test_a_score_sheet_in_another_encoding_is_read_and_that_is_said(people: People, tmp_path: Path) -> None:
    ana = people("Ana", PHONE)
    ana.visit("/placar")
    sheet = tmp_path / "folha.toml"
    text = 'format = "canastra-sheet/1"\nrulebook = "buraco"\nrevision = 1\nsides = ["José e Lúcia", "Eles"]\n'
    text += "\n[[deals]]\nsides = [\n  { total = 430 },\n  { total = 120 },\n]\n"
    for encoding, said in (("cp1252", "na codificação do Windows"), ("utf-16", "UTF-16"), ("utf-8", "")):
        sheet.write_bytes(text.encode(encoding))
        ana.page.locator("#sheet-file").set_input_files(sheet)
        dialog = ana.page.get_by_role("dialog")
        expect(dialog).to_contain_text("José e Lúcia 430")
        if said:
            expect(dialog).to_contain_text(said)
        else:
            expect(dialog).not_to_contain_text("UTF-8")
        shot(ana, f"sheet-{encoding}")
        ana.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
