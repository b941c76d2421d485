"""The players' pages of a tournament: a table's sheet on two phones, the public page, the wall."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People, Person
from tests.browser.tournaments import PAIRS, Event
from tools.screenshots import write_totals

pytestmark = pytest.mark.slow

WALL = (1366, 768)
SMALL, WIDE = (320, 568), (1366, 640)


def scans(person: Person, event: Event, table: int, half: int) -> None:
    """Return the code of a side of a table."""
    person.visit(f"/torneio/{event.id}/mesa#t={event.token(table, half)}")


def sits(person: Person) -> str:
    """Report for the side of this code, and return its name."""
    asked = person.page.get_by_role("heading", name="Você responde por")
    name = asked.inner_text().removeprefix("Você responde por ").removesuffix("?")
    person.presses("Sim, é a gente")
    expect(person.page.get_by_role("heading", name="Você responde")).to_have_count(0)
    return name


def writes(person: Person, one: str, two: str) -> None:
    """Return the points of a match."""
    fields = person.page.locator("form input")
    fields.nth(0).fill(one)
    fields.nth(1).fill(two)


def usable_everywhere(person: Person) -> None:
    for size in (SMALL, WIDE, PHONE):
        person.resizes(size)
        person.usable()


def test_two_phones_agree_on_a_result(people: People) -> None:
    """One side reports, the other disagrees, and the first corrects offline. The code is good for its round."""
    event = Event(people("Ana", WIDE))
    event.reaches("start")
    rui, bia = people("Rui"), people("Bia")
    with rui.page.expect_request("**/api/guests") as asked:
        scans(rui, event, 1, 0)
    sent = asked.value.post_data_json
    assert sent is not None
    assert sent["admission"] == {"tournament": event.id, "token": event.token(1)}
    assert "#" not in rui.page.url
    usable_everywhere(rui)
    with rui.page.expect_response(lambda answer: answer.request.method == "PATCH"):  # The page first, then the name.
        name = sits(rui)
    rui.sees("A rodada ainda não começou")
    assert rui.asks("GET", "/api/me")["name"] == name
    scans(bia, event, 1, 0)
    bia.sees("Outro celular já responde por este lado.")
    usable_everywhere(bia)
    scans(bia, event, 1, 1)
    sits(bia)
    event.reaches("results")

    expect(rui.page.locator("form")).to_be_visible()
    writes(rui, "1500", "1.990")
    rui.sees(re.compile("só vale se o tempo acabou"))
    rui.presses("Mandar o resultado")
    rui.sees("Enviado. Agora o outro lado confere.")
    bia.sees(f"Informado por {name}")
    usable_everywhere(bia)
    bia.presses("Não confere: o nosso é…")
    writes(bia, "1500", "-1990")
    bia.sees(f"Vitória de {name}")
    bia.presses("Mandar o resultado")
    rui.sees("Os dois lados informaram resultados diferentes.")
    rui.accessible()

    rui.forgive("Failed to load resource|ERR_")
    rui.context.set_offline(True)
    rui.presses("Corrigir o nosso")
    writes(rui, "1500", "-1990")
    rui.presses("Mandar o resultado")
    rui.sees("Guardado neste celular, ainda não enviado.")
    rui.sees("Sem rede agora.")
    rui.context.set_offline(False)
    rui.sees("Está valendo. Obrigado!")
    bia.sees("Está valendo. Obrigado!")
    table = next(each for each in event.round()[0]["tables"] if each["table"] == 1)
    assert table["result"]["matches"] == [[1500, -1990]]

    event.reaches("pair")
    expect(bia.page.get_by_text("antes de a rodada fechar")).to_have_count(0)
    bia.page.reload()
    bia.sees("Aponte a câmera para o código do seu lado")


def test_a_table_keeps_score_hand_by_hand_without_a_network_and_sends_the_result(people: People) -> None:
    """The sheet has the table's names and target, its total fills the report, and the other side confirms it."""
    event = Event(people("Ana", WIDE))
    event.reaches("results")
    rui, bia = people("Rui"), people("Bia")
    scans(rui, event, 1, 0)
    name = sits(rui)
    scans(bia, event, 1, 1)
    other = sits(bia)
    rui.presses("Anotar mão por mão")
    rui.page.wait_for_url("**/placar/t-*")
    rui.sees(name)
    rui.sees(other)
    rui.forgive("Failed to load resource|ERR_")
    write_totals(rui, "1200", "340")
    rui.context.set_offline(True)
    write_totals(rui, "820", "-100")
    for size in (SMALL, WIDE, PHONE):
        rui.resizes(size)
        rui.fits()
    rui.accessible()
    expect(rui.page.get_by_role("button", name="Jogar outra")).to_have_count(0)
    rui.presses("Usar este resultado")
    rui.page.wait_for_url("**/mesa")
    fields = rui.page.locator("form input")
    expect(fields.nth(0)).to_have_value("2020")
    expect(fields.nth(1)).to_have_value("240")
    rui.sees("Continuar mão por mão")
    rui.presses("Mandar o resultado")
    rui.sees("Guardado neste celular, ainda não enviado.")
    rui.context.set_offline(False)
    bia.sees(f"Informado por {name}")
    bia.page.get_by_role("button", name="Confere", exact=True).click()
    rui.sees("Está valendo. Obrigado!")
    table = next(each for each in event.round()[0]["tables"] if each["table"] == 1)
    assert table["result"]["matches"] == [[2020, 240]]


def test_what_was_typed_stays_and_what_is_refused_is_said(people: People) -> None:
    event = Event(people("Ana", WIDE))
    event.reaches("results")
    token = event.token(2)
    rui = people("Rui")
    rui.forgive("status of 40[39]")
    rui.visit(f"/torneio/{event.id}/mesa#t={token[::-1]}")
    rui.sees("Este não é o código de uma mesa daqui")
    rui.sees("chame a secretaria")
    rui.accessible()
    scans(rui, event, 2, 1)
    sits(rui)
    writes(rui, "2010", "77x")
    rui.sees("Só números, por favor.")
    rui.page.reload()
    fields = rui.page.locator("form input")
    expect(fields.nth(0)).to_have_value("2010")
    expect(fields.nth(1)).to_have_value("77x")
    rui.page.get_by_role("button", name="Pontos negativos de").first.click()
    expect(fields.nth(0)).to_have_value("-2010")


def test_a_code_is_typed_where_there_is_no_camera(people: People) -> None:
    event = Event(people("Ana", WIDE))
    event.reaches("results")
    token = event.token(2, 1)[:12]
    rui = people("Rui")
    rui.forgive("status of 403")
    rui.visit(f"/torneio/{event.id}/mesa")
    field = rui.page.get_by_label("Ou escreva o código")
    for typed, words in (("", "Escreva aqui o código"), (token[:-2], "Faltam 2 letras"), ("99", "números de 2 a 7")):
        field.fill(typed)
        rui.presses("Abrir a mesa")
        rui.sees(words)
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
    usable_everywhere(rui)
    field.fill(token[::-1])
    field.press("Enter")
    rui.sees("Este não é o código de uma mesa daqui")
    usable_everywhere(rui)
    rui.page.reload()
    rui.sees("Aponte a câmera para o código do seu lado")
    field.fill(" ".join(token[at : at + 4] for at in range(0, len(token), 4)).upper())
    field.press("Enter")
    rui.sees("Rodada 1, mesa 2")
    assert token not in rui.page.url


def test_everybody_finds_themselves(people: People) -> None:
    event = Event(people("Ana", WIDE))
    event.reaches("results")
    event.result(1, ((2010, 1500),))
    rosa = people("Rosa")
    rosa.visit(f"/torneio/{event.id}")
    rosa.page.get_by_role("searchbox", name="Procure o seu nome").fill("zéca")
    card = rosa.page.locator("article")
    expect(card.get_by_role("heading", level=2)).to_have_text("Rosa e Zeca")
    expect(card.get_by_text(re.compile(r"^Mesa \d$"))).to_be_visible()
    expect(card.get_by_text(re.compile("^contra "))).to_have_count(3)  # now, and in the two rounds of the group to come
    usable_everywhere(rosa)
    event.reaches("over")
    rosa.page.reload()
    rosa.sees("Classificação final")
    rosa.accessible()


def test_an_invitation_gives_a_role(people: People) -> None:
    ana = people("Ana", WIDE)
    event = Event(ana)
    token = ana.asks("POST", f"/api/tournaments/{event.id}/invitations", {"role": "desk"})["token"]
    leo = people("Leo")
    leo.visit(f"/torneio/{event.id}#convite={token}")
    leo.sees("Você foi convidado a ajudar neste torneio")
    assert token not in leo.page.url
    leo.accessible()
    leo.page.get_by_label("Seu nome").fill("Leo")
    leo.presses("Aceitar")
    leo.page.wait_for_url(f"**/torneio/{event.id}/sala")
    assert leo.asks("GET", f"/api/tournaments/{event.id}?lang=pt")["role"] == "desk"


def test_the_wall_shows_everybody_and_fits(people: People) -> None:
    event = Event(people("Ana", WIDE))
    event.reaches("results")
    event.result(1, ((2010, 1500),))
    wall = people("Telão", WALL)
    wall.visit(f"/torneio/{event.id}/telao")
    wall.presses("Parar")
    kinds = wall.page.get_by_label("O que mostrar")
    kinds.select_option("names")
    for names in PAIRS:
        wall.sees(names.replace(" ", " e "))
    for kind in kinds.locator("option").all():
        kinds.select_option(kind.get_attribute("value"))
        for size in (WALL, (1920, 1080)):
            wall.resizes(size)
            wall.accessible()
            high, window = wall.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
            assert high <= window
            wall.fits()
    wall.forgive("Failed to load resource|ERR_")
    wall.context.set_offline(True)
    wall.sees(re.compile("sem rede desde"))
    wall.context.set_offline(False)
    expect(wall.page.get_by_text("sem rede desde")).to_have_count(0)
