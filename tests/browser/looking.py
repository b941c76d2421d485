"""Reads a table off the page in one call, and compares it with the state that the server sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.browser.speech import CARDS, Speech

CORNER = (11, 9)
"""The point of a card in the hand that is visible however many cards overlap."""
LOOK = """({ hidden, corner: [right, down] }) => {
  const all = (where, from) => from ? [...from.querySelectorAll(where)] : [];
  const one = (where, from = document) => from?.querySelector(where) ?? null;
  const text = (element) => element?.textContent.trim() ?? '';
  const cards = (from) => all('[role=img][data-card]', from).map(({ dataset }) => dataset.card);
  const melds = (section) => section && {
    threes: cards(one('.threes', section)),
    melds: all('li.meld', section).map(cards),
    names: all('li.meld', section).map((meld) => text(one('.unseen', meld))),
  };
  const [theirs, ours] = [one('section.melds:not([data-place])'), one('section.melds[data-place]')];
  const area = one('.area');
  const focused = document.activeElement;
  const page = hidden ? document.documentElement.outerHTML.replace(/ d="[^"]*"|[/]assets[/][^"]*/g, '') : '';
  const at = (card) => {
    const { left, top } = card.getBoundingClientRect();
    const [x, y] = [left + right, top + down];
    return { x, y, free: card.contains(document.elementFromPoint(x, y)) };
  };
  return {
    language: document.documentElement.lang,
    title: document.title,
    line: text(one('.line .text', area)),
    turn: text(one('.line .turn', area)),
    seats: all('[data-seat]', document).map((seat) => ({
      seat: Number(seat.dataset.seat),
      turn: one('.mark svg', seat) !== null,
      count: Number(text(one('.count', seat))),
      facts: text(seat),
    })),
    stock: text(one('.stock .count')),
    pile: cards(one('.discards')),
    pileWord: text(one('.discards .word')),
    mortos: cards(one('.mortos')).length,
    theirs: melds(theirs),
    ours: melds(ours),
    hand: all('[role=option]', area).map((option) => ({
      key: option.dataset.key, card: option.dataset.card,
      name: option.ariaLabel, chosen: option.ariaSelected === 'true', active: option === focused,
      ...at(option),
    })),
    waiting: all('.hand .card', area).length,
    sent: one('.bar .sent', area) !== null,
    ended: text(one('#deal-end')),
    how: text(one('.end .how')),
    rows: all('.end table tr', document).slice(1).map((row) => all('th, td', row).map(text)),
    columns: all('.end table thead th', document).slice(1).map(text),
    focus: !focused || focused === document.body ? 'body' : focused.outerHTML.slice(0, 200),
    leaks: hidden ? page.match(new RegExp(hidden, 'g')) ?? [] : [],
  };
}"""


@dataclass(frozen=True)
class Shared:
    """The parts of a table that all players see alike."""

    to_act: int | None
    hands: tuple[int, ...]
    stock: int
    pile: tuple[str, ...]
    pile_size: int
    mortos: int
    melds: tuple[tuple[tuple[str, ...], ...], ...]
    """By side."""
    threes: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sight:
    """The table as one page shows it. `raw` is the result of `LOOK`."""

    seat: int
    speech: Speech
    """The words of the page's language."""
    raw: dict[str, Any]

    @property
    def hand(self) -> list[str]:
        """The own cards, sorted."""
        return sorted(option["card"] for option in self.raw["hand"])

    @property
    def own(self) -> bool:
        """Return whether the page announces the player's own turn."""
        return str(self.raw["title"]).startswith("●")

    def shared(self) -> Shared | None:
        """The parts that all players see, None while no cards are on the table."""
        raw = self.raw
        if not raw["stock"]:
            return None
        others = {each["seat"]: each for each in raw["seats"]}
        count = len(others) + 1
        sides = (raw["ours"], raw["theirs"]) if self.seat % 2 == 0 else (raw["theirs"], raw["ours"])
        mine = len(raw["hand"]) or raw["waiting"]
        counted = re.search(r"\d+", raw["pileWord"])
        return Shared(
            to_act=self.seat if self.own else next((seat for seat, each in others.items() if each["turn"]), None),
            hands=tuple(mine if seat == self.seat else others[seat]["count"] for seat in range(count)),
            stock=int(raw["stock"]),
            pile=tuple(raw["pile"]),
            pile_size=int(counted[0]) if counted else 0,
            mortos=raw["mortos"],
            melds=tuple(tuple(map(tuple, side["melds"])) for side in sides),
            threes=tuple(tuple(side["threes"]) for side in sides),
        )


def due(state: dict[str, Any]) -> Shared:
    """Return the parts that all players should see, by the server's state."""
    play = state["play"]
    pile = (play["pile"].split() if play["pile"] else []) + ([play["due"]] if play["due"] else [])
    size = play["pile_size"] + (1 if play["due"] and len(pile) > play["pile_size"] else 0)
    covered = ("??",) if len(pile) < size > 1 else ()
    return Shared(
        to_act=play["to_act"],
        hands=tuple(play["hand_sizes"]),
        stock=play["stock_size"],
        pile=(*covered, *(pile if len(pile) >= size else pile[-1:])),
        pile_size=size,
        mortos=len(play["morto_sizes"]),
        melds=tuple(tuple(tuple(meld["cards"].split()) for meld in melds) for melds in play["melds"]),
        threes=tuple(tuple(text.split()) for text in play["red_threes"]),
    )


def problems(sight: Sight, state: dict[str, Any], name: str) -> list[str]:
    """Return a line for each difference between the page and the state, in the page's language."""
    raw, play, speech = sight.raw, state["play"], sight.speech
    to_act, mine = play["to_act"], play["to_act"] == sight.seat
    line = speech.own if mine else re.escape(speech.others.format(name=called(state, to_act)))
    should = {
        "language": (raw["language"], speech.tag),
        "table": (sight.shared(), due(state)),
        "hand": (sight.hand, sorted(play["hand"].split())),
        "names": (
            [card["name"].split(",")[0] for card in raw["hand"]],
            [speech.card(card["card"]) for card in raw["hand"]],
        ),
        "turn": (raw["line"] if not re.match(line, raw["line"]) else "", ""),
        "aloud": (speech.mine in raw["turn"], mine),
        "sent": (raw["sent"], False),
        "secret": (raw["leaks"], []),
    }
    return [f"{name}: {what}: {is_so}\n  instead of {so}" for what, (is_so, so) in should.items() if is_so != so]


def called(state: dict[str, Any], seat: int) -> str:
    """Return the page's name for another player."""
    return str(state["seats"][seat]["name"])


def hidden(speech: Speech, known: set[str]) -> str:
    """Return a pattern of all cards except these, as a page would name them, in notation or in words."""
    cards = [card for card in CARDS if card not in known]
    names = "|".join(speech.card(card) for card in cards)
    return rf"\b(?:{'|'.join(cards)})\d?\b|(?<!\w)(?:{names})\b" if cards else ""
