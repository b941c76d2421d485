"""Invitations stay out of proxies' logs, and an account is deleted only with its password."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, Language, People, Person

pytestmark = pytest.mark.slow


def noted(person: Person) -> list[str]:
    """Return the list that collects the addresses of the browser's requests from now on, sockets included."""
    found: list[str] = []
    person.context.on("request", lambda request: found.append(request.url))
    person.page.on("websocket", lambda socket: found.append(socket.url))
    return found


def test_an_invitation_leaves_the_address_and_opens_the_table(people: People) -> None:
    """No request's address has it."""
    ana, bia = people("Ana"), people("Bia")
    card = ana.opens(rulebook="canastra-duelo", private=True)
    table, invitation = card["table"], card["invitation"]
    asked = noted(bia)
    bia.visit(f"/convite/{table}#i={invitation}")
    bia.page.get_by_label("Como você se chama?").fill("Bia")
    bia.presses("Sentar à mesa")
    expect(bia.page.get_by_role("button", name="Pode começar")).to_be_visible()
    assert bia.page.url == f"{bia.address}/mesa/{table}"
    assert [address for address in asked if invitation in address.partition("#")[0]] == []
    assert any("/socket?" in each for each in asked)


def test_the_invitation_is_a_qr_code_too(ana: Person) -> None:
    card = ana.opens(rulebook="canastra-duelo", private=True)
    ana.visit(f"/mesa/{card['table']}")
    ana.sees("Sala de espera")
    ana.presses("Mostrar o código QR")
    expect(ana.page.get_by_role("img", name="Código QR do convite")).to_be_visible()


SHARE = "navigator.share = async (given) => { window.shared = given }"


@pytest.mark.parametrize(("language", "sentence"), [("pt", "Vamos jogar Buraco?"), ("en", "Shall we play Buraco?")])
def test_an_invitation_goes_out_by_whatsapp_or_by_what_the_phone_has(
    language: Language, sentence: str, people: People
) -> None:
    """The page sends no request to another host before the button is pressed."""
    ana = people("Ana", language=language)
    ana.page.add_init_script(SHARE)
    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    card = ana.opens(private=True)
    ana.visit(f"/mesa/{card['table']}")
    link = f"{ana.address}/convite/{card['table']}#i={card['invitation']}"
    button = ana.page.get_by_role("link", name=re.compile("WhatsApp"))
    address = urlsplit(button.get_attribute("href") or "")
    assert (address.scheme, address.netloc, address.path) == ("https", "wa.me", "/")
    [text] = parse_qs(address.query)["text"]
    assert text.startswith(sentence)
    assert text.endswith(f" {link}")
    assert button.get_attribute("rel") == "noopener noreferrer"
    assert button.get_attribute("target") == "_blank"
    ana.presses("Mandar" if language == "pt" else "Send")
    shared = ana.page.evaluate("window.shared")
    assert shared["url"] == link
    assert shared["text"].startswith(sentence)
    assert all(each.startswith(ana.address) for each in asked)
    for size in (PHONE, DESKTOP):
        ana.resizes(size)
        ana.usable()


def test_who_watches_by_an_invitation_stays_in_when_the_page_is_loaded_again(people: People) -> None:
    ana, eva = people("Ana"), people("Eva")
    card = ana.opens(rulebook="canastra-duelo", private=True)
    table, invitation = card["table"], card["invitation"]
    asked = noted(eva)
    eva.visit(f"/mesa/{table}#i={invitation}")
    for _ in range(2):
        assert eva.page.url == f"{eva.address}/mesa/{table}"
        eva.sees("Sala de espera")
        eva.page.reload()
        eva.settled()
    assert not [each for each in asked if invitation in each.partition("#")[0]]


def test_the_page_asks_for_the_password_before_an_account_is_deleted(people: People) -> None:
    ana = people("Ana")
    ana.asks("POST", "/api/guests", {"name": "Ana"})
    ana.asks("POST", "/api/accounts", {"login": "ana.luiza", "password": "um segredo longo"})
    ana.page.add_init_script("localStorage.setItem('canastra.name', 'Ana')")
    ana.visit("/conta")
    ana.forgive("403")
    ana.page.locator("#forget-password").fill("errada1234")
    ana.presses("Apagar minha conta")
    ana.presses("Apagar tudo")
    ana.sees("a senha atual não confere")
    ana.page.locator("#forget-password").fill("um segredo longo")
    ana.presses("Apagar tudo")
    expect(ana.page.locator("#forget-password")).to_have_count(0)
    assert ana.cookie == ""
