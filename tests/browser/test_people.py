"""Several people at a table, each with a browser: chat, offers, and absence."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hosts import Host
from tests.browser.people import DESKTOP, PHONE, People, Person
from tests.browser.playing import Player
from tests.cli.running import canastra
from tests.server.run.process import Process

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Bia", "Caio", "Davi")
SHOTS = os.environ.get("CANASTRA_SHOTS")
HOUR = 3_600_000
UNHURRIED = {"between": HOUR, "grace": HOUR}


def begun(people: People, rulebook: str = "buraco", **terms: object) -> list[Person]:
    """Seat people on all seats of a new table, and begin the match. The first has a desktop, the others phones."""
    found: list[Person] = []
    table = ""
    for seat, name in enumerate(NAMES[: 2 if rulebook == "canastra-duelo" else 4]):
        person = people(name, PHONE if seat else DESKTOP)
        if seat:
            person.asks("PUT", f"/api/tables/{table}/seats/{seat}", {})
        else:
            table = person.opens(rulebook=rulebook, clock=UNHURRIED, **terms)["table"]
        found.append(person)
    for person in found:
        person.visit(f"/mesa/{table}")
        person.presses("Pode começar")
    for person in found:
        expect(person.page.locator(".area .bar")).to_be_visible()
        person.sees(re.compile("Sua vez|Vez de"))
    return found


def id_of(person: Person) -> str:
    return person.page.url.partition("/mesa/")[2].partition("?")[0]


def menu(person: Person, name: str | re.Pattern[str]) -> None:
    """Choose an entry of the menu."""
    person.presses("Menu")
    person.page.get_by_role("dialog").get_by_role("button", name=name).click()


def talk(person: Person) -> Locator:
    """Return the chat, beside the table or in a drawer over it."""
    if person.page.get_by_role("button", name=re.compile("^Conversa")).is_visible():
        person.presses(re.compile("^Conversa"))
        return person.page.get_by_role("dialog").locator("section.talk")
    if not person.page.locator("aside.side").is_visible():
        menu(person, "Conversa")
        return person.page.get_by_role("dialog").locator("section.talk")
    return person.page.locator(".side section.talk")


def closes(person: Person) -> None:
    person.page.get_by_role("dialog").get_by_role("button", name="Fechar").click()


def test_two_talk_and_one_has_enough(people: People, server: Process) -> None:
    ana, bia = begun(people, "canastra-duelo", talk={"mode": "free"})
    said = talk(ana)
    said.get_by_role("button", name="Boa sorte!").click()
    expect(bia.page.locator(".saying")).to_have_text("Boa sorte!")
    said.get_by_title("palmas").click()
    for person in (bia, ana):  # The sender sees it too.
        expect(person.page.locator(".saying").get_by_role("img", name="palmas", include_hidden=True)).to_be_visible()
    shot(ana, "reaction")
    for size in ((1280, 720), (1366, 640), DESKTOP):
        ana.resizes(size)
        expect(said.get_by_label("Escreva aqui")).to_be_in_viewport(ratio=1)
    said.get_by_label("Escreva aqui").fill("Que cartas!")
    said.get_by_role("button", name="Enviar").click()
    expect(said.get_by_role("log")).to_contain_text("Que cartas!")
    expect(bia.page.get_by_role("button", name=re.compile("2 falas novas"))).to_be_visible()
    heard = talk(bia)
    lines = heard.get_by_role("log")
    expect(lines).to_contain_text("Boa sorte!")
    expect(lines).to_contain_text("Que cartas!")
    name = heard.get_by_role("button", name="Ana").first
    box = name.bounding_box()
    assert box
    assert min(box["height"], box["width"]) >= 44
    name.click()
    bia.accessible()
    heard.get_by_role("button", name="ofensas").click()
    bia.sees("Denúncia enviada. Obrigado.")
    assert "abuse" in reports(server.folder)
    heard.get_by_role("button", name="Ana").first.click()
    heard.get_by_role("button", name="Silenciar").click()
    expect(lines).not_to_contain_text("Que cartas!")
    said.get_by_role("button", name="Bom jogo!").click()
    expect(said.get_by_role("log")).to_contain_text("Bom jogo!")
    expect(lines).not_to_contain_text("Bom jogo!")
    player = ana.asks("GET", "/api/me")["player"]
    assert bia.asks("GET", "/api/me")["muted"] == [player]


def reports(folder: Path) -> str:
    """Return the operator's list of reports."""
    ran = canastra("database", "--lang", "en", "reports", folder / "canastra.db")
    assert ran.status == 0, ran.err
    return ran.out


def test_partners_agree_to_resign_and_all_play_again(people: People) -> None:
    ana, bia, caio, davi = everybody = begun(people)
    silent = talk(caio)
    expect(silent.get_by_text("Durante a mão, parceiros não conversam nesta mesa")).to_be_visible()
    silent.get_by_title("palmas").click()
    expect(silent.get_by_text("Você mostrou: palmas")).to_be_visible()
    shot(caio, "silent")
    expect(bia.page.locator(".saying")).to_have_count(1)
    expect(silent.get_by_role("group", name="Frases prontas")).to_have_count(0)
    closes(caio)
    menu(ana, "Propor desistência")
    ana.sees("Propor a Caio desistir? Se Caio aceitar, os adversários vencem.")
    assert not caio.page.get_by_text("propõe desistir").count()
    ana.presses("Sim")
    ana.sees("Você propôs desistir. Esperando Caio.")
    assert not bia.page.get_by_text("propõe desistir").count()
    caio.sees("Ana propõe desistir da partida.")
    caio.accessible()
    caio.presses("Continuar jogando")
    expect(ana.page.get_by_text("Esperando Caio")).to_have_count(0)
    menu(ana, "Propor desistência")
    ana.presses("Sim")
    caio.presses("Aceitar")
    for person, title in ((ana, "Perdemos"), (bia, "Ganhamos!"), (caio, "Perdemos"), (davi, "Ganhamos!")):
        expect(person.page.locator("#match-end")).to_have_text(title)
        person.sees("um lado desistiu")
    former = id_of(ana)
    again = bia.page.get_by_role("button", name="Outra partida")
    before = again.bounding_box()
    davi.presses("Outra partida")
    for person in (ana, bia, caio):
        person.sees("Quer outra partida: Davi")
    again = bia.page.get_by_role("button", name="Aceitar outra partida")
    assert again.bounding_box() == before, "what one was about to tap has moved"
    shot(bia, "rematch")
    for person in (ana, bia, caio):
        person.presses("Aceitar outra partida")
    for person in everybody:
        expect(person.page).to_have_url(f"{person.address}/mesa/{former}-2")
    for person in everybody:
        person.sees(re.compile("Sua vez|Vez de"))
    assert len({id_of(person) for person in everybody}) == 1
    for person, title in ((davi, "Ganhamos!"), (people("Eva"), "Venceram: Bia e Davi")):
        person.visit(f"/mesa/{former}")
        expect(person.page.locator("#match-end")).to_have_text(title)
        person.sees("A outra partida está em outra mesa.")
        expect(person.page.get_by_role("link", name="Ir para a mesa nova")).to_be_visible()
        expect(person.page.get_by_text("Abrindo a mesa nova")).to_have_count(0)


def test_who_is_left_alone_claims_the_match(people: People) -> None:
    ana, bia = begun(people, "canastra-duelo")
    menu(bia, re.compile("Sair da mesa"))
    bia.sees("Sair mesmo? Um robô fica com o seu lugar.")
    bia.page.get_by_role("button", name="Sim", exact=True).click()
    expect(bia.page).to_have_url(bia.address + "/")
    menu(ana, re.compile("Reclamar a vitória"))
    expect(ana.page.locator("#match-end")).to_have_text("Você ganhou!")
    ana.sees("os adversários não voltaram")


def test_who_watches_sees_no_hand_and_sits_down_where_a_seat_is_free(people: People) -> None:
    ana, bia = begun(people, "canastra-duelo")
    zeca = people("Zeca")
    zeca.visit(f"/mesa/{id_of(ana)}")
    zeca.sees("Você está assistindo")
    expect(zeca.page.get_by_role("option")).to_have_count(0)
    ana.presses("Menu")
    ana.sees("1 pessoa assiste")
    table = bia.opens(rulebook="canastra-duelo")["table"]
    zeca.visit(f"/mesa/{table}")
    zeca.sees("Há um lugar livre. Sente-se para jogar.")
    zeca.accessible()
    zeca.presses("Sentar no lugar 2")
    expect(zeca.page.get_by_label("Como você se chama?")).to_be_focused()
    zeca.page.get_by_label("Como você se chama?").fill("Zeca")
    zeca.presses("Sentar no lugar 2")
    zeca.sees("Zeca (você)")
    zeca.presses("Pode começar")
    bia.visit(f"/mesa/{table}")
    bia.presses("Pode começar")
    expect(zeca.page.locator(".area .bar")).to_be_visible()


def test_a_bot_plays_for_who_takes_too_long_and_gives_the_seat_back(people: People) -> None:
    ana, bia = people("Ana"), people("Bia")
    table = ana.opens(rulebook="canastra-duelo", clock={"turn": 5000, "between": HOUR})["table"]
    bia.asks("PUT", f"/api/tables/{table}/seats/1", {})
    players = [Player(person, seat, table) for seat, person in enumerate((ana, bia))]
    for player in players:
        player.sits()
    held, late = ana.page.locator(".held"), ana.page.locator(".news.amber", has_text="saiu")
    told = ""
    while not held.count():
        if not told and late.count():
            told = late.inner_text()
            ana.accessible()
            shot(ana, "late")
        # Bia plays until it is Ana's turn; then Ana waits.
        if players[1].ear.state.get("play") and players[1].ear.play["to_act"] == 1:
            beside(players[1])
        ana.page.wait_for_timeout(20)
    expect(held).to_contain_text("Um robô joga por você")
    assert "saiu: seu tempo acabou" in told
    ana.presses("Voltar ao jogo")
    expect(held).to_have_count(0)
    assert players[0].ear.state["seats"][0]["held"] is False


def test_the_others_decide_whether_a_bot_plays_for_who_left(host: Host, people: People, client: Path) -> None:
    host.off()
    host.on(client, "--cap=absence_seconds=2")
    people.address = host.address
    ana, bia = begun(people, "canastra-duelo")
    mine = re.compile("^Sua vez:")
    gone, other = (ana, bia) if ana.page.get_by_text(mine).filter(visible=True).count() else (bia, ana)
    address = gone.page.url
    gone.page.goto("about:blank")
    strip = other.page.locator(".instead")
    expect(strip).to_contain_text(re.compile(rf"{gone.name} saiu há 0:0\d"))
    expect(other.page.get_by_role("status").filter(has_text=f"{gone.name} saiu, e a mesa espera")).to_have_count(1)
    other.accessible()
    other.fits()
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800), (1366, 640)):
        if SHOTS:
            other.resizes((width, height))
            shot(other, f"absence-{width}")
    other.presses("Esperar")
    expect(strip).to_have_count(0)
    gone.page.goto(address)
    gone.sees(mine)
    gone.page.goto("about:blank")
    other.presses("Um robô joga até voltar")
    other.sees(mine)
    gone.page.goto(address)
    gone.presses("Voltar ao jogo")
    expect(gone.page.locator(".held")).to_have_count(0)


def shot(person: Person, name: str) -> None:
    """Save a picture to look at."""
    if SHOTS:
        person.page.screenshot(path=Path(SHOTS) / f"people-{name}.png")


def beside(player: Player) -> None:
    """Draw or discard without the page, quickly, as the clock runs."""
    legal = player.ear.play["legal"]
    player.does_beside(next((each for each in legal if each.startswith(("draw", "discard"))), legal[0]))


def test_the_end_of_a_match_is_shared_kept_and_verified(people: People, tmp_path: Path) -> None:
    over = people()
    over.page.add_init_script("localStorage.setItem('canastra.name', 'Ana')")
    table = over.opens(rulebook="canastra-duelo", bots="random")["table"]
    over.plays(table)
    over.visit(f"/mesa/{table}")
    over.context.grant_permissions(["clipboard-read", "clipboard-write"])
    over.presses("Compartilhar")
    over.sees("Resultado copiado")
    text = over.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        rf"(Ana × Mana Bel|Mana Bel × Ana): .+ na canastra \(.+\)\n{over.address}/partida/{table}", text
    )
    over.presses("Conferir o embaralhamento")
    over.sees(re.compile("Conferido: "))
    is_found_among_ones_own(over, table)
    over.page.go_back()
    over.settled()
    over.presses("Menu")
    with over.page.expect_download() as coming:
        over.presses("Baixar o registro")
    kept = Path(coming.value.path()).read_text("utf-8")
    assert coming.value.suggested_filename == f"{table}.canastra"
    assert kept == over.context.request.get(f"{over.address}/api/tables/{table}/record").text()
    one_byte_changed_is_not_verified(over, kept, tmp_path)


def is_found_among_ones_own(over: Person, table: str) -> None:
    """The list of replays is one tap from the match."""
    over.visit("/partida")
    match = over.page.locator(f'a[href="partida/{table}"]')
    expect(match).to_contain_text("Canastra")
    over.usable()
    for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
        over.resizes(size)
        shot(over, f"own-{name}")
    match.click()
    over.page.get_by_role("button", name="Próxima jogada").wait_for()
    over.page.go_back()
    over.settled()


def one_byte_changed_is_not_verified(over: Person, record: str, folder: Path) -> None:
    changed = re.sub(r'("secret" = ")(.)', lambda found: found[1] + ("0" if found[2] != "0" else "1"), record, count=1)
    assert changed != record
    for text, says in ((record, "Conferido: "), (changed, "Não confere: ")):
        path = folder / "match.canastra"
        path.write_text(text, "utf-8")
        over.visit("/partida")
        over.page.locator("input[type=file]").set_input_files(path)
        over.page.get_by_role("button", name="Próxima jogada").wait_for()
        over.page.keyboard.press("End")
        over.presses("Conferir o embaralhamento")
        over.sees(re.compile(says))
    over.sees("O segredo mostrado não é o que foi fixado antes da mão.")
    over.accessible()


def test_who_opened_a_table_has_somebody_get_up_before_the_match(people: People) -> None:
    ana, bia = people("Ana"), people("Bia")
    table = ana.opens(rulebook="canastra-duelo")["table"]
    bia.asks("PUT", f"/api/tables/{table}/seats/1", {})
    bia.visit(f"/mesa/{table}")
    bia.sees("Bia (você)")
    expect(bia.page.get_by_role("button", name="Tirar do lugar")).to_have_count(0)
    ana.visit(f"/mesa/{table}")
    ana.accessible()
    ana.presses("Tirar do lugar 2")
    why = bia.page.get_by_role("alertdialog")
    expect(why).to_contain_text("Quem abriu a mesa pediu que você se levantasse: sente-se em outra.")
    bia.accessible()
    expect(ana.page.get_by_role("button", name="Pôr um robô no lugar 2")).to_be_visible()
    expect(bia.page.get_by_text("Bia (você)")).to_have_count(0)
