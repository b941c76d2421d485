"""A table with friends whose seats are drawn by lot, for the best of three matches: from the form to the next match."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person

pytestmark = pytest.mark.slow

SHOTS = os.environ.get("CANASTRA_SHOTS")


def shot(person: Person, name: str) -> None:
    """Save a picture to look at."""
    if SHOTS:
        person.page.screenshot(path=Path(SHOTS) / f"tables-{name}.png", full_page=True)


def test_seats_by_lot_and_the_best_of_three(people: People) -> None:
    ana, bia = people("Ana", (390, 844)), people("Bia", (1280, 800))
    terms = {"encounter": {"matches": 3}, "lots": True, "next_dealer": "loser"}
    table = ana.opens(rulebook="canastra-duelo", **terms)["table"]
    bia.asks("PUT", f"/api/tables/{table}/seats/1", {})
    for person in (ana, bia):
        person.visit(f"/mesa/{table}")
    ana.sees("melhor de 3")
    ana.sees("Sortear os lugares")
    ana.accessible()
    shot(ana, "waiting-390")
    shot(bia, "waiting-1280")
    for person in (ana, bia):
        person.presses("Pode começar")
    for person in (ana, bia):
        expect(person.page.get_by_text(re.compile("dá as cartas|deu as cartas")).first).to_be_attached()
    lot = ana.asks("GET", f"/api/tables/{table}")["seats"]
    assert sorted(seat["name"] for seat in lot) == ["Ana", "Bia"]
    expect(ana.page.locator(".scores .won")).to_have_count(2)
    for person in (ana, bia):
        person.presses("Menu")
        person.presses("Conferir o sorteio dos lugares")
        person.sees("Conferido: os lugares são os do sorteio, e o seu corte entrou nele.")
        person.fits()
    ana.accessible()
    shot(ana, "lot-390")
    shot(bia, "lot-1280")
    for person in (ana, bia):
        person.page.keyboard.press("Escape")
    shot(ana, "playing-390")
    shot(bia, "playing-1280")
    resign(bia)
    ana.sees(re.compile(r"Partidas vencidas: 1 a 0 \(melhor de 3\)"))
    bia.sees(re.compile(r"Partidas vencidas: 0 a 1 \(melhor de 3\)"))
    ana.accessible()
    ana.fits()
    shot(ana, "end-390")
    shot(bia, "end-1280")
    ana.presses("Próxima partida")
    ana.sees("Você quer outra partida")
    bia.presses("Próxima partida")
    for person in (ana, bia):
        expect(person.page).to_have_url(f"{person.address}/mesa/{table}-2")
        expect(person.page.locator(".scores .won").first).to_be_visible()
    assert ana.asks("GET", f"/api/tables/{table}-2")["encounter"]["won"].count(1) == 1
    shot(ana, "second-390")
    resign(bia)
    ana.sees(re.compile("Confronto vencido por .*: 2 a 0"))
    shot(ana, "won-390")


def test_the_form_says_all_of_it(people: People) -> None:
    ana = people("Ana", (390, 844))
    ana.visit("/")
    ana.page.get_by_role("button", name=re.compile("Com amigos")).click()
    ana.page.get_by_text("O que combinar").click()
    for choice in ("melhor de 3", "quem perdeu"):
        ana.page.get_by_text(choice, exact=True).click()
    lots = ana.page.get_by_role("group", name="Sortear os lugares")
    lots.get_by_text("sim").click()
    ana.fits()
    ana.accessible()
    shot(ana, "form-390")
    ana.page.get_by_label("Como você se chama?").last.fill("Ana")
    ana.presses("Criar a mesa")
    ana.sees("melhor de 3")
    ana.sees("quem perdeu")
    ana.sees("Sortear os lugares")


def resign(person: Person) -> None:
    """Resign the match by the HTTP stream, which programs use in place of the socket."""
    table = person.page.url.rpartition("/")[2]
    person.asks("POST", f"/api/tables/{table}/commands", {"type": "offer", "id": f"resign-{table}", "offer": "resign"})
