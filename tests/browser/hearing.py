"""Records what the server sends to one page, and finds cards in it that the page's player may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, WebSocket

from canastra.protocol import merged
from tests.browser.speech import CARDS, RANKS

STANDS = re.compile(r'"stands_for":\s*"..",?')
"""The preview's cards that a wild card would stand for: naming them reveals no holder."""


class Ear:
    """Records all frames of a page from the beginning, and tracks which cards its player can have seen in the deal.

    Without a page, pass each frame to `hear` or `sent`.
    """

    def __init__(self, page: Page | None = None) -> None:
        self.state: dict[str, Any] = {}
        self.ended: dict[str, Any] | None = None
        """The event that ended the deal, None while it goes on."""
        self.acts: list[str] = []
        """The actions that this page has sent, in notation."""
        self.seen: set[str] = set()
        self.drawn: set[str] = set()
        """The cards drawn for the first dealer, which come from another pack."""
        self.asked: list[str] = []
        """The requests of the page that don't use its socket."""
        self.previewed: set[tuple[int, str]] = set()
        """The steps and cards for which the page was sent the possible moves."""
        self._previews: dict[str, str] = {}
        self._texts: list[str] = []
        if page:
            page.on("websocket", self._open)
            page.on("request", lambda request: self._ask(request.url))

    @property
    def step(self) -> int:
        """The latest step that this page knows."""
        return int(self.state.get("step", -1))

    @property
    def play(self) -> dict[str, Any]:
        """The deal in progress."""
        play: dict[str, Any] = self.state["play"]
        return play

    def leaks(self) -> list[str]:
        """Return the unseen cards that the server has named to this page since the last call."""
        texts, self._texts = self._texts, []
        unseen = set(CARDS) - self.seen
        return sorted({found for text in texts for found in re.findall(r"\b[A2-9TJQK][SHDC]\b", text)} & unseen)

    def _ask(self, url: str) -> None:
        if "/api/" in url:
            self.asked.append(url)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.hear(str(text)))
        socket.on("framesent", lambda text: self.sent(str(text)))

    def sent(self, text: str) -> None:
        """Record a frame that the page has sent."""
        message = json.loads(text)
        if message["type"] == "act":
            self.acts.append(message["action"])
        if message["type"] == "preview":
            self._previews[message["id"]] = message["cards"]

    def hear(self, text: str) -> None:
        """Record a frame that the server has sent."""
        message = json.loads(text)
        events = [each["event"] or {"type": "hidden"} for each in message.get("events", ())]
        for event in events:
            if event["type"] == "dealt":
                self.seen.clear()
                self._texts.clear()
            if event["type"] == "dealer_drawn":
                self.drawn = {card for text in event["drawn"] for card in text.split() if card in CARDS}
            if event["type"] == "deal_ended" and self.ended is None:
                # It shows all cards: from here on none is hidden.
                self.ended = event
        if message["type"] == "welcome":
            self.state = message["state"]
        elif message["type"] == "update":
            self.state = merged(self.state, message["changes"])
        elif message["type"] == "previewed":
            self.previewed.add((message["step"], self._previews[message["id"]]))
        if self.ended is None and self.state["play"]:
            self.seen.update(visible(self.state["play"]))
            self._texts.append(STANDS.sub("", text))


def visible(play: dict[str, Any]) -> Iterable[str]:
    """Return the cards that this state shows on the table and in the own hand."""
    texts = [play.get("hand", ""), play["pile"], play["due"] or "", *play["red_threes"]]
    texts += [meld["cards"] for melds in play["melds"] for meld in melds]
    return (card for text in texts for card in text.split() if card in CARDS)


def stood_for(play: dict[str, Any]) -> Iterable[str]:
    """Return the cards that wild cards of the melds stand for: the page names them."""
    for meld in (meld for melds in play["melds"] for meld in melds):
        if meld["wild"] is not None and meld["low"]:
            cards = meld["cards"].split()
            suit = next(card[1] for place, card in enumerate(cards) if place != meld["wild"])
            yield RANKS[(meld["low"] + meld["wild"] - 1) % len(RANKS)] + suit
