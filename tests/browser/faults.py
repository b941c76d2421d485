"""A table with a faulty network: sockets pass through the test, which compares the page with the server's record."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import httpx2
from playwright.sync_api import BrowserContext, Locator, WebSocketRoute, expect

from canastra.cards import cards_text
from canastra.engine.hands import cards_of
from canastra.records import Record, parse, replay
from tests.browser.looking import CORNER, LOOK, Sight, due
from tests.browser.people import SECONDS, Person, in_a_thread
from tests.browser.speech import PT
from tests.server.run.process import SECONDS as LONG
from tests.server.run.process import Seated, run

HOUR = 3_600_000
SOCKET = re.compile(r"/api/tables/[^/]+/socket\?")
Way = Literal["up", "down"]
"""The direction of a frame: to the server or to the page."""
Message = dict[str, Any]
BY_RULE = ("morto", "red")
"""The beginnings of record entries that follow by rule, without a player's choice."""


@dataclass
class Line:
    """One socket of a page, as far as it goes through the test."""

    page: WebSocketRoute
    server: WebSocketRoute
    dead: bool = False
    """True if it drops all frames in both directions, without closing."""

    def carry(self, way: Way, text: str) -> None:
        """Pass a frame on."""
        if not self.dead:
            (self.server if way == "up" else self.page).send(text)

    def cut(self) -> None:
        """Close the socket at both ends."""
        self.dead = True
        self.page.close()
        self.server.close()


def everything(_line: Line, _way: Way, _message: Message) -> bool:
    """Pass every frame, as a good network does."""
    return True


@dataclass
class Wire:
    """All table sockets of a browser. `passes` decides which frames get through."""

    context: BrowserContext
    passes: Callable[[Line, Way, Message], bool] = everything
    heartbeat: int = 0
    """The heartbeat sent to the page in place of the server's, in milliseconds; 0 keeps the server's."""
    lines: list[Line] = field(default_factory=list)
    acts: dict[str, str] = field(default_factory=dict)
    """The actions that pages have sent, by their commands' ids."""

    def __post_init__(self) -> None:
        self.context.route_web_socket(SOCKET, self._open)

    def lets(self, passes: Callable[[Line, Way, Message], bool] = everything) -> None:
        """Pass only these frames from now on."""
        self.passes = passes

    def dies(self) -> None:
        """Silence all open sockets without closing them. Later sockets work."""
        for line in self.lines:
            line.dead = True

    def cut(self) -> None:
        """Close all sockets."""
        for line in self.lines:
            if not line.dead:
                line.cut()

    def _open(self, page: WebSocketRoute) -> None:
        line = Line(page, page.connect_to_server())
        self.lines.append(line)
        page.on_message(lambda text: self._hear(line, "up", str(text)))
        line.server.on_message(lambda text: self._hear(line, "down", str(text)))

    def _hear(self, line: Line, way: Way, text: str) -> None:
        message: Message = json.loads(text)
        if message["type"] == "welcome" and self.heartbeat:
            message |= {"heartbeat": self.heartbeat}
            text = json.dumps(message)
        if message["type"] == "act" and way == "up":
            self.acts[message["id"]] = message["action"]
        self.heard(line, way, text, message)

    def heard(self, line: Line, way: Way, text: str, message: Message) -> None:
        """Pass a received frame on, or drop it."""
        if self.passes(line, way, message):
            line.carry(way, text)


@dataclass
class Duel:
    """A deal of canastra-duelo. `person` plays seat 0 in a browser."""

    person: Person
    table: str

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/mesa/{self.table}"

    @property
    def draw(self) -> Locator:
        """The button that draws, shown on the person's own turn."""
        return self.person.page.locator(".bar [data-verb=draw]:not([aria-disabled=true])")

    @property
    def sent(self) -> Locator:
        """The mark of an action that the server has not answered yet."""
        return self.person.page.locator(".bar .sent")

    @property
    def record(self) -> Record:
        """The server's record of the match, as the person may see it."""
        person = self.person
        return parse(person.context.request.get(f"{person.address}/api/tables/{self.table}/record").text())

    @property
    def played(self) -> list[str]:
        """The person's own actions in the record. `draw` stands without its card."""
        own = [text for seat, text in entries(self.record) if seat == 0]
        return [text.split()[0] if text.startswith("draw") else text for text in own if text.split()[0] not in BY_RULE]

    def state(self) -> dict[str, Any]:
        """The server's state of the table, as a spectator gets it."""
        guest = httpx2.post(f"{self.person.address}/api/guests", json={"name": "Caio", "token": True}).json()
        address = f"{self.person.address}/api/tables/{self.table}/stream?watch=true"
        headers = {"Authorization": f"Bearer {guest['token']}"}
        with httpx2.stream("GET", address, headers=headers, timeout=LONG) as stream:
            state: dict[str, Any] = json.loads(next(stream.iter_lines()))["state"]
        return state

    def agrees(self) -> None:
        """Wait until the page shows the server's state: the open cards, the player to act, and the own hand."""
        wanted = due(self.state())
        hand = sorted(cards_text(cards_of(replay(self.record).deals[-1].state.hands[0])).split())
        page = self.person.page
        for _ in range(SECONDS * 20):
            seen = Sight(0, PT, page.evaluate(LOOK, {"hidden": "", "corner": CORNER}))
            if page.locator(".discards").count() and (seen.shared(), seen.hand) == (wanted, hand):
                return
            page.wait_for_timeout(50)
        assert (seen.shared(), seen.hand) == (wanted, hand)

    def visits(self) -> None:
        """Open its page on the own turn, and mark it, to notice a reload."""
        self.person.visit(self.path)
        expect(self.draw).to_be_visible()
        self.person.page.evaluate("window.marked = true")

    def is_the_same_load(self) -> bool:
        """Return whether the page was not reloaded since it was opened."""
        return bool(self.person.page.evaluate("window.marked === true"))


def entries(record: Record) -> list[tuple[int, str]]:
    """Return each entry of the record with its seat: actions, and what followed by rule."""
    lines = (line for deal in record.deals for line in deal.turns)
    return [(line.seat, str(entry)) for line in lines for entry in line.entries]


def against_bot(person: Person) -> Duel:
    """Start a deal against a bot, and return it on the person's turn."""
    duel = Duel(person, person.opens(rulebook="canastra-duelo", bots="greedy")["table"])
    person.plays(duel.table, until=lambda state: bool(state["play"]) and state["play"]["to_act"] == 0)
    return duel


def against(person: Person, other: Person) -> Duel:
    """Start a deal against a person who plays over a socket (`Person.plays`), on the first person's turn."""
    duel = Duel(person, person.opens(rulebook="canastra-duelo", private=False)["table"])
    other.asks("PUT", f"/api/tables/{duel.table}/seats/1", {})
    players = [person.player, other.player]

    async def begin() -> None:
        async with players[0].socket(duel.table) as one, players[1].socket(duel.table) as two:
            seats = [Seated(player, socket, Random(1)) for player, socket in zip(players, (one, two), strict=True)]
            await asyncio.gather(*(seat.play(until=lambda state: bool(state["play"])) for seat in seats))

    in_a_thread(lambda: run(begin()))
    other.plays(duel.table, until=lambda state: state["play"]["to_act"] == 0)
    return duel


def discards(duel: Duel) -> str:
    """Discard the first card that the list of moves offers without a question. Return the card in notation."""
    page = duel.person.page
    page.locator(".area .more").press("j")
    move = page.locator(".move[data-action^=discard]").first
    action = str(move.get_attribute("data-action"))
    move.click()
    return action
