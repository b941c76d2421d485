"""A tournament at the server's own tables: links, a round that opens them, absence, results that come by themselves."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from canastra.tournament.regulations import example_regulations
from tests.browser.people import DESKTOP, PHONE, People, Person, in_a_thread
from tests.browser.tournaments import Online, online_regulations
from tests.server.run.process import PLENTY, Process, Seated, run, serving

pytestmark = pytest.mark.slow

MOVABLE = """
import signal
from canastra.cli.main import main
from canastra.server.clock import SystemClock

now, of_day, moved = SystemClock.now, SystemClock.of_day, []
SystemClock.now = lambda self: now(self) + 60_000 * len(moved)
SystemClock.of_day = lambda self: of_day(self) + 60_000 * len(moved)
signal.signal(signal.SIGUSR1, lambda *_: moved.append(1))
main()
"""
"""The command, with a clock that advances by a minute at each of these signals."""
NAMES = ("Bia", "Davi", "Eva", "Leo")
LONG = 60_000
HIDDEN = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Makes the page believe that it is hidden, or visible again."""


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """The server of these tests, whose clock they move."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, "--web", str(client), *PLENTY, command=[sys.executable, "-c", MOVABLE]) as process:
        process.wait_ready()
        yield process


def founded(ana: Person) -> Online:
    """Found the tournament on its page: the example, its text, and players from a table."""
    ana.visit("/torneios")
    ana.page.get_by_label(re.compile("Nome|chama")).first.fill("Ana")
    ana.presses("Continuar")
    ana.page.get_by_role("radio", name=re.compile("Rodadas online")).check()
    ana.page.get_by_role("group", name="As mesas do servidor").get_by_label("Segundos para cada vez").fill("60")
    ana.page.get_by_text("O texto inteiro do congresso").click()
    text = ana.page.get_by_label("regulations.toml")
    expect(text).to_have_value(re.compile(r"turn = 60 +#"))
    text.fill(online_regulations())
    ana.sees("O congresso está em ordem")
    ana.presses("Criar o torneio")
    expect(ana.page).to_have_url(re.compile("/torneio/[a-z0-9]+/sala$"))
    found = Online(ana, id=ana.page.url.split("/")[-2])
    found.does("enter", sides=[{"name": each, "players": [each]} for each in NAMES])
    ana.presses("Mandar os links")
    ana.sees("0 de 4 já entraram.")
    return found


def comes(people: People, event: Online, name: str) -> Person:
    """Open a player's link on a phone."""
    person = people(f"Celular de {name}", PHONE)
    with person.page.expect_request("**/api/guests") as asked:
        person.visit(event.link(name))
    sent = asked.value.post_data_json
    assert sent is not None
    assert sent["admission"]["tournament"] == event.id
    person.sees(f"Você joga como {name}.")
    person.sees("Espere aqui: quando sair a rodada, a mesa abre.")
    assert "#" not in person.page.url
    assert person.asks("GET", "/api/me")["name"] == name
    return person


def usable_everywhere(person: Person) -> None:
    for size in ((320, 568), DESKTOP, PHONE):
        person.resizes(size)
        person.usable()


def gives_up(person: Person) -> None:
    """Resign for the player of a table in play."""
    table = person.page.url.split("/")[-1]
    person.page.get_by_role("button", name=re.compile("Comprar|Pegar")).or_(
        person.page.get_by_text(re.compile("^Vez de"))
    ).first.wait_for(timeout=LONG)
    person.asks("POST", f"/api/tables/{table}/commands", {"type": "offer", "id": f"r-{table}", "offer": "resign"})


def test_a_link_that_went_to_somebody_else_is_replaced(people: People) -> None:
    ana = people("Ana", DESKTOP)
    event = founded(ana)
    link = event.link("Davi")
    ana.page.get_by_role("button", name="Link: Davi").click()
    shown = ana.page.get_by_label("Link de Davi", exact=True).last
    before = shown.input_value()
    usable_everywhere(ana)
    ana.presses("Trocar este link")
    ana.presses("Trocar mesmo: o link de antes não abre mais")
    expect(shown).not_to_have_value(before)
    ana.sees("Trocar este link")
    stranger = people("Estranho", PHONE)
    stranger.forgive("status of 403")
    stranger.visit(link)
    stranger.sees("Este link não abriu")


def test_a_round_opens_its_tables_and_results_come_by_themselves(people: People, server: Process) -> None:
    """Three players come by their links, one does not. Those present are led to their table, play and come back."""
    ana = people("Ana", DESKTOP)
    event = founded(ana)
    phones = {name: comes(people, event, name) for name in NAMES if name != "Davi"}
    usable_everywhere(phones["Bia"])
    ana.sees("3 de 4 já entraram.")
    ana.page.get_by_role("button", name="Link: Davi").click()
    expect(ana.page.get_by_label("Link de Davi", exact=True).last).to_have_value(re.compile("/jogar#p="))
    usable_everywhere(ana)
    ana.resizes(DESKTOP)

    event.does("check_in", sides=[2])
    event.does("draw", seed="Loteria 5921")
    event.round(1, start=False)
    for person in phones.values():
        expect(person.page).to_have_url(re.compile("/mesa/[a-z0-9]+-[a-z0-9]+$"), timeout=LONG)
    lonely = next(person for name, person in phones.items() if event.me(person)["opponents"][0]["name"] == "Davi")
    playing = [person for person in phones.values() if person is not lonely]
    lonely.forgive("status of 404")  # The page asks for the terms of its table, which has ended.
    lonely.sees("Esperando Davi")
    expect(lonely.page.get_by_text("robô")).to_have_count(0)
    rosa = people("Rosa")
    rosa.visit(lonely.page.url.removeprefix(lonely.address))
    rosa.sees("Esperando Davi")  # Spectators see names too.
    for person in playing:
        person.sees("Todos aqui. A partida começa com a rodada")
    event.does("round_started", phase=1, round=1)
    # Until the minute of the tolerance is over.
    lonely.sees(re.compile("Quem não estiver na mesa até .* perde por W.O."))
    usable_everywhere(lonely)
    lonely.follows("Voltar ao torneio")
    lonely.sees("A sua mesa abriu")
    lonely.sees(re.compile(r"Faltam 0:\d\d"))
    usable_everywhere(lonely)
    lonely.follows("Ir para a mesa")
    lonely.sees("Esperando Davi")
    rosa.visit(f"/torneio/{event.id}")
    rosa.sees("em jogo: 0\u00a0×\u00a00")
    rosa.sees("esperando")
    rosa.usable()
    ana.page.get_by_role("button", name="Agora", exact=True).click()
    ana.sees("esperando: Davi")
    ana.accessible()
    rosa.page.get_by_role("link", name=re.compile("^Assistir")).first.click()
    expect(rosa.page).to_have_url(re.compile("/mesa/"))

    expect(ana.page.get_by_text("W.O.: ausência de Davi")).to_have_count(0)
    server.child.send_signal(signal.SIGUSR1)
    ana.page.get_by_role("button", name="Mostrar também as mesas prontas").click(timeout=LONG)
    ana.sees("W.O.: ausência de Davi")
    expect(lonely.page).to_have_url(re.compile("/jogar$"))
    lonely.sees("O seu resultado")
    lonely.sees("W.O.: ausência de Davi")
    loser, winner = playing
    gives_up(loser)
    left = next(name for name, person in phones.items() if person is loser)
    ana.page.get_by_text(f"desistência de {left}").first.wait_for(timeout=LONG)
    ana.sees("Todos os resultados chegaram.")
    for person in playing:
        expect(person.page.get_by_role("button", name="Outra partida")).to_have_count(0)
        person.follows("Voltar ao torneio")
        person.sees(f"desistência de {left}")
    winner.sees(re.compile("Você está em [12]º lugar, com 2 pontos."))
    usable_everywhere(winner)

    # The next round reaches waiting players, in hidden tabs too. This time the referee decides on the absence.
    event.does("round_closed", phase=1, round=1)
    event.does("round_ratified", phase=1, round=1)
    winner.page.evaluate(HIDDEN, True)
    event.round(2, start=True)
    expect(winner.page).to_have_title(re.compile("^● A sua mesa abriu"), timeout=LONG)
    assert winner.page.url.endswith("/jogar")
    winner.page.evaluate(HIDDEN, False)
    late = next(person for person in phones.values() if event.me(person)["opponents"][0]["name"] == "Davi")
    expect(late.page).to_have_url(re.compile("/mesa/"), timeout=LONG)
    late.forgive("status of 404")
    late.sees("Esperando Davi")
    for person in phones.values():
        if person is not late:
            expect(person.page).to_have_url(re.compile("/mesa/"), timeout=LONG)
    gives_up(next(person for person in phones.values() if person is not late))
    place = {"phase": 1, "round": 2, "table": event.me(late)["table"]}
    result = {"kind": "walkover", "absent": [1 - event.me(late)["half"]]}
    event.does("result_decided", **place, result=result, article="Congresso Técnico, 5", reason="Não veio.")
    expect(late.page).to_have_url(re.compile("/jogar$"), timeout=LONG)
    late.sees("W.O.: ausência de Davi")
    event.does("round_closed", phase=1, round=2)
    event.does("round_ratified", phase=1, round=2)
    late.page.get_by_text("O torneio acabou").wait_for(timeout=LONG)
    late.sees(re.compile("^[123]º lugar$"))
    late.usable()


def test_a_link_is_one_persons_until_it_is_freed(people: People) -> None:
    ana = people("Ana", DESKTOP)
    event = founded(ana)
    bia, other = comes(people, event, "Bia"), people("Outro")
    for person in (bia, other):
        person.forgive("status of 40[1349]")
    other.visit(f"/torneio/{event.id}/jogar")
    other.sees("Abra o seu link")
    other.accessible()
    other.visit("/")
    other.visit(event.link("Bia"))
    other.sees("Outra pessoa joga por este link")
    other.accessible()
    other.visit("/")
    other.visit(f"/torneio/{event.id}/jogar#p={'a' * 22}")
    other.sees("Este link não abriu")
    bia.visit("/")
    bia.visit(event.link("Leo"))
    bia.sees("Você já joga neste torneio por outro link")
    bia.presses("Continuar no meu lugar")
    bia.sees("Você joga como Bia.")

    bia.page.reload()
    bia.sees("Você joga como Bia.")
    ana.page.get_by_role("button", name="Liberar: Bia").click()
    ana.page.get_by_role("button", name="Liberar mesmo: Bia").click()
    ana.sees("0 de 4 já entraram.")
    bia.page.reload()
    bia.sees("Abra o seu link")
    bia.visit("/")
    bia.visit(event.link("Bia"))
    bia.sees("Você joga como Bia.")
    ana.page.get_by_role("button", name="Liberar: Bia").click()
    ana.page.get_by_role("button", name="Liberar mesmo: Bia").click()
    bia.sees("Você não joga mais por este link")
    bia.accessible()
    bia.presses("Entrar de novo")
    bia.sees("Você joga como Bia.")
    bia.forgive("Failed to load resource|ERR_")
    bia.context.set_offline(True)
    bia.sees("Sem contato com o servidor.")
    bia.sees("Espere aqui")
    bia.context.set_offline(False)
    expect(bia.page.get_by_text("Sem contato com o servidor.")).to_have_count(0)


UNTIMED = (
    ("minutes = 45", "minutes = 0"),
    ("warning = 10", "warning = 0"),
    ('"no_new_deal"', '"play_on"'),
    ("last_minutes = 5", "last_minutes = 0"),
)


def play_through(table: str, *everybody: Person) -> None:
    """Play a table's match at random for its players, without their pages."""
    players = [person.player for person in everybody]

    async def seat(number: int) -> None:
        async with players[number].socket(table) as socket:
            await Seated(players[number], socket, Random(number)).play()

    async def play() -> None:
        await asyncio.gather(*map(seat, range(len(players))))

    in_a_thread(lambda: run(play()))


def test_the_best_of_three_leads_from_match_to_match(people: People) -> None:
    ana = people("Ana", DESKTOP)
    few = (("least = 4", "least = 2"), ("rounds = 2", "rounds = 1"), ("number = 1", "number = 3"))
    event = Online(ana, online_regulations(*few, *UNTIMED))
    event.does("enter", sides=[{"name": each, "players": [each]} for each in ("Bia", "Leo")])
    both = [comes(people, event, name) for name in ("Bia", "Leo")]
    bia, leo = both
    event.does("draw", seed="Loteria 5921")
    event.round(1, start=True)
    rosa = people("Rosa")
    rosa.visit(f"/torneio/{event.id}")
    games = list[str]()
    while event.me(bia)["result"] is None:
        games.append(event.me(bia)["game"])
        for person in both:
            expect(person.page).to_have_url(f"{person.address}/mesa/{games[-1]}", timeout=LONG)
        if len(games) == 2:
            rosa.sees(re.compile("2ª partida: "))
        for person in both:
            person.page.goto("about:blank")  # A seat can be open in one place only.
        play_through(games[-1], bia, leo)
        for person in both:
            person.visit(f"/mesa/{games[-1]}")
            ended = person.page.get_by_role("link", name=re.compile("Ir para a próxima partida|Voltar ao torneio"))
            expect(ended.first).to_be_visible(timeout=LONG)
        if event.me(bia)["result"] is None:
            bia.accessible()
            for person in both:
                person.follows("Ir para a próxima partida")
    assert 2 <= len(games) <= 3
    assert len(set(games)) == len(games)
    scores = event.me(bia)["result"]["matches"]
    assert len(scores) == len(games)
    for person in both:
        person.follows("Voltar ao torneio")
        person.sees("O seu resultado")
    usable_everywhere(bia)


def test_partners_change_from_round_to_round(people: People) -> None:
    """In an individual tournament, each round names the partners, and a resignation needs both."""
    ana = people("Ana", DESKTOP)
    terms = example_regulations("online-rounds").partition("[online]")[2]
    text = example_regulations("individual").replace("least = 8", "least = 4").replace("rounds = 7", "rounds = 3")
    event = Online(ana, f"{text}\n[online]{terms}")
    event.does("enter", sides=[{"name": each, "players": [each]} for each in NAMES])
    phones = {name: comes(people, event, name) for name in NAMES}
    bia = phones["Bia"]
    event.does("draw", seed="Loteria 5921")
    partners = list[str]()
    for number in (1, 2):
        event.round(number, start=False)
        for person in phones.values():
            expect(person.page).to_have_url(re.compile("/mesa/[a-z0-9]+-[a-z0-9]+$"), timeout=LONG)
        mine = event.me(bia)
        (partner,) = (each["name"] for each in mine["partners"])
        partners.append(partner)
        bia.sees("Todos aqui. A partida começa com a rodada")
        bia.follows("Voltar ao torneio")
        bia.sees(f"Seu par nesta rodada: {partner}")
        others = sorted(each["name"] for each in mine["opponents"])
        assert sorted(["Bia", partner, *others]) == sorted(NAMES)
        usable_everywhere(bia)
        event.does("round_started", phase=1, round=number)
        bia.follows("Ir para a mesa")
        resigns_with(bia, phones[partner])
        for person in phones.values():
            person.follows("Voltar ao torneio")
        bia.sees(re.compile(f"desistência de (Bia \\+ {partner}|{partner} \\+ Bia)"))
        event.does("round_closed", phase=1, round=number)
    assert len(set(partners)) == 2


def resigns_with(person: Person, partner: Person) -> None:
    """The first player offers it by the menu, the partner agrees on the page."""
    person.page.get_by_role("button", name=re.compile("Comprar|Pegar")).or_(
        person.page.get_by_text(re.compile("^Vez de"))
    ).first.wait_for(timeout=LONG)
    person.presses("Menu")
    person.presses("Propor desistência")
    person.sees("aceitar, os adversários vencem.")
    person.presses("Sim")
    partner.sees("propõe desistir da partida.")
    partner.presses("Aceitar")
