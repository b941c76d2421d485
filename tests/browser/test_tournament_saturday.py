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
from tests.browser.test_tournament_day import FILES, LONG, NETWORK, Day, button

pytestmark = pytest.mark.slow

STEPS = re.compile(r"^(Formar|Publicar|Começar|Encerrar|Homologar) a rodada \d+$")
RESULT = re.compile(r"^Resultado: Mesa \d+$")
WON = ("2010", "1500")
FIRST = ("Ana", "Bia", "Caio", "Davi", "Elza", "Fábio", "Gil", "Hugo", "Inês", "José", "Katia", "Lia", "Mauro", "Nair")
SECOND = ("Quitéria", "Rui", "Sônia", "Tomás", "Ubirajara", "Vanda", "Wilson", "Xavier", "Yara", "Zeca", "Alba", "Beto")
LONGEST_PAIR = "Maria Aparecida do Nascimento Figueiredo", "Antônio Carlos de Albuquerque Cavalcanti"


def entries() -> str:
    """31 pairs as cells of a table, without names of their own; the first pair's names are long."""
    pairs = [LONGEST_PAIR, *((f"{FIRST[n % 14]} Lima", f"{SECOND[n % 12]} Souza") for n in range(1, 31))]
    clubs = ("Clube Atlético Paulistano", "Pinheiros", "Hebraica", "Sírio")
    lines = [f"{one};{two};{clubs[n % 4]}" for n, (one, two) in enumerate(pairs)]
    return "\n".join(["Jogador 1;Jogador 2;Clube", *lines])


def taps(ana: Person, name: str | re.Pattern[str]) -> None:
    ana.page.get_by_role("button", name=name).first.tap(timeout=LONG)


def fills(ana: Person, name: str, words: str) -> None:
    ana.page.get_by_role("textbox", name=name).filter(visible=True).first.fill(words)


def part(ana: Person, name: str) -> None:
    ana.page.get_by_role("navigation").get_by_role("button", name=name, exact=True).tap()


def step(ana: Person, name: str) -> None:
    """Tap the button of the next step, which changes the heading."""
    heading = ana.page.locator("#next-title")
    due = heading.inner_text()
    button(ana, name).tap(timeout=LONG)
    expect(heading).not_to_have_text(due, timeout=LONG)


def goes_on(ana: Person, until: str) -> None:
    """Tap the page's next steps up to this button, and enter results on the way."""
    there = button(ana, until)
    steps, tables = (ana.page.get_by_role("button", name=each) for each in (STEPS, RESULT))
    while True:
        steps.or_(there).or_(tables).first.wait_for(timeout=LONG)
        if there.count():
            return
        if steps.count():
            step(ana, steps.inner_text())
        else:
            enters_results(ana)


def missing(ana: Person, number: int) -> None:
    """Wait until `number` results are missing."""
    words = "Todos os resultados chegaram." if not number else f"Faltam {number} resultados."
    expect(ana.page.get_by_text(words if number != 1 else "Falta 1 resultado.", exact=True)).to_be_visible(timeout=LONG)


def writes(ana: Person) -> None:
    """Fill the open sheet, and send it by the keyboard."""
    fields = ana.page.locator(".score input")
    for place in range(fields.count()):
        fields.nth(place).fill(WON[place % 2])
    fields.first.press("Enter")


def enters_results(ana: Person, but: int = 0) -> None:
    """Enter the missing results except the last few; the next table opens by itself."""
    tables = ana.page.get_by_role("button", name=RESULT)
    left = tables.count()
    tables.first.tap()
    for rest in reversed(range(but, left)):
        writes(ana)
        missing(ana, rest)


def founds(ana: Person) -> Day:
    """From an empty list to 31 pairs that are present, and one that entered and is absent."""
    ana.visit("/torneios")
    ana.page.get_by_label(re.compile("Nome|chama")).first.fill("Ana")
    taps(ana, "Continuar")
    ana.page.get_by_role("radio", name=re.compile("Grupos e depois")).tap()
    fills(ana, "Nome do torneio", "Sábado do clube")
    taps(ana, "Criar o torneio")
    expect(ana.page).to_have_url(re.compile("/torneio/[a-z0-9]+/sala$"), timeout=LONG)
    part(ana, "Inscrições")
    ana.page.get_by_text("Inscrever de uma planilha").tap()
    fills(ana, "Cole aqui", entries())
    taps(ana, "Conferir")
    taps(ana, "Inscrever os 31")
    ana.sees("0 de 31 estão aqui.")
    taps(ana, "Todos chegaram: marcar os 31 que faltam")
    ana.sees("31 de 31 estão aqui.")
    fills(ana, "Jogador 1", "Vera Cruz")
    fills(ana, "Jogador 2", "Nilo Reis")
    taps(ana, re.compile("^Inscrever$"))
    ana.sees("31 de 32 estão aqui.")
    part(ana, "Agora")
    return Day(ana, ana.page.url.split("/")[-2])


def draws(ana: Person, name: str, seed: str) -> None:
    fills(ana, "Semente do sorteio", seed)
    step(ana, name)


def comes_late(ana: Person, day: Day) -> None:
    """The absent pair arrives after the draw and the draft: it joins a group, and plays."""
    goes_on(ana, "Publicar a rodada 1")
    part(ana, "Inscrições")
    ana.page.get_by_role("checkbox", name="Vera Cruz / Nilo Reis").tap()
    ana.sees("32 de 32 estão aqui.")
    part(ana, "Agora")
    goes_on(ana, "Começar a rodada 1")
    _, first = day.round()
    assert len(first["tables"]) == 16
    step(ana, "Começar a rodada 1")


def prints(ana: Person) -> None:
    """While the second round is a draft, printed lists and sheets are those of the first, as their names say."""
    part(ana, "Papéis e telas")
    for name in ("Mesas da rodada 1", "Quem joga onde, rodada 1", "Folhas das mesas, rodada 1"):
        with ana.page.expect_download(timeout=LONG) as saved:
            button(ana, name).tap()
        assert "rodada-1" in saved.value.suggested_filename
    part(ana, "Agora")


def loses_power(ana: Person, host: Host, client: Path) -> None:
    """The server dies after half of the results. Later ones arrive when it is back, each once."""
    enters_results(ana, but=8)
    host.off()
    writes(ana)
    ana.sees("ainda não chegou ao servidor")
    host.on(client)
    missing(ana, 7)
    expect(ana.page.get_by_text("ainda não chegou ao servidor")).to_have_count(0)
    ana.page.get_by_text("Pausar ou prolongar o relógio").tap()
    taps(ana, "Pausar relógio")
    ana.sees("Relógio parado")
    taps(ana, "Continuar o relógio")
    expect(ana.page.get_by_text("Relógio parado")).to_have_count(0)
    taps(ana, "Dar mais 5 minutos")
    ana.page.get_by_text("Feito.").filter(visible=True).first.wait_for()


def is_absent(ana: Person) -> None:
    """A pair does not come to its table: a walkover."""
    taps(ana, re.compile("^W.O.: Mesa"))
    ana.page.get_by_role("group", name="Quem faltou").get_by_role("checkbox").first.tap()
    taps(ana, "Registrar o W.O.")
    missing(ana, 6)


def corrects(ana: Person) -> None:
    """A result was written down wrongly."""
    taps(ana, "Corrigir: Mesa 2")
    ana.page.locator(".score input").first.fill("2030")
    ana.page.locator(".opened").get_by_role("textbox", name="Motivo").fill("somaram errado")
    taps(ana, "Registrar a correção")
    ana.sees("Mesa 2: corrigido.")


def goes_home(ana: Person, day: Day) -> int:
    """Withdraw a winner of the knock-out's first round before the second, and return its number."""
    at, first = day.round()
    assert at == {"phase": 2, "round": 1}
    gone: int = first["tables"][0]["one"][0]
    name = next(each["name"] for each in day.view()["sides"] if each["number"] == gone)
    part(ana, "Inscrições")
    taps(ana, f"Mudar: {name}")
    fills(ana, "Motivo", "passou mal")
    taps(ana, "Sai do torneio")
    ana.page.get_by_role("list").get_by_text("saiu do torneio").wait_for(timeout=LONG)
    part(ana, "Agora")
    return gone


def test_a_saturday_of_thirty_two_pairs_by_touch(people: People, host: Host, client: Path) -> None:
    ana = people("Ana", PHONE, address=host.address)
    ana.forgive(NETWORK)
    day = founds(ana)
    draws(ana, "Sortear", "Loteria 5921")
    comes_late(ana, day)
    loses_power(ana, host, client)
    is_absent(ana)
    goes_on(ana, "Encerrar a rodada 1")
    corrects(ana)
    goes_on(ana, "Publicar a rodada 2")
    prints(ana)
    goes_on(ana, "Começar a fase")
    draws(ana, "Começar a fase", "Loteria 5922")
    goes_on(ana, "Formar a rodada 2")
    gone = goes_home(ana, day)
    goes_on(ana, "Ver a classificação final")
    taps(ana, "Ver a classificação final")
    ana.sees("Classificação final")
    assert ana.page.get_by_text("passou", exact=True).count() == 16
    ended(ana, day, gone)


def ended(ana: Person, day: Day, gone: int) -> None:
    """The champion has won all its ties and is present; the files agree with a second program; all is printed."""
    view = day.view()
    rounds = view["phases"][1]["rounds"]
    assert len(rounds) == 4
    champion = view["overall"][0]
    assert champion != gone
    # The side named first has won each table.
    assert all(champion not in table["two"] for each in rounds for table in each["tables"])
    assert sorted(view["overall"]) == list(range(1, 33))
    regulations, log = (ana.context.request.get(f"{ana.address}{day.api}/files/{name}") for name in FILES)
    assert check_tournament(regulations.text(), log.body()) == ()
    printed = ana.context.request.get(f"{ana.address}{day.api}/prints/end?lang=pt")
    words = "".join(page.extract_text() for page in PdfReader(BytesIO(printed.body())).pages)
    assert "1º lugar" in words
    ana.usable()
    ana.accessible()
