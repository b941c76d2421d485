"""The page installed as a program of the device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.test_people import shot
from tests.server.run.process import Process

pytestmark = pytest.mark.slow

OFFER = """() => {
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  offer.prompt = async () => {
    window.asked = (window.asked ?? 0) + 1;
    return { outcome: 'dismissed' };
  };
  window.dispatchEvent(offer);
  return offer.defaultPrevented;
}"""
"""Makes the offer to install that Chrome makes; it can be answered once."""


def test_who_has_played_is_offered_to_install_the_page(people: People) -> None:
    ana = people()
    ana.visit("/")
    assert not ana.page.evaluate(OFFER), "whoever is new is left alone, by the page as well"
    ana.asks("GET", "/api/me")
    ana.page.add_init_script("localStorage.setItem('canastra.name', 'Ana')")
    ana.visit("/")
    expect(ana.page.get_by_role("link", name="histórico")).to_be_visible()
    before = ana.page.get_by_role("button", name=re.compile("^Jogar")).first.bounding_box()
    assert ana.page.evaluate(OFFER)
    line = ana.page.get_by_role("button", name="Instalar no celular")
    expect(line).to_be_visible()
    assert ana.page.get_by_role("button", name=re.compile("^Jogar")).first.bounding_box() == before
    shot(ana, "install-phone")
    ana.resizes(DESKTOP)
    shot(ana, "install-desktop")
    ana.resizes(PHONE)
    ana.usable()
    line.click()
    assert ana.page.evaluate("window.asked") == 1
    expect(line).to_have_count(0)
    ana.page.evaluate(OFFER)
    ana.presses("Não oferecer mais")
    expect(line).to_have_count(0)
    ana.page.evaluate(OFFER)
    ana.follows("Ajustes")
    expect(line).to_be_visible()
    line.scroll_into_view_if_needed()
    shot(ana, "install-settings")
    ana.visit("/")
    assert ana.page.evaluate(OFFER)
    expect(ana.page.get_by_role("link", name="histórico")).to_be_visible()
    expect(line).to_have_count(0)


def test_on_an_iphone_a_sentence_says_how_to_install(people: People) -> None:
    ana = people()
    ana.page.add_init_script("localStorage.setItem('canastra.name', 'Ana'); navigator.standalone = false")
    ana.asks("GET", "/api/me")
    ana.visit("/")
    ana.presses("Instalar no celular")
    ana.sees("Adicionar à Tela de Início")
    ana.usable()
    shot(ana, "install-hand")


def test_the_manifest_says_all_that_browsers_install_by(whole_browser: Browser, server: Process) -> None:
    ana = People(whole_browser, server.address)()
    ana.visit("/")
    devtools = ana.context.new_cdp_session(ana.page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    wrong = [each["errorId"] for each in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert wrong == ["in-incognito"], "the one that this test itself has"
    ana.fine()
