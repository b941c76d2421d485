"""A club's day on phones and paper: sixteen pairs, from the regulations to the signed standings.

The server is killed twice, a phone has no network for a round, two sides report differently, one doesn't come.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from canastra.tournament import load_log
from canastra.tournament.verifier import check_tournament
from tests.browser.hosts import Host
from tests.browser.people import DESKTOP, PHONE, People, Person
from tests.server.run.process import SECONDS

pytestmark = pytest.mark.slow

LONG = SECONDS * 1000


def pairs(number: int) -> str:
    """Return pairs as cells of a table."""
    return "\n".join(f"Dupla {n};Ana {n};José {n};Clube {'ABCD'[n % 4]}" for n in range(1, number + 1))


FILES = ("regulations.toml", "events.jsonl")
NETWORK = "Failed to load resource|ERR_"
Json = dict[str, Any]


@dataclass
class Day:
    """The tournament, with its organiser's browser."""

    ana: Person
    id: str
    numbers: Iterator[int] = field(default_factory=count)

    @property
    def api(self) -> str:
        return f"/api/tournaments/{self.id}"

    def view(self) -> Json:
        found: Json = self.ana.asks("GET", self.api)
        return found

    def acts(self, act: str, **figures: Any) -> None:
        """Send a command of the organiser without the page."""
        body = {"id": f"beside-{next(self.numbers)}", "act": {"type": act, **figures}}
        self.ana.asks("POST", f"{self.api}/commands", body)

    def round(self) -> tuple[dict[str, int], Json]:
        """Return the position of the latest round, and the round."""
        phase = [each for each in self.view()["phases"] if each["groups"]][-1]
        found: Json = phase["rounds"][-1]
        return {"phase": phase["number"], "round": found["number"]}, found

    def token(self, table: int, half: int) -> str:
        codes = self.ana.asks("GET", f"{self.api}/codes")["codes"]
        return str(next(each["token"] for each in codes if (each["table"], each["half"]) == (table, half)))

    def plays(self, *matches: tuple[int, int]) -> None:
        """Play a round on paper only, from its pairing to its end."""
        self.acts("pair")
        at, drafted = self.round()
        self.acts("round_published", **at)
        self.acts("round_started", **at)
        for each in drafted["tables"]:
            result = {"kind": "played", "matches": matches}
            self.acts("sheet_received", **at, table=each["table"], result=result)
        self.acts("round_closed", **at)
        self.acts("round_ratified", **at)

    def comes(self, person: Person, table: int, half: int) -> Phone:
        """Open a table's page on a phone, for a side of the table."""
        _, found = self.round()
        fixture = next(each for each in found["tables"] if each["table"] == table)
        names = {each["number"]: each["name"] for each in self.view()["sides"]}
        person.visit(f"/torneio/{self.id}/mesa#t={self.token(table, half)}")
        person.sees(f"Você responde por {names[(fixture['one'], fixture['two'])[half][0]]}?")
        person.presses("Sim, é a gente")
        person.sees("O resultado")
        return Phone(person, half)


@dataclass
class Phone:
    """A phone at a table, which reports for one side."""

    person: Person
    half: int

    def writes(self, *points: int) -> None:
        for half, each in enumerate(points):
            self.person.page.locator(f"#points-0-{half}").fill(str(each))

    def sends(self, *points: int) -> None:
        self.writes(*points)
        self.person.presses("Mandar o resultado")


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=name, exact=True)


def founded(ana: Person, number: int = 16) -> Day:
    """Found a tournament and check its pairs in, all on the page."""
    ana.visit("/torneios")
    ana.page.get_by_label(re.compile("Nome|chama")).first.fill("Ana")
    ana.presses("Continuar")
    ana.page.get_by_role("radio", name=re.compile("Grupos e depois")).check()
    ana.page.get_by_label("Nome do torneio").fill("Sábado do clube")
    expect(button(ana, "Criar o torneio")).not_to_have_attribute("aria-disabled", "true")
    ana.presses("Criar o torneio")
    expect(ana.page).to_have_url(re.compile("/torneio/[a-z0-9]+/sala$"))
    day = Day(ana, ana.page.url.split("/")[-2])
    ana.page.get_by_role("button", name="Inscrições", exact=True).click()
    ana.page.get_by_text("Inscrever de uma planilha").click()
    ana.page.get_by_label("Cole aqui").fill(pairs(number))
    ana.presses("Conferir")
    ana.presses(f"Inscrever os {number}")
    ana.sees(f"0 de {number} estão aqui.")
    ana.page.get_by_role("checkbox").first.check()
    ana.sees(f"1 de {number} estão aqui.")
    ana.presses(f"Todos chegaram: marcar os {number - 1} que faltam")
    ana.sees(f"{number} de {number} estão aqui.")
    return day


def invited(people: People, day: Day, name: str) -> Person:
    """A referee, by the link that the organiser shows."""
    button(day.ana, "Equipe").click()
    day.ana.page.get_by_label("Para quê").select_option("referee")
    day.ana.presses("Fazer o convite")
    link = day.ana.page.get_by_role("textbox", name="Link do convite").input_value()
    rui = people(name, PHONE, address=day.ana.address)
    rui.forgive(NETWORK)
    rui.visit(link.removeprefix(rui.address))
    rui.page.get_by_role("textbox", name="Seu nome", exact=True).fill(name)
    rui.presses("Aceitar")
    rui.sees(re.compile("Seu papel: arbitragem"))
    button(day.ana, "Agora").click()
    return rui


def test_a_whole_day_of_sixteen_pairs(people: People, host: Host, client: Path) -> None:
    ana = people("Ana", DESKTOP, address=host.address)
    ana.forgive(NETWORK)
    day = founded(ana)
    button(ana, "Agora").click()
    ana.page.get_by_label("Semente do sorteio").fill("Loteria 5921")
    ana.page.get_by_role("button", name="Sortear", exact=True).click()
    ana.presses("Formar a rodada 1")
    ana.presses("Publicar a rodada 1")
    ana.presses("Começar a rodada 1")
    ana.sees("Faltam 8 resultados.")
    rui = invited(people, day, "Rui")

    phones: list[Phone] = []
    for table, half in ((1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (5, 0)):
        person = people(f"Mesa {table}.{half}", PHONE, address=host.address)
        person.forgive(NETWORK)
        phones.append(day.comes(person, table, half))
    one, other, left, right, early, late, waiting, lonely = phones

    # Table 1: one side writes, the other agrees; the server is killed in between.
    one.sends(2010, 1500)
    one.person.sees("Enviado. Agora o outro lado confere.")
    host.off()
    late.sends(1200, 2100)  # Table 3: the server is down, so the report waits on the phone.
    late.person.sees("Guardado neste celular, ainda não enviado.")
    late.person.context.set_offline(True)
    host.on(client)
    button(other.person, "Confere").click()
    for phone in (one, other):
        phone.person.page.get_by_text("Está valendo. Obrigado!").wait_for(timeout=LONG)

    # Table 2: two different reports, decided by the referee.
    left.sends(2010, 1500)
    left.person.sees("Enviado. Agora o outro lado confere.")
    right.person.presses("Não confere: o nosso é…")
    right.sends(1500, 2010)
    right.person.sees("Os números são os mesmos, só que trocados de lado.")
    decided(
        rui,
        "Mesa 2",
        lambda: rui.page.get_by_role("button", name="Vale este").first.click(),
        "Regional, art. 16",
        "A folha assinada diz isto.",
    )
    left.person.page.get_by_text("Está valendo. Obrigado!").wait_for(timeout=LONG)

    # Table 4: one side is absent.
    decided(rui, "Mesa 4", lambda: walkover(rui), "Congresso Técnico, 5", "Quinze minutos sem ninguém.")
    waiting.person.page.get_by_text("Está valendo. Obrigado!").wait_for(timeout=LONG)

    # Table 5 has written, and signs on paper; tables 6 to 8 have only paper.
    lonely.sends(2020, 300)
    lonely.person.sees("Enviado. Agora o outro lado confere.")
    at, _ = day.round()
    for table in (5, 6, 7, 8):
        day.acts("sheet_received", **at, table=table, result={"kind": "played", "matches": [[2020, 300]]})
    ana.page.get_by_text("Falta 1 resultado.").wait_for(timeout=LONG)

    # Table 3: the phone sends the waiting report by itself once it has a network.
    late.person.context.set_offline(False)
    button(early.person, "Confere").click(timeout=LONG)
    late.person.page.get_by_text("Está valendo. Obrigado!").wait_for(timeout=LONG)
    token = day.token(1, 0)
    ana.presses("Encerrar a rodada 1")
    ana.presses("Homologar a rodada 1")
    ana.sees("Forme as mesas da rodada 2.")

    # An expired code, and a guessed one.
    for wrong in (token, "a" * len(token)):
        waiting.person.visit("/")
        waiting.person.visit(f"/torneio/{day.id}/mesa#t={wrong}")
        waiting.person.sees("Esta mesa não abriu")

    for _ in range(2):
        day.plays((2010, 1500))
    day.acts("draw", seed="Loteria 5922")
    host.off()
    host.on(client)
    while day.view()["due"] == "pair":
        day.plays((2010, 1500), (2040, 900))
    signed(ana, day)


def decided(rui: Person, table: str, what: Callable[[], None], article: str, reason: str) -> None:
    """The referee decides at a table."""
    rui.page.get_by_role("button", name=f"Resultado: {table}").click(timeout=LONG)
    what()
    rui.page.get_by_label("Artigo ou decisão do congresso").fill(article)
    rui.page.get_by_label("Motivo").filter(visible=True).first.fill(reason)
    rui.presses("Registrar a decisão")
    expect(rui.page.get_by_role("button", name=f"Resultado: {table}")).to_have_count(0)


def walkover(rui: Person) -> None:
    rui.page.get_by_label("O que você vai registrar").select_option("result_decided")
    rui.page.get_by_label("Como terminou").select_option("walkover")
    rui.page.get_by_role("checkbox").last.check()


def signed(ana: Person, day: Day) -> None:
    """The end is on the page, and both files say the same to a second program."""
    ana.visit(f"/torneio/{day.id}/sala")
    ana.sees("O torneio terminou.")
    ana.presses("Ver a classificação final")
    ana.sees("Classificação final")
    regulations, log = (ana.context.request.get(f"{ana.address}{day.api}/files/{name}") for name in FILES)
    assert check_tournament(regulations.text(), log.body()) == ()
    kinds = Counter(each.event.__struct_config__.tag for each in load_log(log.body()))
    # Nothing twice, nothing lost: both sides of tables 1 to 3 have reported, and one side of table 5.
    counted = ("result_reported", "result_decided", "sheet_received", "round_ratified")
    assert [kinds[each] for each in counted] == [7, 2, 28, 6]
    assert len(day.view()["overall"]) == 16
