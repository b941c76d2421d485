"""A whole deal over a network that loses, doubles, delays and breaks what it can: no action is lost or doubled."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import WebSocketRoute, expect

from canastra.records import replay
from tests.browser.faults import Duel, Line, Message, Way, Wire, entries
from tests.browser.people import DESKTOP, People
from tests.browser.speech import CARDS, PT
from tests.server.run.process import SECONDS

pytestmark = pytest.mark.slow

LONGEST = 3 * SECONDS
"""Seconds after which the deal counts as stopped."""
STEP = """async (action) => {
  const found = (where) => [...document.querySelectorAll(where)];
  const moves = () => (document.title.startsWith('●') && !found('.bar .sent').length ? found('.area .move') : []);
  const over = () => found('#match-end').length > 0;
  const move = found('.area .move').find(({ dataset }) => dataset.action === action);
  move?.click();
  for (let times = 0; times < 8; times++) {
    await new Promise((done) => setTimeout(done, 10));
    if (over() || moves().length) break;
    if (found('.sheet').length) continue;
    found('.area .more')[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  }
  return { done: move ? action : null, over: over(), moves: moves().map(({ dataset }) => dataset.action) };
}"""
"""Chooses an action from the list of all moves, and opens the list again. Returns the next moves, if they come soon."""
HEARTBEAT = 400
"""Milliseconds sent to the page as its heartbeat, so that it notices dead sockets in less than a minute."""
BREAKS = ["breaks after", "loses", "goes silent", "breaks for a while", "breaks before", "loses"]
VERBS = {
    "comprou": "draw",
    "devolveu": "refuse",
    "pegou o lixo": "take",
    "baixou": "meld",
    "encaixou": "lay",
    "levou o curinga": "shift",
    "descartou": "discard",
    "passou": "pass",
    "pegou o morto": "morto",
    "expôs": "red",
}
TOLD = re.compile(rf"(Você|Tio Beto) ({'|'.join(VERBS)})\b(.*)")
CARD = re.compile("|".join(PT.card(card) for card in CARDS))
NAMES = {PT.card(card): card for card in CARDS}


@dataclass
class Storm(Wire):
    """A network that fails now and then. Frames stay in order, and a socket that loses a frame breaks soon after."""

    heartbeat: int = HEARTBEAT
    random: Random = field(default_factory=lambda: Random(7))
    breaks: list[str] = field(default_factory=lambda: BREAKS * 2)
    """The next faults."""
    pause: int = 5
    refuses: bool = False
    """True if the next socket is refused."""
    late: list[tuple[float, Line, Way, str]] = field(default_factory=list)
    """The delayed frames, in order, with the times of their arrival."""
    breaking: list[tuple[float, Line]] = field(default_factory=list)
    doubled: int = 0

    def wrong(self) -> str:
        """Return the fault that hits this frame, mostly none."""
        self.pause -= 1
        if self.pause > 0 or not self.breaks:
            return ""
        self.pause = self.random.randint(4, 12)
        return self.breaks.pop(0)

    def _open(self, page: WebSocketRoute) -> None:
        refused, self.refuses = self.refuses, False
        if refused:
            page.close()
        else:
            super()._open(page)

    def heard(self, line: Line, way: Way, text: str, message: Message) -> None:
        wrong = "" if line.dead else self.wrong()
        if wrong == "loses":
            self.breaking.append((time.monotonic() + self.random.uniform(0, 0.3), line))
            return
        if wrong == "goes silent":
            line.dead = True
        if wrong in ("breaks before", "breaks for a while"):
            self.refuses = wrong == "breaks for a while"
            line.cut()
        twice = self.random.random() < 0.1
        self.doubled += twice
        for _ in range(1 + twice):
            self.brings(line, way, text)
        if wrong == "breaks after":
            line.cut()

    def brings(self, line: Line, way: Way, text: str) -> None:
        """Pass a frame on, at once or later."""
        if self.random.random() < 0.2 or any(each[1:3] == (line, way) for each in self.late):
            self.late.append((time.monotonic() + self.random.uniform(0, 0.1), line, way, text))
        else:
            line.carry(way, text)

    def goes_on(self) -> None:
        """Pass on the frames that are due, and break the sockets that are due."""
        now = time.monotonic()
        held: set[tuple[int, Way]] = set()
        late, self.late = self.late, []
        for each in late:
            when, line, way, text = each
            if when > now or (id(line), way) in held:
                held.add((id(line), way))
                self.late.append(each)
            else:
                line.carry(way, text)
        for when, line in self.breaking:
            if when <= now and not line.dead:
                line.cut()
        self.breaking = [(when, line) for when, line in self.breaking if when > now]


def chosen(moves: list[str], random: Random) -> str:
    """Return a random move: mostly draws from the stock, so that the deal ends, and some melds."""
    if "draw" in moves and random.random() < 0.9:
        return "draw"
    lays = [move for move in moves if move.split()[0] in ("meld", "lay")]
    return random.choice(lays if lays and random.random() < 0.4 else moves)


def logged(duel: Duel) -> list[tuple[bool, str, tuple[str, ...]]]:
    """Return each action of the page's log: True if it is the own seat's, its verb, and its cards."""
    found = []
    duel.person.presses("Menu")
    duel.person.page.get_by_role("dialog").get_by_role("button", name="O que aconteceu").click()
    log = duel.person.page.get_by_role("dialog").locator(".log .lines li")
    log.first.wait_for()
    for text in log.all_text_contents():
        told = TOLD.match(text)
        if told:
            cards = CARD.findall(told[3])
            found.append((told[1] == "Você", VERBS[told[2]], tuple(NAMES[card] for card in cards)))
    return found


def recorded(duel: Duel) -> list[tuple[bool, str, tuple[str, ...]]]:
    """Return the same from the server's record, without cards that the page can't know: a bot's draws and mortos."""
    found = []
    for seat, text in entries(duel.record):
        verb, *rest = text.split()
        cards = [] if verb == "draw" and seat else [word for word in rest if word in CARDS]
        found.append((seat == 0, verb, tuple(cards)))
    return found


def scores(duel: Duel) -> list[str]:
    """Return the points of both sides, by the server's record."""
    ended = replay(duel.record).deals[-1].scores
    assert ended is not None
    return [f"{score.total:,}".replace("-", "\N{MINUS SIGN}").replace(",", ".") for score in ended]


def played(duel: Duel, storm: Storm, random: Random) -> list[str]:
    """Play to the end, and return the chosen actions."""
    done: list[str] = []
    action = None
    deadline = time.monotonic() + LONGEST
    while True:
        seen = duel.person.page.evaluate(STEP, action)
        done += filter(None, [seen["done"]])
        if seen["over"]:
            return done
        assert time.monotonic() < deadline, f"nothing goes on: {seen}"
        action = chosen(seen["moves"], random) if seen["moves"] else None
        storm.goes_on()


def test_a_whole_deal_in_a_storm(people: People) -> None:
    ana = people(size=DESKTOP)
    ana.forgive("WebSocket connection|WebSocket is already in CLOSING")
    storm = Storm(ana.context)
    duel = Duel(ana, ana.opens(rulebook="canastra-duelo", bots="greedy")["table"])
    ana.visit(duel.path)
    ana.page.evaluate("window.marked = true")
    ana.presses(PT.ready)
    done = played(duel, storm, Random(2))
    assert len(storm.breaks) <= len(BREAKS), "hardly anything went wrong"
    assert storm.doubled
    assert done == list(storm.acts.values())
    assert done == duel.played
    assert logged(duel) == recorded(duel)
    expect(ana.page.locator(".end .points .side strong")).to_have_text(scores(duel))
    assert duel.is_the_same_load()
