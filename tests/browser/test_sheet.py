"""The score sheet for a table with real cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hosts import Host
from tests.browser.people import PHONE, People, Person
from tests.browser.test_offline import controlled
from tools.screenshots import new_sheet, write_totals

pytestmark = pytest.mark.slow

SMALL, SIDEWAYS, DESKTOP = (320, 568), (844, 390), (1366, 640)


def points(person: Person) -> list[str]:
    """Return the points of both sides."""
    found = person.page.locator(".score .points")
    expect(found).to_have_count(2)
    return [re.sub(r"\s", "", each) for each in found.all_inner_texts()]


def types(person: Person, keys: str) -> None:
    """Type on the page's own keys."""
    for key in keys:
        person.page.get_by_role("button", name=key, exact=True).click()


def fits_everywhere(person: Person) -> None:
    """Fail if the page scrolls sideways, or the button that saves a deal is outside the window."""
    for size in (SMALL, SIDEWAYS, DESKTOP, PHONE):
        person.resizes(size)
        person.fits()
        expect(person.page.locator(".primary").last).to_be_in_viewport(ratio=1)


def test_a_match_without_a_network(people: People, host: Host) -> None:
    """A whole match: totals and counts, a warning, a correction, a half-written deal, undo."""
    ana = people("Ana", address=host.address, service_workers="allow")
    ana.forgive("Failed to load resource|ERR_")
    ana.visit("/")
    controlled(ana.page)
    host.off()
    ana.follows("Placar")
    ana.accessible()
    new_sheet(ana)
    ana.sees("Dá as cartas: Ana")
    fits_everywhere(ana)
    write_totals(ana, "1505", "-45")
    assert points(ana) == ["1.505", "−45"]
    ana.sees("Vulnerável abre com 75; depois, 90, 120, 150")
    ana.sees("Dá as cartas: Clara")

    ana.presses("Anotar a 2ª mão")
    types(ana, "733")
    ana.sees("Ana e Beto: 733 não é múltiplo de 5.")
    ana.page.reload()  # A half-written deal survives a reload.
    ana.presses("Continuar a anotar")
    expect(ana.page.locator(".total input").first).to_have_value("733")
    fits_everywhere(ana)
    ana.accessible()
    ana.presses("Contar")
    types(ana, "4")
    ana.presses("próximo")
    types(ana, "28")
    ana.page.get_by_label("Canastras limpas (200 cada): Ana e Beto").click()
    ana.presses("um a mais")
    ana.page.locator(".out").get_by_text("Ana e Beto").click()
    ana.page.get_by_label("Morto: Ana e Beto").select_option(label="pegou")
    expect(ana.page.locator(".heads")).to_have_text(re.compile(r"Ana e Beto\s*\+640\s*Clara\s*−100"))
    fits_everywhere(ana)
    ana.accessible()
    ana.presses("Guardar a mão")
    assert points(ana) == ["2.145", "−145"]

    # The first deal is corrected, which changes the second deal's minimum, but not its points.
    ana.page.locator(".deals button").last.click()
    ana.accessible()
    ana.presses("Corrigir esta mão")
    ana.page.locator(".total input").first.fill("1405")
    ana.presses("Guardar a mão")
    ana.sees("Diga por quê: fica anotado na folha.")
    ana.presses("Somamos errado")
    ana.presses("Guardar a mão")
    assert points(ana) == ["2.045", "−145"]
    ana.sees("a mínima era outra")
    ana.page.locator(".deals button").last.click()
    ana.sees(re.compile(r"era 1\.505 × −45, passou a 1\.405 × −45"))
    ana.sees("Motivo: Somamos errado")
    ana.presses("Fechar")
    ana.presses("Desfazer")
    assert points(ana) == ["2.145", "−145"]

    # Both sides reach the target with equal points, so a further deal decides.
    write_totals(ana, "855", "3145")
    assert points(ana) == ["3.000", "3.000"]
    write_totals(ana, "10", "-5")
    ana.sees("Ana e Beto: vitória!")
    fits_everywhere(ana)
    ana.accessible()
    ana.presses("Jogar outra")
    ana.sees("Dá as cartas: Ana")
    assert points(ana) == ["0", "0"]


def test_another_phone_goes_on(people: People, tmp_path: Path) -> None:
    """Shared by a link, whose data no server gets, and by a file. A known sheet is stored after a question."""
    ana, bia = people("Ana"), people("Bia", size=SMALL)
    asked: list[str] = []
    bia.page.on("request", lambda request: asked.append(request.url))
    ana.visit("/placar")
    new_sheet(ana)
    write_totals(ana, "840", "123")
    ana.presses("Mandar")
    expect(ana.page.get_by_role("img", name="Código QR desta folha")).to_be_visible()
    ana.accessible()
    expect(ana.page.locator("pre")).to_contain_text("*Ana e Beto 840 × 123 Clara*")
    link = ana.page.get_by_label("Continuar em outro celular").input_value()
    with ana.page.expect_download() as event:
        ana.presses("Baixar o arquivo")
    event.value.save_as(tmp_path / "sheet.toml")

    bia.page.goto(link)
    bia.sees("Guardar esta folha aqui?")
    bia.accessible()
    bia.presses("Guardar aqui")
    assert points(bia) == ["840", "123"]
    fragment = link.partition("#")[2]
    assert len(fragment) > 50
    assert not [url for url in asked if fragment[:40] in url.partition("#")[0]]
    write_totals(bia, "100", "200")
    bia.page.goto(f"{bia.address}/placar")
    bia.page.locator("input[type=file]").set_input_files(tmp_path / "sheet.toml")
    bia.sees("Este aparelho já tem esta folha, com 2 mãos anotadas.")
    bia.presses("Guardar as duas")
    bia.page.goto(f"{bia.address}/placar")
    expect(bia.page.locator(".sheets > li")).to_have_count(2)
    bia.accessible()
    bia.page.get_by_role("button", name=re.compile("^Apagar a folha")).first.click()
    expect(bia.page.locator(".sheets > li")).to_have_count(1)
    bia.presses("Trazer de volta")
    expect(bia.page.locator(".sheets > li")).to_have_count(2)
    bia.page.goto(f"{bia.address}/placar#s=zXYZ")
    bia.sees("Não deu para ler a folha.")
