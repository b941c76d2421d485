"""A browser that blocks cookies, or all storage: the page explains it, and everything that needs no storage works."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.people import People, Person
from tests.browser.world import World

BLOCKED = "Este navegador bloqueia cookies"
FORBIDDEN = """
  Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  const forbid = () => { throw new DOMException('storage is restricted', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: forbid });
  }
  window.BroadcastChannel = class { constructor() { forbid(); } };
  delete window.Notification;
  ServiceWorkerContainer.prototype.register = ServiceWorkerContainer.prototype.getRegistration = () => {
    Promise.reject(new Error('the service worker was asked for'));
    return Promise.reject(new DOMException('storage is restricted', 'SecurityError'));
  };
"""
"""Blocks storage as Firefox does for a site whose cookies are blocked, and removes notifications."""


def forgets(person: Person) -> list[str]:
    """Discard every cookie that the server sets, and return the list of requested guests."""
    begun: list[str] = []

    def without_cookie(route: Route) -> None:
        if route.request.url.endswith("/api/guests"):
            begun.append(route.request.post_data or "")
        answer = route.fetch()
        person.context.clear_cookies()  # `route.fetch` stores the answer's cookies.
        route.fulfill(response=answer, headers={k: v for k, v in answer.headers.items() if k != "set-cookie"})

    person.page.route("**/api/**", without_cookie)
    person.forgive("401")
    return begun


def test_a_session_that_is_not_kept_is_noticed(people: People) -> None:
    """However often one taps, and under any name, the page begins one guest, and explains why it stops there."""
    ana = people()
    begun = forgets(ana)
    ana.visit("/")
    ana.presses("Jogar agora")
    ana.page.locator("#play-name").fill("Ana")
    ana.presses("Sentar à mesa")
    ana.sees(BLOCKED)
    ana.sees("Sem cookies funcionam as aulas, as regras e o placar.")
    for name in ("Ana", "Bia"):
        ana.page.locator("#play-name").fill(name)
        with ana.page.expect_response("**/api/me"):
            ana.presses("Sentar à mesa")
        ana.sees(BLOCKED)
    assert len(begun) == 1
    ana.usable()


def test_signing_in_that_is_not_kept_is_noticed(people: People) -> None:
    bia, ana = people("Bia"), people("Ana")
    bia.asks("POST", "/api/accounts", {"login": "bia-cookies", "password": "canastra limpa"})
    forgets(ana)
    ana.visit("/conta")
    ana.page.locator("#signIn-login").fill("bia-cookies")
    ana.page.locator("#signIn-password").fill("canastra limpa")
    ana.page.locator("form").get_by_role("button", name="Entrar").click()
    ana.sees(BLOCKED)


def test_all_pages_open_where_everything_is_forbidden(people: People, world: World) -> None:
    ana = people()
    ana.context.add_init_script(FORBIDDEN)
    begun: list[str] = []
    ana.page.on("request", lambda asked: begun.append(asked.url) if asked.url.endswith("/api/guests") else None)
    for path in [*world.addresses().values(), "/aprender/tranca", "/placar/nova"]:
        ana.visit(path)
    ana.visit("/")
    ana.presses("Jogar agora")
    ana.page.locator("#play-name").fill("Ana")
    ana.presses("Sentar à mesa")
    ana.sees(BLOCKED)
    assert begun == []
    ana.visit("/ajustes")
    expect(ana.page.locator("html")).to_have_attribute("lang", "pt-BR")
