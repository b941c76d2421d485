"""Firefox and WebKitGTK, whose engine is Safari's: the pages fit, and a deal, a replay and a score sheet work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

import pytest

from canastra.bots import GreedyBot
from canastra.protocol import State
from canastra.protocol.view import view_of
from canastra.rulebooks import Rulebook, official
from tests.browser.agreeing import signed
from tests.browser.engines import Engine, firefox, webkit
from tests.browser.hearing import Ear
from tests.browser.looking import CORNER, LOOK
from tests.browser.people import SECONDS
from tests.browser.speech import SPEECH
from tests.server.run.process import Process

pytestmark = pytest.mark.slow

FIND = """
const [where, text] = arguments;
const seen = (each) => each.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
const named = (each) => {
  const copy = each.cloneNode(true);
  for (const unnamed of copy.querySelectorAll('[aria-hidden=true]')) unnamed.remove();
  return (each.ariaLabel ?? copy.textContent).replace(/\\s+/g, ' ').trim();
};
const found = [...document.querySelectorAll(where)].filter((each) => seen(each) && named(each).startsWith(text));
return found.find((each) => named(each) === text) ?? found[0] ?? null;
"""
HEAR = """
window.heard = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => heard.push(['hear', data]));
  }
  send(data) {
    heard.push(['sent', data]);
    super.send(data);
  }
};
"""
WIDE = "return [document.documentElement.scrollWidth, innerWidth]"
PLAYER = "return document.querySelectorAll('main form input[type=text], main form input:not([type])')[arguments[0]]"
ROWS = (
    "return [...document.querySelectorAll('.end tr')].map((row) => [...row.children].map((cell) => cell.textContent))"
)
POINTS = "return [...document.querySelectorAll('.score .points')].map((each) => each.textContent.replace(/\\s/g, ''))"
PAGES = ("/", "/cartas", "/placar", "/torneios", "/regras/buraco", "/aprender", "/ajustes", "/conta")
SIZES = ((420, 900), (1280, 800))
"""Windows; a phone's page can't be narrower than the narrowest that the browsers allow."""
PT = SPEECH["pt"]
PACE = 400
"""Seconds that a deal may take."""
WATCHED = 10
"""The first actions, and the first meld, are a bot's choices at the page's pace. Later pauses are skipped."""
ESCAPE = "\ue00c"
AGAIN = 4
"""Seconds after which a tap is repeated, because it only ended a pause."""
RULEBOOK = "buraco"
"""The rulebook that the start page chooses."""


class Visitor:
    """A user of an engine's page."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine, self.address = engine, address
        self.ear = Ear()

    def visits(self, path: str) -> None:
        """Open an address, and wait until it shows something."""
        self.engine.visit(self.address + path)
        self.sees("main h1, main h2")

    def finds(self, where: str, name: str = "", seconds: float = SECONDS) -> Any:
        """Wait for a visible element whose name begins so. Return None if none appears."""
        end = time.monotonic() + seconds
        while (found := self.engine.run(FIND, where, name)) is None and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def sees(self, where: str, name: str = "") -> Any:
        """Wait for a visible element whose name begins so. Fails if none appears."""
        found = self.finds(where, name)
        assert found is not None, f"there is no {where} {name!r} at {self.engine.run('return location.href')}"
        return found

    def presses(self, name: str) -> None:
        self.engine.click(self.sees("button, a, label", name))

    def fits(self) -> None:
        """Fail if the page scrolls sideways."""
        wide, window = self.engine.run(WIDE)
        assert wide <= window, f"{self.engine.run('return location.pathname')} is {wide} wide in a window of {window}"

    def fine(self) -> None:
        """Fail if the console has errors."""
        assert not self.engine.errors(self.address)

    # At a table

    def hears(self) -> None:
        """Read the frames of the page's socket since the last call."""
        for way, text in self.engine.run("return heard.splice(0)"):
            getattr(self.ear, way)(text)

    def looks(self) -> dict[str, Any]:
        found: dict[str, Any] = self.engine.run(f"return ({LOOK})(arguments[0])", {"hidden": "", "corner": CORNER})
        return found

    def is_on_turn(self) -> bool:
        """Return whether it is this player's turn, and the page shows the hand."""
        self.hears()
        play = self.ear.state["play"]
        return bool(play and play["to_act"] == self.ear.state["you"] and self.looks()["hand"])

    def plays(self, rulebook: Rulebook) -> set[str]:
        """Play a deal to its end with the page's buttons, and return the used verbs."""
        done, end = list[str](), time.monotonic() + PACE
        while not self.ear.ended:
            assert time.monotonic() < end, self.looks()
            if self.is_on_turn():
                tries = len(done) < WATCHED or "meld" not in done
                action = wanted(self.ear, rulebook) if tries else simplest(self.ear)
                self.does(action)
                done.append(action.split()[0])
            elif len(done) >= WATCHED:
                self.engine.type(self.sees("body"), ESCAPE)
            time.sleep(0.1)
        return set(done)

    def does(self, action: str) -> None:
        """Do a legal action. A click that only ended a pause is repeated until the server answers."""
        before, end = self.ear.step, time.monotonic() + SECONDS
        while self.ear.step == before and not self.ear.ended:
            assert time.monotonic() < end, f"{action} is not done: {self.looks()}"
            self.begins(action)
            again = time.monotonic() + AGAIN
            while self.ear.step == before and not self.ear.ended and time.monotonic() < again:
                time.sleep(0.05)
                self.hears()

    def begins(self, action: str) -> None:
        """Press the action's button, after choosing the card of a discard; choose a meld from the list of moves."""
        verb, *cards = action.split()
        if verb == "discard":
            self.chooses(cards[0])
        if verb in ("draw", "discard", "pass"):
            ways = [(f".bar [data-verb={verb}]", "")]
        else:
            ways = [("button", PT.more), ("button", PT.moves), (f'[data-action="{action}"]', "")]
        for where, name in ways:
            found = self.finds(where, name, seconds=2)
            if found is None:
                return
            self.engine.click(found)

    def chooses(self, card: str) -> None:
        """Choose only this card of the hand."""
        hand = self.looks()["hand"]
        mine = next(each for each in hand if each["card"] == card)
        for each in hand:
            if each["chosen"] != (each is mine):
                self.engine.point(each["x"], each["y"])

    def reads_the_points(self) -> None:
        """Wait for the deal's totals, which must equal the engine's."""
        ended, seat = self.ear.ended, self.ear.state["you"]
        assert ended
        totals = [ended["scores"][side]["total"] for side in (seat % 2, 1 - seat % 2)]
        line, rows, end = [PT.total, *(signed(total, PT) for total in totals)], [], time.monotonic() + SECONDS
        while line not in (rows := self.engine.run(ROWS)):
            assert time.monotonic() < end, f"no line {line} in {rows}"
            time.sleep(0.05)


def wanted(ear: Ear, rulebook: Rulebook) -> str:
    """Return the bot's action if it is listed, else the first action of the list, which has the smallest moves."""
    view = view_of(cast("State", ear.state), rulebook)
    assert view
    action, legal = str(GreedyBot(ear.step).choose(view)), ear.play["legal"]
    return action if action in legal else legal[0]


def simplest(ear: Ear) -> str:
    """Return a legal draw or discard."""
    legal: list[str] = ear.play["legal"]
    return next((action for action in legal if action.startswith(("draw", "discard"))), legal[0])


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"], scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with request.param() as found:
        yield found


@pytest.fixture
def visitor(engine: Engine, server: Process) -> Iterator[Visitor]:
    found = Visitor(engine, server.address)
    yield found
    found.fine()


def test_pages_fit(visitor: Visitor) -> None:
    for path in PAGES:
        visitor.visits(path)
        for size in SIZES:
            visitor.engine.resize(*size)
            visitor.fits()


def test_a_deal_and_its_replay(visitor: Visitor) -> None:
    """A visitor plays a deal against robots at the page's pace, up to the points, and watches its replay."""
    visitor.visits("/")
    visitor.engine.run(HEAR)
    visitor.presses("Jogar agora")
    visitor.engine.type(visitor.sees("form input"), "Nora")
    visitor.presses("Sentar à mesa")
    visitor.sees("[role=option]")
    done = visitor.plays(official(RULEBOOK))
    assert {"draw", "discard"} <= done, "melds depend on the cards"
    visitor.sees("#deal-end")
    visitor.reads_the_points()
    visitor.fits()
    table = visitor.engine.run("return location.pathname").split("/")[-1]
    visitor.visits(f"/partida/{table}")
    visitor.sees("[data-seat]")
    visitor.presses("Próxima jogada")
    visitor.fits()


def test_a_score_sheet(visitor: Visitor) -> None:
    visitor.visits("/placar/nova")
    visitor.presses("Canastra regional")
    for seat, name in enumerate(("Ana", "Beto", "Clara", "Davi")):
        visitor.engine.type(visitor.engine.run(PLAYER, seat), name)
    visitor.presses("Começar")
    visitor.presses("Anotar a 1ª mão")
    visitor.presses("Total")
    for key in ("1", "5", "0", "5", "próximo", "trocar o sinal", "4", "5"):
        visitor.presses(key)
    visitor.engine.click(visitor.sees(".save"))
    visitor.sees(".score")
    points = visitor.engine.run(POINTS)
    assert points == ["1.505", "−45"]
    visitor.fits()
