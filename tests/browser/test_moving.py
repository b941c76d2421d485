"""Moving between pages: links, the browser's own buttons, shared addresses, the language."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import People, Person

SETTINGS = re.compile("^(Ajustes|Settings)$")


def is_the_same_load(ana: Person) -> bool:
    """Return whether the page was not reloaded since `mark`."""
    return bool(ana.page.evaluate("window.marked === true"))


def mark(ana: Person) -> None:
    ana.page.evaluate("window.marked = true")


def test_links_load_nothing_again_and_the_back_button_goes_back(ana: Person) -> None:
    ana.visit("/")
    mark(ana)
    ana.follows(SETTINGS)
    expect(ana.page).to_have_url(ana.address + "/ajustes")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    expect(ana.page.locator("main")).to_be_focused()
    ana.page.go_back()
    expect(ana.page).to_have_url(ana.address + "/")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Canastra")
    ana.page.go_forward()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    assert is_the_same_load(ana)


def test_an_address_that_was_sent_opens_there(ana: Person) -> None:
    ana.visit("/ajustes")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    ana.page.reload()
    ana.settled()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")


def test_the_language_is_switched_at_once_and_kept(ana: Person) -> None:
    ana.visit("/")
    mark(ana)
    ana.presses("English")
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")
    ana.follows("Settings")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert is_the_same_load(ana)
    ana.visit("/")
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")
    ana.presses("Português")
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt-BR")


def test_another_tab_follows_the_language(ana: Person) -> None:
    ana.visit("/")
    other = ana.tab("/ajustes")
    ana.presses("English")
    expect(other.get_by_role("heading", level=1)).to_have_text("Settings")


def test_the_browsers_language_counts_at_first(people: People) -> None:
    for language, tag in (("pt", "pt-BR"), ("en", "en")):
        person = people(language, language=language)  # type: ignore[arg-type]
        person.visit("/")
        expect(person.page.locator("html")).to_have_attribute("lang", tag)


def test_what_one_sets_is_nobody_elses(ana: Person, people: People) -> None:
    bia = people("Bia")
    ana.visit("/")
    ana.presses("English")
    bia.visit("/")
    expect(bia.page.locator("html")).to_have_attribute("lang", "pt-BR")
