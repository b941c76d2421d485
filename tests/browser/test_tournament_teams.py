"""Teams at several tables on the page: line-up, result of each table, score of the encounter."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People, Size
from tests.browser.tournaments import Event

CLUBS = ("AABB", "Bandeirantes", "Caiçaras", "Grajaú", "Ipanema", "Leblon", "Méier", "Tijuca")
PEOPLE = ("Ana Lúcia", "Beatriz", "Caio", "Davi")


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_team_says_who_plays_where(people: People, size: Size) -> None:
    ana = people("Ana", size)
    event = Event(ana, example="club-teams")
    teams = [{"name": club, "players": [f"{name} {club[:3]}" for name in PEOPLE]} for club in CLUBS]
    event.does("enter", sides=teams)
    event.does("check_in", sides=list(range(1, 9)))
    event.does("draw", seed="Loteria 5921")
    event.does("pair")
    event.does("round_published", phase=1, round=1)
    one = event.round()[0]["encounters"][0]["one"]
    club = CLUBS[one - 1]
    ana.visit(f"/torneio/{event.id}/sala")
    ana.page.get_by_text("Escalação", exact=True).click()
    ana.page.get_by_label("Equipe").select_option(club)
    for seat, name in zip(("Mesa 1, jogador 1", "Mesa 1, jogador 2", "Mesa 2, jogador 1"), PEOPLE, strict=False):
        ana.page.get_by_label(seat).select_option(f"{name} {club[:3]}")
    ana.page.get_by_label("Mesa 2, jogador 2").select_option(f"Caio {club[:3]}")
    ana.presses("Registrar escalação")
    ana.sees("Esta pessoa já joga em outro lugar.")
    ana.page.get_by_label("Mesa 2, jogador 2").select_option(f"Davi {club[:3]}")
    ana.accessible()
    ana.usable()
    ana.presses("Registrar escalação")
    expect(ana.page.get_by_role("listitem").filter(has_text=f"Caio {club[:3]} / Davi {club[:3]}")).to_be_visible()
    event.does("round_started", phase=1, round=1)
    event.result(1, ((2000, 1500),))
    event.result(2, ((900, 1000),))
    ana.visit(f"/torneio/{event.id}")
    together = ana.page.get_by_role("list", name="Confrontos").get_by_role("listitem")
    expect(together).to_contain_text("2.900\u00a0×\u00a02.500")
    expect(together).to_contain_text("2 pontos × 0 pontos")
    ana.accessible()
    ana.usable()
    ana.page.get_by_role("searchbox").or_(ana.page.get_by_role("textbox")).first.fill(club)
    ana.sees("Mesas 1–2")
