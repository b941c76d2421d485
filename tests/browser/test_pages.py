"""Every page, in both languages, on a phone and on a desktop: it opens, causes no errors, and is accessible."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from canastra.rulebooks import reason, shipped
from tests.browser.axe import COLOURS
from tests.browser.people import DESKTOP, PHONE, Language, People, Person
from tests.browser.world import World
from tests.samples import sample


@pytest.mark.parametrize("language", sample(["pt", "en"], 1))
def test_every_page(language: Language, world: World, people: People) -> None:
    """Each page is opened with empty storage, without anything left by the page before."""
    ana = people(language=language)
    for name, path in world.addresses().items():
        ana.visit(path)
        expect(ana.page, name).to_have_title(re.compile(r"\bCanastra$"))
        expect(ana.page.locator("html"), name).to_have_attribute("lang", "pt-BR" if language == "pt" else "en")
        for size in (PHONE, DESKTOP):
            ana.resizes(size)
            ana.fits()
            if language == "pt":
                ana.accessible()
            elif size == DESKTOP:  # On a phone, the other language needs only a check of room; colours are the same.
                ana.accessible(without=COLOURS)
        ana.context.clear_cookies()
        ana.page.evaluate("localStorage.clear(); sessionStorage.clear()")


def test_an_analysis_of_a_match(ana: Person, world: World) -> None:
    """The analysis is requested, awaited and shown beside the table, or in a drawer on a phone."""
    deal = ana.asks("GET", f"/api/tables/{world.finished}/replay")["deals"][0]
    step = next(each for each in reversed(deal["steps"]) if each["entry"].startswith("discard"))
    reason = {"code": "any", "article": "Art. 7", "pt": "Compre do monte.", "en": "Draw from the stock."}
    place = {
        "deal": deal["deal"],
        "turn": step["turn"],
        "action": 1,
        "seat": step["seat"],
        "points": 40.0,
        "error": 9.0,
    }
    costly = {"played": step["entry"], "best": "draw", "lost": 320.0, "margin": 39, "reasons": [reason], "against": []}
    players = [
        {"seat": seat, "decisions": 1, "lost_per_deal": -320.0, "mistakes": [0] if seat == step["seat"] else []}
        for seat in (0, 1)
    ]
    result = {"worlds": 100, "players": players, "decisions": [place | costly], "skipped": []}
    card = {"id": "a", "state": "queued", "ahead": 1, "done": 0, "total": 0}
    done = {"state": "finished", "ahead": 0, "done": 1, "total": 1, "result": result}
    # The server would need half a minute for it, and compiled bots.
    ana.page.route("**/api/tables/*/analysis", lambda route: route.fulfill(json=card))
    ana.page.route("**/api/analyses/a", lambda route: route.fulfill(json=card | done))
    ana.resizes(DESKTOP)
    ana.visit(f"/partida/{world.finished}")
    ana.presses("Análise")
    ana.presses("Analisar")
    ana.page.locator(".panel li button", has_text="−320 pontos").click()
    expect(ana.page.locator(".verdict")).to_contain_text("Compre do monte. (Art. 7)")
    assert ana.page.evaluate("document.documentElement.scrollHeight") == DESKTOP[1], "the page is no longer than before"
    ana.accessible()
    ana.fits()
    ana.resizes(PHONE)
    ana.fits()
    ana.presses("Análise")
    expect(ana.page.get_by_role("dialog")).to_contain_text("O que mais custou")
    ana.accessible()
    ana.fits()
    ana.page.unroute_all()


def test_the_cards_are_no_wider_than_their_page(ana: Person) -> None:
    """The columns fit whatever width the browser takes as their own: WebKit leaves out margins in percent."""
    ana.visit("/cartas")
    wide = ana.page.evaluate("""() => {
      for (const card of document.querySelectorAll('.hand .card')) card.style.marginRight = '0';
      return [...document.querySelectorAll('.panel > *')].map((each) => [
        each.getBoundingClientRect().right, each.parentElement.getBoundingClientRect().right,
      ]);
    }""")
    assert wide
    assert all(right <= panel for right, panel in wide), wide


def test_a_page_that_there_is_not(ana: Person) -> None:
    ana.forgive("status of 404")
    ana.visit("/xyz")
    ana.sees("Esta página não existe.")
    ana.accessible()
    ana.follows("Início")
    expect(ana.page).to_have_url(ana.address + "/")


@pytest.mark.parametrize("language", ["pt", "en"])
def test_without_javascript_the_page_says_so(language: Language, people: People) -> None:
    ana = people(language=language, java_script_enabled=False)
    ana.page.goto(ana.address)
    said = ana.page.locator("noscript p")  # Playwright's search for words leaves noscript out.
    expect(said).to_contain_text(["A mesa precisa de JavaScript", "The table needs JavaScript"])
    for line in said.all():
        expect(line).to_be_visible()


def test_every_link_within_a_page_of_rules_has_its_end_there(ana: Person) -> None:
    ana.visit("/regras/tranca")
    expect(ana.page.locator("#decided dl")).to_be_visible()
    links = ana.page.locator("main a[href*='#']")
    assert ana.page.locator("#table a.decided").count() > 10
    lost = links.evaluate_all(
        "found => found.filter(a => a.pathname !== location.pathname || !document.getElementById(a.hash.slice(1)))"
        ".map(a => a.href)"
    )
    assert lost == []


@pytest.mark.parametrize("rulebook", ["canastra-regional", "buraco-aberto"])
def test_a_page_of_rules_lists_every_decision(rulebook: str, ana: Person) -> None:
    ana.visit(f"/regras/{rulebook}")
    expect(ana.page.locator("#decided dl")).to_be_visible()
    shown = " ".join(ana.page.locator("#decided dd").all_inner_texts())
    decisions = shipped(rulebook).decisions
    assert [each.name for each in decisions if reason(each, "pt") not in shown] == []
    expect(ana.page.locator("#decided dd")).to_have_count(len(decisions))


def test_nothing_is_asked_of_other_hosts_and_little_of_our_own(people: People) -> None:
    """Limits the bytes of the first load as the browser counts them: of scripts, and of all files."""
    ana = people(service_workers="allow")
    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    ana.visit("/")
    loaded: list[tuple[str, int]] = ana.page.evaluate(
        "performance.getEntriesByType('resource').map((each) => [each.name, each.encodedBodySize])"
    )
    assert loaded
    assert all(url.startswith(ana.address) for url in asked)
    scripts = sum(size for url, size in loaded if url.endswith(".js"))
    assert 0 < scripts <= 60_000
    assert sum(size for _, size in loaded) <= 150_000


def test_the_policy_refuses_what_is_inline(ana: Person) -> None:
    """A violation of the policy is noticed."""
    ana.visit("/")
    ana.page.evaluate("document.body.setAttribute('style', 'color: red')")
    inserted = "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')"
    ana.page.evaluate(f"() => {{ try {{ {inserted} }} catch {{ }} }}")
    until(ana.page, lambda: len(ana.faults) >= 2)
    with pytest.raises(AssertionError, match="Content Security Policy"):
        ana.fine()
    ana.forgive("Content Security Policy|TrustedHTML|")


def until(page: Page, come: Callable[[], bool]) -> None:
    """Process events until the condition holds."""
    while not come():
        page.evaluate("new Promise((done) => setTimeout(done, 10))")


def test_house_rules_of_a_table_with_friends(ana: Person) -> None:
    """The popular games stand in full rows of equal boxes; the chosen one is readable in all looks."""
    ana.visit("/")
    ana.presses(re.compile("Com amigos"))
    ana.page.get_by_role("combobox").first.select_option("buraco")
    ana.page.locator("summary", has_text="Regras da casa").click()
    games = ana.page.locator(".popular button")
    expect(games).to_have_count(4)
    games.first.click()
    expect(games.first).to_have_attribute("aria-pressed", "true")
    for size in ((320, 568), PHONE, (600, 900), (768, 1024), DESKTOP, (1920, 1080)):
        ana.resizes(size)
        boxes = [cast("dict[str, float]", game.bounding_box()) for game in games.all()]
        rows, columns = len({box["y"] for box in boxes}), len({box["x"] for box in boxes})
        assert rows * columns == len(boxes), f"{size}: {boxes}"
        assert len({box["height"] for box in boxes}) == 1, f"{size}: {boxes}"
        ana.fits()
        if size in (PHONE, DESKTOP):
            ana.usable()


def test_a_table_by_a_popular_game_with_a_change(ana: Person) -> None:
    """Unchanged settings come from the popular game, not the official rulebook, and the table has its name."""
    ana.visit("/")
    ana.presses(re.compile("Com amigos"))
    ana.page.get_by_role("combobox").first.select_option("buraco")
    summary = ana.page.locator("summary", has_text="Regras da casa")
    summary.click()
    ana.page.get_by_role("button", name="Buraco fechado").click()
    expect(ana.page.locator("#house-pile-shown")).to_have_value("top")
    expect(ana.page.locator("#house-groups-ranks option:checked")).to_have_text("de qualquer carta, menos 2")
    expect(ana.page.locator(".changed")).to_have_count(0)
    ana.page.locator("#house-pile-purchase").select_option("justified")
    expect(ana.page.locator(".changed")).to_have_count(1)
    expect(summary).to_contain_text("Buraco fechado")
    expect(summary).to_contain_text("1 mudança")
    ana.page.get_by_role("button", name="Voltar ao regulamento").click()
    expect(ana.page.locator("#house-pile-shown")).to_have_value("all")
    ana.page.get_by_role("button", name="Buraco fechado").click()
    expect(ana.page.locator("#house-pile-shown")).to_have_value("top")
    ana.page.locator("#house-pile-purchase").select_option("justified")
    ana.page.locator("#friends-name").fill("Ana")
    with ana.page.expect_response(lambda answer: answer.url.endswith("/api/tables")) as opened:
        ana.page.locator("form.panel button[type=submit]").click()
    card = opened.value.json()
    assert card["rulebook_name"]["pt"] == "Buraco fechado, regra da casa"
    assert card["target"] == 3000
