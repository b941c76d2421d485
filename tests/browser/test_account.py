"""An account on the page: its recovery code, shown once, and how to regain the account by it."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, People, Person

pytestmark = pytest.mark.slow

PASSWORD = "um segredo longo"
FRESH = "outra senha boa"
CODE = re.compile(r"(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}")


def makes_an_account(person: Person) -> str:
    """Make an account for a guest on its page, and return its login."""
    login = f"ana-{os.urandom(4).hex()}"
    person.asks("POST", "/api/guests", {"name": person.name})
    person.page.add_init_script(f"localStorage.setItem('canastra.name', '{person.name}')")
    person.visit("/conta")
    person.page.locator("#make-login").fill(login)
    person.page.locator("#make-password").fill(PASSWORD)
    person.presses("Fazer uma conta")
    return login


def code_on(person: Person) -> str:
    """Return the code that the page shows, once its heading has the focus."""
    expect(person.page.get_by_role("heading", name="Guarde este código")).to_be_focused()
    found = CODE.search(person.page.locator("section.code .value").inner_text().replace("\n", ""))
    assert found
    return found[0]


def test_a_new_account_shows_its_code_until_it_is_kept(people: People) -> None:
    ana = people("Ana", permissions=["clipboard-read", "clipboard-write"])
    ana.page.add_init_script("window.print = () => { window.printed = true }")
    login = makes_an_account(ana)
    code = code_on(ana)
    for size in (PHONE, DESKTOP):
        ana.resizes(size)
        ana.usable()
    ana.page.get_by_role("button", name="Copiar").click()
    expect(ana.page.locator("section.code [role=status]")).not_to_be_empty()
    copied = ana.page.evaluate("navigator.clipboard.readText()")
    assert code in copied
    assert login in copied
    ana.presses("Imprimir")
    assert ana.page.evaluate("window.printed") is True
    ana.page.emulate_media(media="print")
    expect(ana.page.locator("section.code .value")).to_be_visible()
    expect(ana.page.get_by_text(re.compile(f"Usuário: {login}"))).to_be_visible()
    assert ana.page.locator("main :is(h1, button, input)").filter(visible=True).count() == 0, "only the code is printed"
    ana.page.emulate_media(media="screen")
    ana.follows("Início")
    ana.page.go_back()
    ana.settled()
    assert CODE.search(ana.page.locator("section.code .value").inner_text().replace("\n", "")), "it is not kept yet"
    ana.presses("Já guardei")
    expect(ana.page.locator("section.code")).to_have_count(0)
    ana.page.reload()
    ana.settled()
    ana.page.get_by_text("Se você perder a senha").click()
    ana.sees(re.compile("^Seu código é de "))
    ana.usable()
    expect(ana.page.locator("section.code")).to_have_count(0)
    stored = ana.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert code not in stored


def test_a_lost_password_is_replaced_by_the_code(people: People) -> None:
    ana, again = people("Ana"), people("Ana")
    login = makes_an_account(ana)
    code = code_on(ana)
    again.visit("/conta")
    again.page.locator("#signIn-login").fill(login)
    again.page.get_by_text("Perdi a senha").click()
    expect(again.page.locator("#lost-login")).to_have_value(login)
    again.usable()
    again.forgive("401")
    again.page.locator("#lost-password").fill(FRESH)
    again.page.locator("#lost-code").fill("00000-00000-00000-00000")
    again.presses("Entrar com a senha nova")
    again.sees("Usuário ou código não conferem.")
    again.page.locator("#lost-code").fill(code.lower().replace("-", " "))
    again.presses("Entrar com a senha nova")
    fresh = code_on(again)
    assert fresh != code
    again.sees(f"Entrou como {login}.")
    ana.forgive("401")
    ana.page.reload()
    ana.settled()
    for _ in range(2):  # As long as the person has not signed in again.
        ana.sees("Este aparelho não está mais ligado a Ana.")
        ana.sees(re.compile("A senha foi mudada em outro aparelho"))
        expect(ana.page.get_by_text("Ninguém está jogando")).to_have_count(0)
        ana.page.reload()
    again.presses("Já guardei")
    again.page.get_by_text("Se você perder a senha").click()
    again.page.locator("#recovery-password").fill(FRESH)
    again.presses("Fazer um novo código")
    assert code_on(again) not in (code, fresh)
    again.page.locator("#old-password").fill(FRESH)
    again.page.locator("#new-password").fill(PASSWORD)
    again.presses("Mudar a senha")
    expect(again.page.get_by_text("Senha mudada.")).to_be_visible()
    again.fits()


def test_an_animal_is_chosen_and_seen_by_others(people: People) -> None:
    ana, bia = people("Ana"), people("Bia")
    makes_an_account(ana)
    ana.presses("Já guardei")
    by_name = ana.page.get_by_role("radio", name="Pelo nome")
    expect(by_name).to_be_checked()
    ana.page.get_by_role("radio", name="Preguiça").check(force=True)
    expect(ana.page.locator("label.chosen")).to_have_text("Preguiça")
    ana.page.reload()
    expect(ana.page.get_by_role("radio", name="Preguiça")).to_be_checked()
    for size in (PHONE, DESKTOP):
        ana.resizes(size)
        ana.usable()
    table = ana.opens(rulebook="canastra-duelo", bots="random")["table"]
    ana.plays(table, 8)
    bia.visit(f"/mesa/{table}")
    expect(bia.page.locator(".seat use[href='#animal-sloth']")).to_have_count(1)
    ana.follows("Início")
    expect(ana.page.locator("a.me use[href='#animal-sloth']")).to_have_count(1)
