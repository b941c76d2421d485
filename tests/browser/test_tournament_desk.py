"""The desk's page at a tournament: warnings, undone check-ins and sides that left."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from canastra.tournament.verifier import check_tournament
from tests.browser.people import PHONE, People, Person
from tests.browser.tournaments import Event

pytestmark = pytest.mark.slow

WIDE = (1366, 640)


def room(person: Person, event: Event) -> None:
    person.visit(f"/torneio/{event.id}/sala")


def test_a_rematch_made_by_hand_is_published_by_a_second_tap(people: People) -> None:
    ana = people("Ana", WIDE)
    event = Event(ana)
    event.reaches("results")
    first = event.round()[0]["tables"][0]
    names = [
        next(side["name"] for side in event.view()["sides"] if side["number"] == first[half][0])
        for half in ("one", "two")
    ]
    event.reaches("pair")
    event.does("pair")
    draft, _ = event.round()
    one, other = first["one"][0], first["two"][0]
    table = next(each for each in draft["tables"] if one in each["one"] + each["two"])
    loses = next(side for side in table["one"] + table["two"] if side != one)
    room(ana, event)
    ana.page.get_by_text("Trocar dois lugares").click()
    for label, side in (("Sai daqui", loses), ("Troca com", other)):
        name = next(each["name"] for each in event.view()["sides"] if each["number"] == side)
        ana.page.get_by_label(label).select_option(label=name)
    ana.page.get_by_label("Motivo").fill("pediram")
    ana.page.get_by_role("button", name="Trocar", exact=True).click()
    who = " × ".join(names), " × ".join(reversed(names))
    said = re.compile(rf"Mesa \d, ({'|'.join(who)}): já se enfrentaram \(Rodada 1\)\. Mesa mudada à mão\.")
    expect(ana.page.get_by_role("list", name="Encontros que o congresso evita").get_by_text(said)).to_be_visible()
    ana.page.get_by_role("button", name="Publicar a rodada 2").dblclick()
    expect(ana.page.get_by_role("alert").get_by_text(said)).to_be_visible()
    assert event.round()[0]["stage"] == "draft", "a double tap is one"
    ana.page.reload()
    publish = ana.page.get_by_role("button", name="Publicar a rodada 2")
    expect(publish).to_have_attribute("aria-disabled", "false")
    publish.press("Enter")
    for size in (PHONE, WIDE):
        ana.resizes(size)
        ana.usable()
    ana.accessible()
    ana.page.wait_for_timeout(600)  # A second tap at once belongs to the first.
    ana.presses("Publicar assim mesmo")
    ana.sees("Começar a rodada 2")
    assert event.round()[0]["stage"] == "published"


def test_a_sheet_that_can_hardly_be_or_differs_from_a_phone_is_registered_by_a_second_tap(people: People) -> None:
    ana, phone = people("Ana", WIDE), people("Dupla")
    event = Event(ana)
    event.reaches("results")
    phone.asks("POST", f"/api/tournaments/{event.id}/table", {"token": event.token(1, 0), "speak": True})
    _, place = event.round()
    result = {"kind": "played", "matches": [(2080, 1500)]}
    report = {"type": "result_reported", **place, "table": 1, "half": 0, "result": result}
    phone.asks("POST", f"/api/tournaments/{event.id}/commands", {"id": "report", "act": report})
    room(ana, event)
    ana.presses("Resultado: Mesa 1")
    first, second = ana.page.locator(".score input").all()
    first.fill("2013")
    second.fill("20500")
    second.press("Enter")
    alert = ana.page.get_by_role("alert")
    expect(alert.get_by_text("2.013? Aqui os pontos terminam em 0.")).to_be_visible()
    expect(alert.get_by_text("20.500? Aqui um lado fica entre")).to_be_visible()
    expect(alert.get_by_text("informou 2.080 × 1.500 pelo celular")).to_be_visible()
    for size in (PHONE, WIDE):
        ana.resizes(size)
        ana.usable()
    first.fill("2080")
    second.fill("1500")
    expect(ana.page.get_by_role("button", name="Registrar a folha")).to_be_visible()
    second.fill("1510")
    ana.page.get_by_role("button", name="Registrar a folha").dblclick()
    expect(alert.get_by_text("informou 2.080 × 1.500 pelo celular")).to_be_visible()
    assert event.round()[0]["tables"][0]["result"] is None, "a double tap is one"
    ana.page.wait_for_timeout(600)  # A second tap at once belongs to the first.
    ana.presses("Registrar assim mesmo")
    ana.sees("Mesa 1: registrado.")
    assert event.round()[0]["tables"][0]["result"]["matches"] == [[2080, 1510]]


def test_a_tick_is_undone_by_a_tap(people: People) -> None:
    ana = people("Ana", PHONE)
    event = Event(ana)
    event.enters()
    room(ana, event)
    ana.page.get_by_role("button", name="Inscrições", exact=True).click()
    tick = ana.page.get_by_role("checkbox", name="Bia e Leo")
    tick.check()
    ana.sees("1 de 8 estão aqui.")
    tick.uncheck()
    ana.sees("0 de 8 estão aqui.")
    ana.sees("Presença desfeita: Bia e Leo.")
    expect(tick).not_to_be_checked()
    ana.page.reload()
    ana.page.get_by_role("button", name="Inscrições", exact=True).click()
    ana.sees("0 de 8 estão aqui.")
    event.does("check_in", sides=[each["number"] for each in event.view()["sides"]])
    event.reaches("pair")
    ana.page.reload()
    ana.page.get_by_role("button", name="Inscrições", exact=True).click()
    expect(tick).to_be_disabled()


def test_a_table_whose_side_left_is_marked_until_one_tap_of_the_referee_settles_it(people: People) -> None:
    ana, rosa, phone = people("Ana", WIDE), people("Rosa", PHONE), people("Dupla", PHONE)
    event = Event(ana)
    event.reaches("results")
    table = event.round()[0]["tables"][0]
    names = {each["number"]: each["name"] for each in event.view()["sides"]}
    left = names[table["two"][0]]
    event.does("side_withdrawn", side=table["two"][0], reason="doente")
    rosa.visit(f"/torneio/{event.id}")
    expect(rosa.page.get_by_text(re.compile(rf"^{left}\s+saiu$")).first).to_be_visible()
    phone.visit(f"/torneio/{event.id}/mesa#t={event.token(1, 0)}")
    phone.sees(f"{left} saiu do torneio. O árbitro registra o W.O.")
    room(ana, event)
    for person in (rosa, phone, ana):
        for size in (PHONE, WIDE):
            person.resizes(size)
            person.usable()
    ana.presses(f"W.O.: {left} saiu")
    ana.sees("Mesa 1: registrado.")
    settled = event.round()[0]["tables"][0]
    assert settled["result"] == {"kind": "walkover", "absent": [1]}
    assert [each["reason"] for each in event.view()["decisions"]] == ["Saiu do torneio."]
    rosa.page.reload()
    rosa.sees("Rodada 1")
    expect(rosa.page.get_by_text(re.compile(rf"^{left}\s+saiu$"))).to_have_count(0)


def test_the_clock_is_stopped_for_the_wall_and_the_phones_and_has_more_time(people: People) -> None:
    ana, phone, wall = people("Ana", PHONE), people("Dupla", PHONE), people("Telão", (1366, 768))
    event = Event(ana)
    event.reaches("results")
    room(ana, event)
    phone.visit(f"/torneio/{event.id}/mesa#t={event.token(1, 0)}")
    wall.visit(f"/torneio/{event.id}/telao")
    before = event.round()[0]["ends"]
    ana.page.get_by_text("Pausar ou prolongar o relógio").click()
    ana.presses("Dar mais 5 minutos")
    expect(ana.page.get_by_text("Feito.").first).to_be_visible()
    ana.presses("Pausar relógio")
    for person in (ana, phone, wall):
        person.sees("Relógio parado")
    left = phone.page.get_by_role("timer").inner_text()
    wall.page.wait_for_timeout(1500)
    assert phone.page.get_by_role("timer").inner_text() == left
    stopped = event.round()[0]
    minutes, seconds = divmod(-((stopped["paused"] - stopped["ends"]) // 1000), 60)
    assert left == f"{minutes}:{seconds:02}"
    for person in (ana, phone):
        for size in (PHONE, WIDE):
            person.resizes(size)
            person.usable()
    ana.accessible()
    ana.presses("Continuar o relógio")
    expect(phone.page.get_by_text("Relógio parado")).to_have_count(0)
    assert event.round()[0]["ends"] > before + 5 * 60_000


def test_everybody_has_what_it_takes_to_draw_again(people: People) -> None:
    ana, rosa = people("Ana", WIDE), people("Rosa", PHONE)
    event = Event(ana)
    event.reaches("publish")
    rosa.visit(f"/torneio/{event.id}")
    rosa.sees("Jogos do clube")
    expect(rosa.page.get_by_text("Refaça a conta")).to_have_count(0)
    event.reaches("results")
    rosa.page.reload()
    rosa.page.get_by_text("Refaça a conta").click()
    rosa.sees("semente: Loteria Federal 5921")
    for size in (PHONE, WIDE):
        rosa.resizes(size)
        rosa.usable()
    files = {}
    for name in ("regulations.toml", "events.jsonl"):
        with rosa.page.expect_download() as saved:
            rosa.page.get_by_role("link", name=name).click()
        assert saved.value.suggested_filename == name
        files[name] = saved.value.path().read_bytes()
    assert check_tournament(files["regulations.toml"].decode(), files["events.jsonl"]) == ()
