"""The roll call of a league's evening on a phone, by touch: an absence, a requested bye, and a return."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People, Size
from tests.browser.tournaments import Event


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_roll_is_called_for_an_evening(people: People, size: Size) -> None:
    ana = people("Ana", size)
    event = Event(ana, example="league-evenings", least=4)
    event.enters(8)
    event.reaches("pair")
    ana.visit(f"/torneio/{event.id}/sala")
    ana.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    ana.sees("Chamada das rodadas 1 a 3")
    ana.sees("8 de 8 jogam.")
    ana.page.get_by_role("radiogroup", name="Bia e Leo").get_by_label("Falta").check()
    ana.page.get_by_role("radiogroup", name="Caio e Eva").get_by_label("Folga").check()
    ana.sees("6 de 8 jogam.")
    ana.accessible()
    ana.usable()
    ana.presses("Salvar a chamada")
    ana.sees("Feito")
    event.does("pair")
    found, _ = event.round()
    assert found["byes"] == [3]
    assert sorted(side for each in found["tables"] for side in (*each["one"], *each["two"])) == [1, 4, 5, 6, 7, 8]
    ana.page.get_by_role("navigation").get_by_role("button", name="Agora").click()
    expect(ana.page.get_by_role("listitem").filter(has_text="Bia e Leo")).to_contain_text("Avisou que falta")
    ana.page.get_by_role("navigation").get_by_role("button", name="Inscrições").click()
    ana.page.get_by_role("radiogroup", name="Bia e Leo").get_by_label("Joga").check()
    ana.presses("Salvar a chamada")
    ana.sees("Feito")
    event.does("pair")
    found, _ = event.round()
    assert 2 in [side for each in found["tables"] for side in (*each["one"], *each["two"])] + found["byes"]
