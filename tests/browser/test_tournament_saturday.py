"""A Saturday of a club on the organiser's phone, by touch: 32 pairs, groups, a knock-out, and what goes wrong."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from canastra.tournament.verifier import check_tournament
from tests.browser.hosts import Host
from tests.browser.people import PHONE, People, Person
from tests.browser.test_tournament_day import FILES, LONG, NETWORK, Day, button, founded

pytestmark = pytest.mark.slow

STEPS = re.compile(r"^(Formar|Publicar|Começar|Encerrar|Homologar) a rodada \d+$")
RESULT = re.compile(r"^Resultado: Mesa \d+$")
WON = ("2010", "1500")


def taps(ana: Person, name: str | re.Pattern[str]) -> None:
    ana.page.get_by_role("button", name=name).first.tap(timeout=LONG)


def goes_on(ana: Person, until: str) -> None:
    """Tap what the page has next, as far as this button; results are entered on the way."""
    while not (there := button(ana, until)).count():
        due = (
            ana.page.get_by_role("button", name=STEPS).or_(there).or_(ana.page.get_by_role("button", name=RESULT)).first
        )
        due.wait_for(timeout=LONG)
        if RESULT.match(name := due.get_attribute("aria-label") or due.inner_text()):
            enters_results(ana)
        elif STEPS.match(name) and name != until:
            button(ana, name).tap()
            expect(button(ana, name)).to_have_count(0, timeout=LONG)
    there.wait_for(timeout=LONG)


def enters_results(ana: Person, but: int = 0) -> None:
    """All results that lack, but so many; the next table opens by itself."""
    open_tables = ana.page.get_by_role("button", name=RESULT)
    left = open_tables.count()
    open_tables.first.tap()
    while left > but:
        fields = ana.page.locator(".score input")
        for match in range(2 if fields.count() > 2 else 1):
            for half, points in enumerate(WON):
                fields.nth(2 * match + half).fill(points)
        fields.first.press("Enter")
        left -= 1
        expect(open_tables).to_have_count(max(left - 1, 0), timeout=LONG)


def part(ana: Person, name: str) -> None:
    ana.page.get_by_role("navigation").get_by_role("button", name=name, exact=True).tap()


def test_a_saturday_of_thirty_two_pairs_by_touch(people: People, host: Host, client: Path) -> None:
    ana = people("Ana", PHONE, address=host.address)
    ana.forgive(NETWORK)
    day = founded(ana, 31)
    for label, value in (("Jogador 1", "Vera"), ("Jogador 2", "Nilo")):
        ana.page.get_by_label(label).fill(value)
    taps(ana, re.compile("^Inscrever$"))
    ana.sees("31 de 32 estão aqui.")

    part(ana, "Agora")
    ana.page.get_by_label("Semente do sorteio").fill("Loteria 5921")
    taps(ana, re.compile("^Sortear$"))
    goes_on(ana, "Publicar a rodada 1")

    # The pair that was registered comes after the draw, and after the draft.
    part(ana, "Inscrições")
    ana.page.get_by_role("checkbox", name=re.compile("Vera e Nilo")).tap()
    ana.sees("32 de 32 estão aqui.")
    part(ana, "Agora")
    goes_on(ana, "Começar a rodada 1")
    assert len(day.round()[1]["tables"]) == 16
    taps(ana, "Começar a rodada 1")

    # Half of the results are there, then the power goes.
    enters_results(ana, but=8)
    host.off()
    fields = ana.page.locator(".score input")
    fields.nth(0).fill(WON[0])
    fields.nth(1).fill(WON[1])
    fields.first.press("Enter")
    ana.sees("ainda não chegou ao servidor")
    host.on(client)
    ana.page.get_by_text("Faltam 7 resultados").first.wait_for(timeout=LONG)

    # A pair never came to its table: a walkover.
    taps(ana, re.compile("^W.O.: Mesa"))
    ana.page.get_by_role("group", name="Quem faltou").get_by_role("checkbox").first.tap()
    taps(ana, "Registrar o W.O.")
    ana.page.get_by_text("Faltam 6 resultados").first.wait_for(timeout=LONG)
    enters_results(ana)

    # One was written down wrongly.
    taps(ana, "Mostrar também as mesas prontas")
    taps(ana, "Corrigir: Mesa 2")
    ana.page.locator(".score input").first.fill("2030")
    ana.page.get_by_role("textbox", name="Motivo").fill("somaram errado")
    taps(ana, "Registrar a correção")
    ana.sees("Mesa 2: corrigido.")
    taps(ana, "Mostrar só as que faltam")
    goes_on(ana, "Sortear")

    ana.page.get_by_label("Semente do sorteio").fill("Loteria 5922")
    taps(ana, re.compile("^Sortear$"))
    goes_on(ana, "Formar a rodada 2")
    at, first = day.round()
    assert at == {"phase": 2, "round": 1}

    # A winner of the first round of the knock-out goes home.
    gone = first["tables"][0]["one"][0]
    name = next(each["name"] for each in day.view()["sides"] if each["number"] == gone)
    part(ana, "Inscrições")
    taps(ana, f"Mudar: {name}")
    ana.page.get_by_role("textbox", name="Motivo").first.fill("passou mal")
    taps(ana, "Sai do torneio")
    ana.sees("saiu do torneio")
    part(ana, "Agora")
    goes_on(ana, "Ver a classificação final")
    taps(ana, "Ver a classificação final")
    ana.sees("Classificação final")
    ended(ana, day, gone)


def ended(ana: Person, day: Day, gone: int) -> None:
    """The champion won all of its ties, and was there; the files say the same to a second program; all is printed."""
    view = day.view()
    ties = [table for found in view["phases"][1]["rounds"] for table in found["tables"]]
    assert len(view["phases"][1]["rounds"]) == 4
    champion = view["overall"][0]
    assert champion != gone
    assert all(champion not in table["two"] for table in ties)  # The side that is named first has won everywhere.
    assert len(view["overall"]) == 32
    regulations, log = (ana.context.request.get(f"{ana.address}{day.api}/files/{name}") for name in FILES)
    assert check_tournament(regulations.text(), log.body()) == ()
    printed = ana.context.request.get(f"{ana.address}{day.api}/prints/end?lang=pt")
    words = "".join(page.extract_text() for page in PdfReader(BytesIO(printed.body())).pages)
    assert "1º lugar" in words
    ana.usable()
    ana.accessible()
