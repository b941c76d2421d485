"""The organiser's pages of a tournament: founding it, its room, and a round from draft to signature."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hosts import Host
from tests.browser.people import DESKTOP, PHONE, Language, People, Person, Size
from tests.browser.tournaments import Event, Online

WIDE = (1366, 640)
PARTS = {
    "pt": ("Inscrições", "Classificação", "Árbitro", "Equipe", "Papéis e telas", "Agora"),
    "en": ("Entries", "Standings", "Referee", "Staff", "Papers and screens", "Now"),
}


def room(person: Person, event: Event) -> None:
    person.visit(f"/torneio/{event.id}/sala")
    person.sees("Jogos do clube")


def enter(person: Person, *names: str) -> None:
    for number, name in enumerate(names, 1):
        person.page.get_by_label(f"Jogador {number}").fill(name)
    person.page.get_by_role("button", name="Inscrever", exact=True).click()
    person.sees(" / ".join(names))


@pytest.mark.slow
def test_somebody_who_never_did_it_founds_a_tournament(ana: Person) -> None:
    ana.forgive("status of 400")
    ana.visit("/torneios")
    ana.usable()
    ana.presses("Continuar")
    name = ana.page.get_by_label("Como você se chama?")
    expect(name).to_be_focused()
    name.fill("Ana")
    ana.presses("Continuar")
    ana.page.get_by_label("Grupos e depois eliminatórias").check()
    ana.sees("O congresso está em ordem")
    expect(ana.page.get_by_label("Nome do torneio")).to_be_in_viewport()
    expect(ana.page.get_by_label("Inscrições, no mínimo")).to_have_value("4")
    ana.page.get_by_label("Por qual regulamento").select_option("canastra-duelo")
    expect(ana.page.get_by_label("Quem se inscreve")).to_have_value("players")
    ana.page.get_by_label("Por qual regulamento").select_option("buraco")
    expect(ana.page.get_by_label("Quem se inscreve")).to_have_value("pairs")
    ana.page.get_by_label("Nome do torneio").fill("Copa da vila")
    wrong = ana.page.get_by_label("Quantos passam")
    for value, words in (("9", "passam mais do que jogam"), ("", "Escreva um número inteiro")):
        wrong.fill(value)
        ana.presses("Criar o torneio")
        expect(ana.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(wrong).to_have_attribute("aria-invalid", "true")
        expect(wrong).to_be_focused()
    ana.usable()
    wrong.fill("2")
    ana.presses("Criar o torneio")
    ana.sees("Copa da vila")
    ana.presses("Inscrever")
    enter(ana, "Ana", "Rui")
    enter(ana, "Bia", "Leo")
    ana.page.get_by_role("checkbox", name="Bia / Leo").check()
    ana.sees("1 de 2 estão aqui")
    ana.sees("Presença marcada: Bia / Leo.")
    ana.visit("/torneios")
    ana.follows(re.compile("Copa da vila"))
    ana.sees("inscrições e presença")


def test_a_round_goes_from_draft_to_signature(people: People) -> None:
    ana = people("Ana", WIDE)
    event = Event(ana)
    event.reaches("draw")
    room(ana, event)
    ana.page.get_by_role("button", name="Sortear", exact=True).click()
    ana.sees("Falta preencher: Semente do sorteio.")
    expect(ana.page.get_by_label("Semente do sorteio")).to_be_focused()
    ana.presses("Sortear uma")
    expect(ana.page.get_by_label("Semente do sorteio")).to_have_value(re.compile(r"^\d{4} \d{4} \d{4}$"))
    ana.page.get_by_label("Semente do sorteio").fill("Loteria Federal 5921")
    ana.page.get_by_role("button", name="Sortear", exact=True).click()
    ana.sees("O sorteio saiu da semente “Loteria Federal 5921”")
    ana.presses("Formar a rodada 1")
    ana.page.get_by_role("button", name="Publicar a rodada 1").dblclick()
    expect(ana.page.get_by_role("button", name="Imprimir folhas, códigos e listas")).to_be_visible()
    assert event.round()[0]["stage"] == "published"
    ana.presses("Começar a rodada 1")
    ana.sees("Faltam 4 resultados")
    ana.presses("Resultado: Mesa 2")
    first, second = ana.page.locator(".score input").all()
    expect(first).to_be_focused()
    first.fill("2.010")
    second.fill("mil")
    second.press("Enter")
    expect(second).to_be_focused()
    ana.sees("Escreva só um número")
    second.fill("1500")
    second.press("Enter")
    ana.sees("Faltam 3 resultados")
    ana.sees("Mesa 2: registrado.")
    expect(ana.page.get_by_role("button", name="Cancelar: Mesa 3")).to_be_visible()
    expect(ana.page.locator(".score input").first).to_be_focused()
    ana.presses("Cancelar: Mesa 3")
    expect(ana.page.get_by_role("button", name="Resultado: Mesa 3")).to_be_focused()
    ana.presses("W.O.: Mesa 1")
    ana.presses("Registrar o W.O.")
    ana.sees("Falta preencher: Quem faltou.")
    ana.page.get_by_role("group", name="Quem faltou").get_by_role("checkbox").first.check()
    expect(ana.page.get_by_label("Artigo")).to_have_value("Congresso: tolerância de 15 minutos")
    ana.page.get_by_label("Artigo").fill("Congresso Técnico, 4")
    ana.accessible()
    ana.presses("Registrar o W.O.")
    ana.sees("Faltam 2 resultados")
    ana.presses("W.O.: Mesa 3")
    expect(ana.page.get_by_label("Artigo")).to_have_value("Congresso Técnico, 4")
    ana.presses("Cancelar: Mesa 3")
    ana.presses("Mostrar também as mesas prontas")
    ana.presses("Corrigir: Mesa 2")
    ana.page.locator(".score input").first.fill("2030")
    ana.presses("Registrar a correção")
    expect(ana.page.get_by_role("textbox", name="Motivo")).to_be_focused()
    ana.page.get_by_role("textbox", name="Motivo").fill("somaram errado")
    ana.presses("Registrar a correção")
    ana.sees("Mesa 2: corrigido.")
    expect(ana.page.get_by_text("Mesa 2: corrigido.")).to_have_count(0, timeout=10_000)
    ana.presses("Mostrar só as que faltam")
    event.reaches("close")
    ana.presses("Encerrar a rodada 1")
    ana.presses("Homologar a rodada 1")
    ana.sees("Forme as mesas da rodada 2")
    assert [each["stage"] for each in event.view()["phases"][0]["rounds"]] == ["ratified"]


def test_the_second_tap_of_a_double_one_begins_nothing(people: People) -> None:
    ana = people("Ana", WIDE)
    event = Event(ana)
    event.reaches("publish")
    ana.page.clock.install()
    room(ana, event)
    publish = ana.page.get_by_role("button", name="Publicar a rodada 1")
    expect(publish).to_be_enabled()
    ana.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    publish.click()
    begin = ana.page.get_by_role("button", name="Começar a rodada 1")
    expect(begin).to_be_disabled()
    begin.click(force=True)
    ana.page.clock.run_for(500)
    expect(begin).to_be_enabled()
    assert event.round()[0]["stage"] == "published"
    begin.click()
    ana.sees("Faltam 4 resultados")


@pytest.mark.slow
def test_where_the_server_listens_for_phones_codes_and_links_have_the_address_for_them(
    people: People, host: Host, client: Path
) -> None:
    """The organiser has only the page of this machine."""
    host.off()
    host.on(client, "--host", "0.0.0.0")
    ana = people("Ana", PHONE, address=host.address)
    event = Event(ana)
    event.reaches("results")
    ana.visit(f"/torneio/{event.id}/sala")
    papers = ana.page.get_by_role("navigation").get_by_role("button", name="Papéis e telas")
    papers.click()
    address = ana.page.get_by_label("Endereço deste servidor para os celulares")
    link = ana.page.get_by_label("Link da página do torneio").last
    address.fill("clube.local:8080")
    address.blur()
    expect(link).to_have_value(f"http://clube.local:8080/torneio/{event.id}")
    expect(ana.page.get_by_role("img", name="Link da página do torneio")).to_be_visible()
    ana.usable()
    with ana.page.expect_request(re.compile("/prints/sheets.*site=http%3A%2F%2Fclube.local%3A8080%2F")):
        ana.presses(re.compile("Folhas das mesas, rodada"))
    ana.page.reload()
    papers.click()
    expect(address).to_have_value("http://clube.local:8080/")
    address.fill("")
    address.blur()
    expect(address).not_to_have_value("http://clube.local:8080/")


@pytest.mark.slow
def test_who_came_late_plays_with_who_has_a_bye(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana, example="club-rounds", least=4)
    event.enters(7)
    event.reaches("results")
    ana.visit(f"/torneio/{event.id}/sala")
    ana.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    enter(ana, "Rosa", "Zeca")
    ana.page.get_by_role("navigation").get_by_role("button", name="Agora").click()
    ana.sees("Chegou depois das mesas")
    expect(ana.page.get_by_label("Quem chegou tarde")).to_have_value("8")
    ana.presses("Abrir a mesa")
    ana.sees("Escolha aqui.")
    ana.page.get_by_label("Joga com").select_option(index=1)
    ana.accessible()
    ana.usable()
    ana.presses("Abrir a mesa")
    ana.sees("Faltam 4 resultados")
    found, _ = event.round()
    assert (len(found["tables"]), found["tables"][3]["one"], found["byes"]) == (4, [8], [])
    expect(ana.page.get_by_text("Chegou depois das mesas")).to_have_count(0)


def test_regulations_are_changed_and_adopted_in_one_press(people: People) -> None:
    ana = people("Ana", DESKTOP)
    event = Event(ana)
    room(ana, event)
    ana.presses("Papéis e telas")
    ana.presses("Ver e mudar")
    ana.page.get_by_label("Inscrições, no mínimo").fill("6")
    ana.presses("Inscrições")
    ana.sees("O congresso tem mudanças que ainda não valem")
    ana.page.reload()
    ana.presses("Voltar ao congresso")
    least = ana.page.get_by_label("Inscrições, no mínimo")
    expect(least).to_have_value("6")
    ana.presses("Adotar este congresso")
    ana.sees("Falta preencher: Motivo.")
    ana.page.get_by_role("textbox", name="Motivo").fill("somos poucos")
    least.fill("4")
    ana.presses("Adotar este congresso")
    ana.sees("Ver e mudar")
    expect(ana.page.get_by_text("mudanças que ainda não valem")).to_have_count(0)
    assert event.view()["least"] == 4


@pytest.mark.slow
def test_a_referee_punishes_decides_and_revokes_and_an_organiser_swaps_tables_and_lets_a_pair_go(
    people: People,
) -> None:
    ana = people("Ana", WIDE)
    event = Event(ana)
    event.reaches("publish")
    room(ana, event)
    one, other = (event.round()[0]["tables"][at]["one"][0] for at in (0, 1))
    ana.page.get_by_text("Trocar dois lugares").click()
    ana.page.get_by_role("button", name="Trocar", exact=True).click()
    ana.sees("Falta preencher: Sai daqui, Troca com, Motivo.")
    ana.page.get_by_label("Sai daqui").select_option(str(one))
    ana.page.get_by_label("Troca com").select_option(str(other))
    ana.page.get_by_role("textbox", name="Motivo").fill("mesa longe da escada")
    ana.page.get_by_role("button", name="Trocar", exact=True).click()
    ana.sees("Feito.")
    assert [event.round()[0]["tables"][at]["one"] for at in (0, 1)] == [[other], [one]]
    event.reaches("results")

    ana.page.get_by_role("navigation").get_by_role("button", name="Árbitro").click()
    ana.page.get_by_label("De quem").select_option(str(one))
    ana.presses("Aplicar a punição")
    ana.sees("Falta preencher: Qual, Motivo.")
    ana.page.get_by_label("Qual").select_option("atraso")
    ana.page.get_by_role("textbox", name="Motivo").fill("chegaram tarde")
    ana.presses("Aplicar a punição")
    penalty = ana.page.get_by_role("listitem").filter(has_text="chegaram tarde")
    expect(penalty).to_be_visible()
    ana.page.get_by_label("Artigo").fill("Art. 16")
    ana.page.get_by_label("O que se decidiu").fill("faltou luz")
    ana.presses("Registrar a decisão")
    ana.sees("faltou luz")
    penalty.get_by_role("button", name="Revogar").click()
    penalty.get_by_role("textbox", name="Motivo").fill("o trem atrasou")
    ana.presses("Revogar a linha")
    expect(penalty).to_have_count(0)
    assert (event.view()["penalties"], [each["reason"] for each in event.view()["decisions"]]) == ([], ["faltou luz"])

    ana.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    ana.page.get_by_role("button", name="Mudar: Rosa e Zeca").click()
    ana.page.get_by_role("textbox", name="Motivo").fill("foram embora")
    ana.presses("Sai do torneio")
    ana.sees("saiu do torneio")
    assert [each["name"] for each in event.view()["sides"] if each["withdrawn"]] == ["Rosa e Zeca"]


@pytest.mark.parametrize(("size", "language"), [(PHONE, "pt"), (WIDE, "en")])
def test_every_part_of_the_room_can_be_used(people: People, size: Size, language: Language) -> None:
    ana = people("Ana", size, language)
    event = Event(ana)
    event.reaches("results")
    event.result(1, ((2010, 1500),))
    room(ana, event)
    for part in PARTS[language]:
        ana.page.get_by_role("navigation").get_by_role("button", name=part, exact=True).click()
        ana.page.wait_for_load_state("networkidle")
        ana.usable()


def test_what_was_not_answered_is_sent_again_and_done_once(people: People) -> None:
    ana = people("Ana", DESKTOP)
    event = Event(ana)
    event.reaches("publish")
    room(ana, event)
    ana.forgive("Failed to load resource|ERR_")
    sent: list[str] = []

    def lose(route: object) -> None:
        sent.append(route.request.post_data_json["id"])  # type: ignore[attr-defined]
        if len(sent) == 1:
            route.fetch()  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    ana.page.route("**/commands", lose)
    ana.presses("Publicar a rodada 1")
    ana.sees("ainda não chegou ao servidor")
    ana.sees("procuram a sua mesa")
    expect(ana.page.get_by_text("ainda não chegou ao servidor")).to_have_count(0, timeout=15_000)
    assert len(sent) == 2
    assert len(set(sent)) == 1


@pytest.mark.slow
def test_a_draft_says_why_some_do_not_meet(people: People) -> None:
    ana = people("Ana", PHONE)
    examples = ana.asks("GET", "/api/tournaments/examples")["examples"]
    text = next(each["text"] for each in examples if each["id"] == "club-rounds")
    event = Online(ana, text.replace("least = 12", "least = 4"))
    names = ("Ana Rui", "Bia Leo", "Caio Eva", "Davi Iara")
    sides = [{"name": each.replace(" ", " e "), "players": each.split(), "delegation": ""} for each in names]
    event.does("enter", sides=sides)
    event.does("check_in", sides=[1, 2, 3, 4])
    event.does("draw", seed="Loteria Federal 5921")
    for number in (1, 2):
        event.round(number, start=True)
        for table in (1, 2):
            result = {"kind": "played", "matches": [[2010, 1500]]}
            event.does("sheet_received", phase=1, round=number, table=table, result=result)
        event.does("round_closed", phase=1, round=number)
        event.does("round_ratified", phase=1, round=number)
    event.does("pair")
    ana.visit(f"/torneio/{event.id}/sala")
    ana.page.get_by_text("Por que alguns não se enfrentam").click()
    ana.sees(re.compile(r"Mesa 1: por que não \w+ e \w+ contra \w+ e \w+ ou \w+ e \w+\? Já se enfrentaram\."))
    ana.usable()
    event.does("round_published", phase=1, round=3)
    expect(ana.page.get_by_text("Por que alguns não se enfrentam")).to_have_count(0)


def test_a_tournament_is_removed_by_its_name(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana)
    ana.forgive("status of 409")
    room(ana, event)
    ana.page.get_by_role("navigation").get_by_role("button", name="Equipe").click()
    ana.presses("Apagar para sempre")
    name = ana.page.get_by_label("escreva o nome do torneio")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(re.compile("Preencha aqui.*Jogos do clube"))
    name.fill("Outro")
    ana.presses("Apagar para sempre")
    ana.sees("Este não é o nome do torneio.")
    name.fill("Jogos do clube")
    ana.presses("Apagar para sempre")
    expect(ana.page).to_have_url(re.compile("/torneios$"))
    assert ana.asks("GET", "/api/tournaments")["tournaments"] == []


def test_a_tournament_that_is_played_says_that_it_cannot_be_removed(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana)
    event.reaches("results")
    room(ana, event)
    ana.page.get_by_role("navigation").get_by_role("button", name="Equipe").click()
    ana.sees("Só se apaga antes da primeira rodada publicada")
    expect(ana.page.get_by_role("button", name="Apagar para sempre")).to_have_count(0)


@pytest.mark.slow
def test_a_guest_who_founded_comes_back_by_a_link(people: People) -> None:
    ana, later = people("Ana", PHONE), people("Ana de novo", DESKTOP)
    event = Event(ana)
    room(ana, event)
    ana.page.get_by_role("navigation").get_by_role("button", name="Equipe").click()
    ana.presses("Fazer o meu link")
    ana.sees("Guarde este link. Vale uma vez")
    ana.usable()
    link = ana.page.get_by_label("Link para voltar").last.input_value()
    later.visit(link.removeprefix(later.address))
    later.page.get_by_label("Seu nome").fill("Ana")
    later.presses("Aceitar")
    later.sees("Seu papel: organização")


def test_with_an_account_no_link_is_needed(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana)
    ana.asks("POST", "/api/accounts", {"login": "ana-do-clube", "password": "monte lixo morto"})
    room(ana, event)
    ana.page.get_by_role("navigation").get_by_role("button", name="Equipe").click()
    ana.sees("Chamar alguém")
    expect(ana.page.get_by_text("Para não perder o torneio")).to_have_count(0)


def test_a_stranger_is_shown_the_way_to_the_public_page(people: People, ana: Person) -> None:
    event = Event(people("Bia", PHONE))
    ana.visit(f"/torneio/{event.id}/sala")
    ana.sees("Esta sala é de quem organiza")
    ana.usable()
    ana.forgive("status of 404")
    ana.visit("/torneio/nenhum/sala")
    ana.sees("Este torneio não existe")


@pytest.mark.slow
def test_the_desk_sees_only_what_it_may_do_and_a_difference_goes_to_the_referee(people: People) -> None:
    ana, rui = people("Ana", WIDE), people("Rui", PHONE)
    event = Event(ana)
    event.reaches("results")
    event.differs(3, people)
    room(ana, event)
    ana.page.get_by_role("navigation").get_by_role("button", name="Equipe").click()
    ana.presses("Fazer o convite")
    expect(ana.page.get_by_role("img", name="Link do convite")).to_have_count(0)
    ana.sees("Os celulares não chegam a este servidor")
    token = ana.page.get_by_label("Link do convite").last.input_value().partition("#convite=")[2]
    rui.asks("POST", f"/api/tournaments/{event.id}/members", {"token": token})
    room(rui, event)
    rui.sees("secretaria")
    assert rui.page.get_by_role("navigation").get_by_role("button").all_inner_texts() == [
        "Agora",
        "Inscrições",
        "Classificação",
        "Papéis e telas",
    ]
    rui.presses("Resultado: Mesa 3")
    rui.sees("Os dois lados disseram coisas diferentes")
    expect(rui.page.get_by_role("button", name="Vale este")).to_have_count(0)
    rui.usable()
    ana.page.get_by_role("navigation").get_by_role("button", name="Agora").click()
    expect(ana.page.locator(".tables .number").first).to_contain_text("3")
    ana.presses("Resultado: Mesa 3")
    ana.page.get_by_role("button", name="Vale este").last.click()
    ana.page.get_by_label("Artigo").fill("Congresso Técnico, 12")
    ana.page.get_by_role("textbox", name="Motivo").fill("pela folha da mesa")
    ana.usable()
    ana.presses("Registrar a decisão")
    ana.sees("Faltam 3 resultados")
    table = next(each for each in event.round()[0]["tables"] if each["table"] == 3)
    assert table["result"]["matches"] == [[1500, 2010]]
