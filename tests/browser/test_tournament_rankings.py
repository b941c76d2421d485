"""Categories and clubs on the page: typed with an entry, searched, and ranked below the standings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from canastra.tournament.regulations import example_regulations
from tests.browser.people import PHONE, People, Person
from tests.browser.tournaments import PAIRS, Online

LAPTOP = (1366, 768)
CLUBS = ("AABB Campinas", "Minas Tênis Clube", "APCEF", "AABB Campinas")
CATEGORIES = ("Mista", "Sênior", "Iniciantes", "sênior", "")


def after_a_round(organiser: Person, order: str) -> Online:
    """Eight pairs of clubs and categories, of which the first of each table has won."""
    text = example_regulations("club-rounds").replace("least = 12", "least = 4")
    event = Online(organiser, f'{text}\n[clubs]\nbest = 3\norder = "{order}"\n')
    sides = [
        {
            "name": names.replace(" ", " e "),
            "players": names.split(),
            "delegation": CLUBS[at % len(CLUBS)],
            "category": CATEGORIES[at % len(CATEGORIES)],
        }
        for at, names in enumerate(PAIRS)
    ]
    event.does("enter", sides=sides)
    event.does("check_in", sides=list(range(1, 9)))
    event.does("draw", seed="Loteria Federal 5921")
    event.round(1, start=True)
    for table in range(1, 5):
        result = {"kind": "played", "matches": [[2010, 1500 - 10 * table]]}
        event.does("sheet_received", phase=1, round=1, table=table, result=result)
    event.does("round_closed", phase=1, round=1)
    return event


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_categories_and_clubs_are_below_the_standings(people: People, size: tuple[int, int]) -> None:
    ana = people("Ana", size)
    event = after_a_round(ana, "places" if size == PHONE else "points")
    view = ana.asks("GET", f"{event.api}?lang=pt")
    order = [each["side"] for each in view["phases"][0]["groups"][0]["standings"]]
    for part in ("/sala", ""):
        ana.visit(f"/torneio/{event.id}{part}")
        if part:
            ana.presses("Classificação")
        ana.sees("Classificação por categoria")
        expect(ana.page.get_by_text("Classificação dos clubes")).to_be_visible()
        seniors = ana.page.locator("details", has_text="Sênior").last
        expect(seniors.get_by_role("list")).to_be_hidden()
        for summary in ana.page.locator("section:has(> h2) > details.fold > summary").all():
            summary.click()
        best = next(side for side in order if side in (2, 4, 7))
        names = next(each["name"] for each in view["sides"] if each["number"] == best)
        expect(seniors.get_by_role("listitem").first).to_contain_text(names)
        expect(seniors.get_by_role("listitem").first).to_contain_text(f"{order.index(best) + 1}º geral")
        expect(ana.page.get_by_text("2 de 3")).to_have_count(2)
        ana.sees("soma" if size == PHONE else "pontos delas")
        ana.usable()
    ana.page.get_by_label("Quem você procura?").or_(ana.page.get_by_role("searchbox")).first.fill("Leo")
    expect(ana.page.get_by_role("article")).to_contain_text("da categoria Sênior")


@pytest.mark.slow
def test_a_category_is_typed_corrected_and_looked_for(people: People) -> None:
    ana = people("Ana", PHONE)
    text = example_regulations("club-rounds").replace("least = 12", "least = 4")
    event = Online(ana, text)
    ana.visit(f"/torneio/{event.id}/sala")
    ana.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    for player, name in enumerate(("Ana", "Rui"), 1):
        ana.page.get_by_label(f"Jogador {player}").fill(name)
    ana.page.get_by_label("Categoria").fill("  Sênior ")
    ana.page.get_by_role("button", name="Inscrever", exact=True).click()
    ana.sees("Ana / Rui")
    expect(ana.page.get_by_role("listitem").filter(has_text="Ana / Rui")).to_contain_text("Sênior")
    expect(ana.page.get_by_label("Categoria")).to_have_value("")
    ana.presses("Mudar: Ana / Rui")
    expect(ana.page.get_by_label("Categoria")).to_have_value("Sênior")
    ana.page.get_by_label("Categoria").fill("Mista")
    ana.page.get_by_label("Motivo").fill("engano")
    ana.usable()
    ana.page.get_by_role("button", name="Corrigir", exact=False).first.click()
    expect(ana.page.get_by_role("listitem").filter(has_text="Ana / Rui")).to_contain_text("Mista")
    (side,) = ana.asks("GET", f"{event.api}?lang=pt")["sides"]
    assert (side["category"], side["delegation"]) == ("Mista", "")
    assert "Classificação por categoria" not in ana.page.inner_text("body")
