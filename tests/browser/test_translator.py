"""A browser's translator works on the page: no text that it has replaced is stale afterwards.

The translator is a simulated one: as Chrome's does, it replaces each text by `<font>` elements and follows later
changes. It "translates" each sentence into itself, so that a page must show the same with it as without.
"""

from __future__ import annotations

import json
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from canastra.rulebooks import official
from tests.browser.agreeing import agree, at_a_table
from tests.browser.people import DESKTOP, SETTINGS, People, Person
from tests.browser.playing import greedy
from tests.browser.world import World

When = Literal["early", "late"]
SPANISH = "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'es-ES' });"
"""A browser whose user speaks neither of the page's languages."""
TRANSLATOR = r"""(() => {
  const own = new WeakSet();
  const put = (text) => {
    if (own.has(text) || !text.isConnected || !/\p{L}{2,}/u.test(text.data)) return;
    if (text.parentElement?.closest('font, script, style, textarea, title, [translate=no]') !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    const words = document.createTextNode(text.data);
    own.add(words);
    inner.append(words);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const all = (root) => {
    const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(put);
  };
  const begin = () => {
    if (document.body) all(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') put(target);
        for (const node of addedNodes) if (node.nodeType === 3) put(node); else if (node.nodeType === 1) all(node);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  };
  WHEN === 'early' ? begin() : addEventListener('load', begin);
})()"""
SHOWN = """() => {
  const main = document.querySelector('main');
  return [document.title, ...main.innerText.split('\\n').map((line) => line.trim()).filter(Boolean)];
}"""


def translated(person: Person, when: When) -> None:
    """Translate this person's pages from the next one on."""
    person.context.add_init_script(SPANISH)
    person.context.add_init_script(TRANSLATOR.replace("WHEN", json.dumps(when)))


def fonts(page: Page) -> int:
    return page.locator("main font").count()


def speaks(person: Person, language: str) -> None:
    """Change the language in another tab."""
    kept = json.dumps({"language": language, "speed": "none", "sounds": "off"})
    event = f"new StorageEvent('storage', {{ key: '{SETTINGS}', newValue: {json.dumps(kept)} }})"
    person.page.evaluate(f"void dispatchEvent({event})")
    expect(person.page.locator("html")).to_have_attribute("lang", "en" if language == "en" else "pt-BR")


def test_a_form_goes_on(people: People) -> None:
    """Texts that change, appear or disappear in translated places are visible as the page wrote them."""
    ana = people()
    translated(ana, "late")
    ana.visit("/")
    expect(ana.page.locator("html")).to_have_attribute("translate", "yes")
    expect(ana.page.locator("button font").first).to_be_attached()
    ana.presses("Jogar agora")
    expect(ana.page.locator("button.go")).to_have_text("Sentar à mesa")
    ana.presses("English")
    expect(ana.page.locator("button.go")).to_have_text("Sit down")
    ana.presses("Português")
    expect(ana.page.locator("button.go")).to_have_text("Sentar à mesa")
    ana.page.locator("#play-name").fill("Ana")
    ana.presses("Sentar à mesa")
    expect(ana.page.locator(".hand [role=option]").first).to_be_attached()


def test_the_original_can_be_had_again(people: People) -> None:
    """The translator puts the texts back, as the original nodes or as new ones."""
    ana = people()
    translated(ana, "late")
    ana.visit("/regras")
    expect(ana.page.locator("main font").first).to_be_attached()
    shown = ana.page.evaluate(SHOWN)
    ana.page.evaluate("""() => {
      for (const [place, font] of [...document.querySelectorAll(':not(font) > font')].entries()) {
        const own = font.nextSibling;
        font.replaceWith(place % 2 ? own : document.createTextNode(font.textContent));
      }
    }""")
    assert ana.page.evaluate(SHOWN) == shown


@pytest.mark.slow
@pytest.mark.parametrize("when", ["early", "late"])
def test_no_page_is_stale_in_another_language(when: When, world: World, people: People) -> None:
    """Each page opens in Portuguese and changes to English: then it has the same texts as for an English visitor."""
    ana, bob = people(), people("Bob", language="en")
    translated(ana, when)
    for name, path in world.addresses().items():
        ana.visit(path)
        bob.visit(path)
        assert fonts(ana.page), name
        speaks(ana, "en")
        seen = []
        for _ in range(100):
            seen = ana.page.evaluate(SHOWN)
            if seen == bob.page.evaluate(SHOWN):
                break
            ana.page.wait_for_timeout(50)
        assert seen == bob.page.evaluate(SHOWN), name
        assert fonts(ana.page), name


def test_no_translator_where_the_page_speaks_the_persons_language(people: People) -> None:
    for language in ("pt", "en"):
        ana = people(language=language)
        ana.visit("/regras")
        expect(ana.page.locator("html")).to_have_attribute("translate", "no")


@pytest.mark.slow
def test_a_table_stays_right(people: People) -> None:
    """Some turns of a duel: counts, buttons, names of places and melds equal the server's."""
    persons = [people("Ana"), people("Bia", DESKTOP, "en")]
    for person in persons:
        translated(person, "late")
    players, random = at_a_table(persons, "canastra-duelo"), Random(5)
    for _ in range(40):
        if not agree(players):
            break
        actor = players[players[0].ear.play["to_act"]]
        actor.does(greedy(actor, official("canastra-duelo"), random.randrange(1000)))
    for player in players:
        assert fonts(player.page) > 10
        player.leaves()
