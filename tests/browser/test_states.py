"""The states of a table, each accessible in light, dark and high contrast, and whole in the window."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from canastra.rulebooks import OFFICIAL
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.test_shift import LYING, SMALL
from tests.samples import sample

HOUR = 3_600_000
FINGER = 44
"""The least width and height of a tappable element, in CSS pixels."""
FAILURES = 4
"""One failure more than the page retries at once."""
UNHURRIED = {"between": HOUR, "grace": HOUR}
REFUSAL = {
    "code": "going_out_canasta",
    "pt": "falta uma canastra limpa para bater",
    "en": "a clean canasta is missing for going out",
    "article": "Art. 11",
}
TEXTS = "(all) => all.flatMap((one) => [...one.childNodes].flatMap((each) => each.data?.trim() || []))"
REASONS = [
    {"pt": "Compre do monte.", "en": "Draw from the stock.", "article": "Art. 7"},
    {"pt": "Não há diferença clara.", "en": "There is no clear difference.", "article": ""},
]
State = dict[str, Any]


def unchanged(_state: State) -> None:
    """Leave the state as it is."""


@dataclass
class Wire:
    """The socket between page and server: it can change states, and refuse actions."""

    page: Page
    change: Callable[[State], None] = unchanged
    """Changes the state in a welcome, and the changed parts in an update."""
    refuses: bool = False
    reasons: list[dict[str, str]] = field(default_factory=list)
    """Reasons put into a hint in place of its own."""
    unanswered: str = ""
    """The type of messages that get no answer."""
    lost: bool = False
    """True while the server can't be reached."""
    sockets: list[WebSocketRoute] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route_web_socket(re.compile("/socket"), self._open)

    def passes_all(self) -> None:
        """Let everything pass unchanged again."""
        self.change, self.refuses, self.reasons, self.lost = unchanged, False, [], False
        self.unanswered = ""
        self.sockets.clear()

    def _open(self, page: WebSocketRoute) -> None:
        if self.lost:
            page.close(code=1001)
            return
        self.sockets.append(page)
        server = page.connect_to_server()

        def asked(text: str | bytes) -> None:
            message = json.loads(text)
            if self.refuses and message["type"] == "act":
                page.send(json.dumps({"type": "refused", "id": message["id"], "fault": REFUSAL}))
            elif message["type"] != self.unanswered:
                server.send(text)

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] in ("welcome", "update"):
                self.change(message["state" if message["type"] == "welcome" else "changes"])
            if message["type"] == "hinted" and self.reasons:
                message["reasons"] = self.reasons
            page.send(json.dumps(message))

        page.on_message(asked)
        server.on_message(told)


@dataclass
class Table:
    """A table of one person against bots."""

    ana: Person
    wire: Wire

    @property
    def page(self) -> Page:
        return self.ana.page

    def comes(self, until: Callable[[State], bool], **terms: Any) -> State:
        """Open a table that was played until its state is as wanted, and return the state."""
        for _ in range(5):  # A random match may end without such a state.
            table = self.ana.opens(**{"bots": "random", "clock": UNHURRIED, **terms})["table"]
            state = self.ana.plays(table, until=until)
            if until(state):
                break
        assert until(state)
        self.ana.visit(f"/mesa/{table}")
        return state

    def chooses(self, *cards: str) -> None:
        """Choose cards of the hand, by their notation."""
        for card in cards:
            option = self.page.locator(f'[role=option][data-card="{card}"][aria-selected=false]').first
            option.tap(position={"x": 11, "y": 9})

    def main(self) -> None:
        """Press the bar's main button."""
        self.page.locator(".area .main .primary").tap()

    def fine(self) -> None:
        self.ana.usable()


@pytest.fixture(scope="module")
def wire(regular: Person) -> Wire:
    return Wire(regular.page)


@pytest.fixture
def table(ana: Person, wire: Wire) -> Iterator[Table]:
    yield Table(ana, wire)
    wire.passes_all()


def legal(state: State) -> list[str]:
    """Return the legal actions on the own turn."""
    play = state["play"]
    return list(play["legal"] or []) if play and play["to_act"] == state["you"] else []


def plays(state: State) -> bool:
    """Return whether the player can lay or discard cards."""
    return any(action.startswith("discard") for action in legal(state))


def melds(state: State) -> bool:
    return any(action.startswith("meld") for action in legal(state))


def doubtful(state: State) -> list[str]:
    """Return the cards that fit several melds."""
    laid = [tuple(action.split()[2:]) for action in legal(state) if re.fullmatch(r"lay \d+ \w\w", action)]
    return [cards[0] for cards in laid if laid.count(cards) > 1]


def thrown(state: State) -> list[str]:
    """Return the cards whose only move is the discard: for other cards, laying comes first."""
    laid = {action.split()[2] for action in legal(state) if action.startswith("lay")}
    return [action.split()[1] for action in legal(state) if action.startswith("discard") and action[-2:] not in laid]


def test_the_waiting_room(table: Table) -> None:
    table.ana.visit(f"/mesa/{table.ana.opens(private=True)['table']}")
    table.ana.sees("Chame quem vai jogar")
    table.fine()


def test_chosen_cards_with_what_they_would_make(table: Table) -> None:
    state = table.comes(melds)
    table.chooses(*next(each for each in legal(state) if each.startswith("meld")).split()[1:])
    expect(table.page.locator(".area .primary[data-verb=meld] .small")).to_contain_text(re.compile("ponto|jeitos"))
    table.fine()


def test_a_choice_of_several_ways(table: Table) -> None:
    state = table.comes(lambda state: bool(doubtful(state)))
    table.chooses(doubtful(state)[0])
    table.main()
    expect(table.page.get_by_role("heading", name="De que jeito?")).to_be_visible()
    table.fine()


def test_a_discard_that_is_asked_about_and_one_that_is_refused(table: Table) -> None:
    table.wire.refuses = True
    state = table.comes(lambda state: bool(thrown(state)))
    table.chooses(thrown(state)[0])
    table.main()
    table.ana.sees("Descartar e encerrar a vez?")
    table.fine()
    expect(table.page.locator(".area .primary:not(.unripe)")).to_be_visible()
    table.main()
    table.ana.sees("Falta uma canastra limpa para bater (Art.\u00a011)")
    table.fine()


def test_what_lies_over_the_table(table: Table) -> None:
    """Opens a hint, all moves, the menu and its entries."""
    table.wire.reasons = REASONS
    table.comes(plays, talk={"mode": "free"})
    page = table.page
    page.get_by_role("button", name="Dica", exact=True).tap()
    expect(page.locator(".hint .what")).to_be_visible()
    # An explanation that is no rule has no article, and no brackets.
    shown = [" ".join(each.split()) for each in page.locator(".hint .why li").all_inner_texts()]
    assert shown == ["Compre do monte. (Art. 7)", "Não há diferença clara."]
    assert page.locator(".hint .why li span").count() == 1
    expect(page.locator(".hint .button")).to_be_in_viewport(ratio=1)
    table.fine()
    page.get_by_role("button", name="Mais", exact=True).tap()
    table.fine()
    page.get_by_role("button", name="Tudo o que dá para fazer").tap()
    expect(page.locator("[data-action]").first).to_be_visible()
    table.fine()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu", exact=True).tap()
    table.fine()
    page.keyboard.press("Escape")
    for name, says in (
        ("O que aconteceu", "A partida começa"),
        ("Conversa", "Frases prontas|parceiros não conversam"),
        ("O que vale agora", "^Bater"),
    ):
        page.get_by_role("button", name="Menu", exact=True).tap()
        page.get_by_role("dialog").get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog", name=name).get_by_text(re.compile(says)).first).to_be_visible()
        table.fine()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Menu", exact=True)).to_be_focused()


def test_no_line_of_the_log_can_begin_with_a_comma(table: Table) -> None:
    """A comma stays on the line of its card in the log's list of cards drawn for the first deal."""
    table.comes(plays)
    table.page.get_by_role("button", name="Menu", exact=True).tap()
    table.page.get_by_role("dialog").get_by_role("button", name="O que aconteceu").tap()
    expect(table.page.locator(".log li .small .end").first).to_have_text(",")
    texts = table.page.locator(".log li").evaluate_all(TEXTS)
    assert texts
    assert not [text for text in texts if text.startswith((",", ".", ";", ":"))]


def test_a_seat_tells_what_everybody_knows_of_it(table: Table) -> None:
    """Opened and closed by keys; then the focus is where it was."""
    table.comes(plays)
    seat = table.page.get_by_role("list", name="Jogadores").get_by_role("button", name=re.compile("sua dupla"))
    expect(seat).to_contain_text("robô")
    seat.press("Enter")
    told = table.page.get_by_role("dialog")
    expect(told).to_contain_text(re.compile(r"\d+ carta"))
    for words in ("joga com você", "Na mão", "Morto", "ainda não pegou", "Tem, e todos viram"):
        expect(told).to_contain_text(words)
    table.fine()
    table.page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(seat).to_be_focused()
    animals = table.page.locator(".players use[href^='#animal']")
    expect(animals).to_have_count(3)  # The closed dialog's animal is gone.
    assert len(set(animals.evaluate_all("(all) => all.map((each) => each.getAttribute('href'))"))) == 3


def test_the_end_of_a_match(table: Table) -> None:
    table.comes(lambda state: state["stage"] == "finished", rulebook="canastra-duelo")
    expect(table.page.locator("#match-end")).to_be_visible()
    table.fine()


def test_without_a_connection(table: Table) -> None:
    table.comes(plays)
    table.wire.lost = True
    table.wire.sockets[-1].close(code=1001)
    table.ana.sees(re.compile("Conexão perdida"))
    table.fine()
    now = table.page.get_by_role("button", name="Tentar agora")
    box = now.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER
    expect(table.page.get_by_role("status").filter(has=now)).to_contain_text("Voltando")
    now.tap()
    table.wire.lost = False
    expect(now).to_have_count(0)


def test_hints_without_an_answer_at_first(table: Table) -> None:
    """The page requests the table's terms until they come."""
    table.ana.forgive("Failed to load resource|ERR_")
    asked: list[Route] = []

    def fails(route: Route) -> None:
        asked.append(route)
        if len(asked) <= FAILURES:
            route.abort()
        else:
            route.continue_()

    terms = re.compile(r"/api/tables/[^/]+$")
    table.page.route(terms, fails)
    table.comes(plays)
    expect(table.page.get_by_role("button", name="Dica", exact=True)).to_be_visible()
    table.page.unroute(terms)
    assert len(asked) == FAILURES + 1


def test_a_bot_in_ones_seat(table: Table) -> None:
    table.wire.change = lambda state: state["seats"][0].update(held=True) if "seats" in state else None
    table.comes(plays)
    table.ana.sees("Um robô joga por você")
    table.fine()
    covers_no_card(table)


def test_somebody_who_has_gone(table: Table) -> None:
    def change(state: State) -> None:
        if "seats" in state:
            state["seats"][1].update(kind="person", name="Bia", connected=False, away=1)
            state["absence"] = {"seat": 1, "away": state["now"] - 150_000, "may_ask": 2, "by_itself": None}

    table.wire.change = change
    table.comes(plays)
    table.ana.sees(re.compile("Bia saiu há 2:3"))
    table.fine()
    covers_no_card(table)


def covers_no_card(table: Table) -> None:
    """Fail if the box in place of the buttons covers the hand."""
    for size in (SMALL, PHONE, LYING, DESKTOP):
        table.ana.resizes(size)
        instead, hand = (table.page.locator(where).bounding_box() for where in (".instead", ".area .hand"))
        assert instead
        assert hand
        beside = instead["x"] >= hand["x"] + hand["width"] - 8
        assert beside or instead["y"] + instead["height"] <= hand["y"] + 1, f"{size}: {instead}, {hand}"


FREE = """() => [...document.querySelectorAll('.area [role=option]')].filter((option) => {
  const card = option.querySelector('.card').getBoundingClientRect();
  const hand = document.querySelector('.area .hand').getBoundingClientRect();
  const inside = card.left >= 0 && card.right <= innerWidth && card.top >= hand.top && card.bottom <= hand.bottom + 1;
  const seen = ([x, y]) => option.contains(document.elementFromPoint(card.left + x, card.top + y));
  return inside && [[8, 8], [8, 20]].every(seen);
}).length"""
"""Return the number of cards whose rank and suit are visible inside the hand's box."""


def test_thirty_cards_lie_inside_their_room(table: Table) -> None:
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "A2345678"][:30]

    def change(state: State) -> None:
        if state.get("play"):
            state["play"]["hand"] = " ".join(cards)

    table.wire.change = change
    table.ana.resizes(SMALL)
    table.comes(plays)
    expect(table.page.get_by_role("option")).to_have_count(len(cards))
    for size in (SMALL, PHONE, LYING, DESKTOP):
        table.ana.resizes(size)
        table.ana.fits()
        assert table.page.evaluate(FREE) == len(cards)


@pytest.mark.parametrize("rulebook", sample(OFFICIAL, 2))
def test_a_small_phone_has_room_for_all_of_the_table(table: Table, rulebook: str) -> None:
    """The page doesn't scroll even with the dealer's token."""
    table.wire.change = lambda state: state.update(dealer=0)
    table.ana.resizes(SMALL)
    table.comes(plays, rulebook=rulebook)
    expect(table.page.locator(".ours .dealer")).to_be_visible()
    table.ana.fits()
    assert table.page.evaluate("document.documentElement.scrollHeight") == SMALL[1]
