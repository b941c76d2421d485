"""The pages of moderation: for moderators, for warned and banned users, and for a forgotten password."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, Language, People, Person, Size
from tests.cli.running import canastra
from tests.server.run.process import Process

pytestmark = pytest.mark.slow

PASSWORD = "um segredo longo"
BOTH = pytest.mark.parametrize(("size", "theme", "language"), [(PHONE, "dark", "pt"), (DESKTOP, "light", "en")])
WORDS = {
    "pt": {
        "act": "O que fazer",
        "warn": "Avisar",
        "do": "Fazer",
        "why": "Motivo",
        "person": "Pessoa",
        "back": "Voltar",
        "people": "Pessoas",
        "measures": "Em vigor",
        "log": "Registro",
        "record": "Ver a partida",
        "find": "Usuário, identificação ou parte do nome",
        "search": "Procurar",
        "done": "Feito: número",
    },
    "en": {
        "act": "What to do",
        "warn": "Warn",
        "do": "Do it",
        "why": "Reason",
        "person": "Person",
        "back": "Back",
        "people": "People",
        "measures": "In force",
        "log": "Log",
        "record": "See the match",
        "find": "Login, public id or part of the name",
        "search": "Search",
        "done": "Done: number",
    },
}


def admin(server: Process, *arguments: str) -> str:
    ran = canastra("admin", *arguments, "--database", server.folder / "canastra.db", "--lang", "en")
    assert ran.status == 0, ran.err
    return ran.out


def shown(person: Person, name: str) -> None:
    """Fail unless the page is whole and accessible. CANASTRA_PICTURES=FOLDER saves a picture of it."""
    person.fits()
    person.accessible()
    folder = os.environ.get("CANASTRA_PICTURES")
    if folder:
        person.page.screenshot(path=Path(folder, f"{name}-{person.name}.png"), full_page=True)


def moderator(people: People, server: Process, name: str, role: str, size: Size) -> Person:
    """Create a person whose account has a role."""
    found: Person = people(name, size)
    found.asks("POST", "/api/guests", {"name": name})
    found.asks("POST", "/api/accounts", {"login": name.lower(), "password": PASSWORD})
    admin(server, "role", name.lower(), role, "--why", "test")
    return found


def reported(people: People, name: str) -> str:
    """Return the id of a user who wrote an insult at a table and was reported for it."""
    bad, good = people(name, PHONE), people("Rosa", PHONE)
    new = {"rulebook": "canastra-duelo", "seat": 0, "talk": {"mode": "free"}}
    table = bad.asks("POST", "/api/tables", new)["table"]
    good.asks("PUT", f"/api/tables/{table}/seats/1", {})
    for each in (bad, good):
        each.asks("POST", f"/api/tables/{table}/commands", {"type": "ready", "id": "ready"})
    bad.asks("POST", f"/api/tables/{table}/commands", {"type": "say", "id": "s", "text": "palavra feia"})
    player: str = bad.asks("GET", "/api/me")["player"]
    good.asks("POST", "/api/reports", {"player": player, "reason": "abuse", "table": table, "text": "ele xingou"})
    return player


@BOTH
def test_a_moderator_looks_at_a_report_and_warns(
    size: Size, theme: str, language: Language, people: People, server: Process
) -> None:
    words, name = WORDS[language], f"Zé {theme}"
    player = reported(people, name)
    eva = moderator(people, server, f"Eva{theme}", "moderator", size)
    eva.language = language
    eva.sets(theme=theme)
    eva.visit("/admin")
    eva.sees(re.compile(name))
    shown(eva, "reports")
    eva.page.get_by_role("listitem").filter(has_text=name).get_by_role("button").first.press("Enter")
    eva.sees("palavra feia")
    eva.presses(words["record"])
    expect(eva.page.locator("pre")).to_contain_text("canastra")
    shown(eva, "report")
    eva.presses(f"{words['act']}: {name}")
    eva.page.get_by_label(words["why"], exact=True).fill("sem palavrões")
    eva.page.get_by_role("button", name=words["do"], exact=True).press("Enter")
    eva.sees(re.compile(words["done"]))
    eva.sees("sem palavrões")
    shown(eva, "person")
    for part in ("people", "measures", "log"):
        eva.page.get_by_role("navigation").get_by_role("button", name=words[part]).click()
        if part == "people":
            eva.page.get_by_label(words["find"]).fill(name)
            eva.presses(words["search"])
            eva.sees(player)
        shown(eva, part)


def test_a_warned_person_reads_it_once_before_all_else(people: People, server: Process) -> None:
    ana: Person = people("Ana", PHONE)
    ana.forgive("403")
    player = ana.asks("POST", "/api/guests", {"name": "Ana"})["player"]
    admin(server, "warn", player, "--why", "Nada de palavrões à mesa")
    ana.page.add_init_script("localStorage.setItem('canastra.name', 'Ana')")
    ana.visit("/")
    ana.sees("Nada de palavrões à mesa")
    shown(ana, "warning")
    ana.presses("Li e entendi")
    expect(ana.page).to_have_url(re.compile(r"/$"))
    ana.visit("/aviso")
    ana.sees("Não há nada para ler.")
    ana.asks("GET", "/api/me/tables")


def test_a_banned_person_learns_why_and_until_when_and_may_have_their_data(people: People, server: Process) -> None:
    rui: Person = people("Rui", PHONE)
    rui.forgive("403")
    player = rui.asks("POST", "/api/guests", {"name": "Rui"})["player"]
    admin(server, "ban", player, "--hours", "48", "--why", "Ofensas repetidas")
    rui.page.add_init_script("localStorage.setItem('canastra.name', 'Rui')")
    rui.visit("/")
    rui.sees("Ofensas repetidas")
    rui.sees(re.compile("suspenso até"))
    shown(rui, "ban")
    with rui.page.expect_download() as waiting:
        rui.follows("Baixar os meus dados")
    assert waiting.value.suggested_filename == "canastra.json"


def test_a_player_at_a_table_is_told_when_banned(ana: Person, server: Process) -> None:
    ana.forgive("403")
    new = {"rulebook": "canastra-duelo", "seat": 0, "bots": "greedy"}
    table = ana.asks("POST", "/api/tables", new)["table"]
    ana.visit(f"/mesa/{table}")
    ana.presses("Pode começar")
    ana.sees(re.compile("Sua vez|Vez de"))
    admin(server, "ban", ana.asks("GET", "/api/me")["player"], "--hours", "48", "--why", "Ofensas repetidas")
    ana.sees(re.compile("suspenso até .*Ofensas repetidas"))
    shown(ana, "table")


def test_a_forgotten_password_is_set_by_a_link(ana: Person, server: Process) -> None:
    ana.forgive("403")
    ana.asks("POST", "/api/guests", {"name": "Bia"})
    ana.asks("POST", "/api/accounts", {"login": "bia.link", "password": PASSWORD})
    link = re.search(r"/senha#\S+", admin(server, "password", "bia.link", "--why", "forgotten"))
    assert link is not None
    for number, words in enumerate(("Pronto. Entre como bia.link com a senha nova.", "Este link já foi usado")):
        ana.page.goto("about:blank")
        ana.visit(link.group())
        ana.page.get_by_label("Senha nova, de 8 a 256 caracteres").fill("outro segredo longo")
        shown(ana, f"password-{number}")
        ana.presses("Guardar a senha")
        ana.sees(re.compile(re.escape(words)))
    ana.visit("/senha")
    ana.sees("Falta o link inteiro")


def test_who_does_not_moderate_is_told_so(ana: Person) -> None:
    ana.forgive("401")
    ana.visit("/admin")
    ana.sees(re.compile("Esta página é para quem modera"))
    shown(ana, "stranger")
    ana.asks("POST", "/api/guests", {"name": "Davi"})
    ana.visit("/admin")
    ana.sees(re.compile("Esta página é para quem modera"))


def test_an_admin_has_the_graver_acts_and_is_asked_twice(people: People, server: Process) -> None:
    ada = moderator(people, server, "Ada", "admin", DESKTOP)
    leo: Person = people("Leo", PHONE)
    player = leo.asks("POST", "/api/guests", {"name": "Leo"})["player"]
    ada.visit("/admin")
    ada.page.get_by_role("navigation").get_by_role("button", name="Pessoas").click()
    ada.page.get_by_label("Usuário, identificação ou parte do nome").fill(player)
    ada.presses("Procurar")
    ada.presses("Pessoa: Leo")
    ada.page.get_by_role("combobox", name="O que fazer").select_option("Apagar a pessoa")
    ada.page.get_by_label("Motivo", exact=True).fill("pediu")
    ada.page.get_by_role("button", name="Fazer", exact=True).click()
    shown(ada, "sure")
    ada.presses("Fazer mesmo: não há volta")
    expect(ada.page.get_by_role("heading", name="Leo")).to_have_count(0)
    assert leo.asks("GET", "/api/me") is None
