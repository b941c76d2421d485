"""The events of a deal as one seat may see them (docs/rules.md §9), made from an allow-list like a view.

They have the names of the table's events, see docs/table.md. Cards are in notation; hidden ones are ``??``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Protocol, runtime_checkable

from canastra.cards import cards_text
from canastra.engine import Match, Phase, Piles, State, score
from canastra.engine.hands import cards_of, hand_of, size
from canastra.records import Entry, Morto, Red, score_json
from canastra.records.entries import refused_card, seen_by, sees_morto
from canastra.rulebooks import Rulebook


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """The first event: the rulebook, and the seat that gets the events."""

    rulebook: Rulebook
    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins: the seat's hand as dealt; points and the minimum to open by side."""

    deal: int
    """Number of the deal, from 1."""
    seat: int
    dealer: int
    points: tuple[int | None, ...]
    target: int
    minimum: tuple[int | None, ...]
    hand: str


@dataclass(frozen=True, slots=True)
class Played:
    """A step that a seat played; `hand_sizes` and `pile_size` count the cards after it, as a view does."""

    turn: int
    seat: int
    entry: str
    hand_sizes: tuple[int, ...]
    pile_size: int
    shown: str | None = None
    """The card that a ``refuse`` shows."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A step that followed by rule: ``morto``, ``red 3H 5C``."""

    turn: int
    seat: int
    entry: str
    hand_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MortoSeen:
    """The seat's morto, once its owner may see it."""

    seat: int
    cards: str


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over: its points by side and component, and those of the match."""

    deal: int
    ending: str
    went_out: int | None
    scores: tuple[dict[str, Any], ...]
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; there is no winner after a draw."""

    winner: int | None
    points: tuple[int | None, ...]


Event = MatchBegun | Dealt | Played | Followed | MortoSeen | DealEnded | MatchEnded


@runtime_checkable
class Watcher(Protocol):
    """A bot that also gets the events between its turns."""

    def watch(self, event: Event) -> None:
        """Process an event as the bot's seat may see it."""


_TYPES: dict[type[Event], str] = {
    Dealt: "dealt",
    Played: "played",
    Followed: "followed",
    MortoSeen: "morto_seen",
    DealEnded: "deal_ended",
    MatchEnded: "match_ended",
}


def event_json(event: Event) -> dict[str, Any]:
    """An event as a message to a program. `MatchBegun` has no message: the hello replaces it."""
    named = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Played) and event.shown is None:
        del named["shown"]
    return {"type": _TYPES[type(event)], **named}


def dealt(match: Match, piles: Piles, minimum: tuple[int | None, int | None], seat: int, deal: int) -> Dealt:
    """The beginning of a deal for a seat."""
    hand = cards_text(cards_of(hand_of(piles.hands[seat])))
    return Dealt(deal, seat, match.dealer, match.points, match.target, minimum, hand)


def happened(before: State, entry: Entry, after: State, seat: int) -> Iterator[Event]:
    """The events of one step, a player's or one by rule, as a seat may see them."""
    sizes = _sizes(after)
    words = str(seen_by(seat, before.seat, entry))
    if isinstance(entry, Red | Morto):
        yield Followed(before.turn, before.seat, words, sizes)
    else:
        refused = refused_card(before, entry)
        shown = None if refused is None else str(refused)
        pile_size = len(after.pile) - (after.phase is Phase.JUSTIFY)
        yield Played(before.turn, before.seat, words, sizes, pile_size, shown)
    if sees_morto(seat, before, entry, after):
        yield MortoSeen(seat, cards_text(cards_of(after.hands[seat])))


def deal_ended(state: State, match: Match, deal: int) -> DealEnded:
    """The end of a deal, the same for all seats; `match` is the match after it."""
    assert state.ending is not None
    scores = tuple(score_json(side_score) for side_score in score(state))
    return DealEnded(deal, state.ending.value, state.went_out, scores, match.points)


def _sizes(state: State) -> tuple[int, ...]:
    """Sizes as in a view: the top card of a pile that is being taken counts for its player."""
    taking = state.phase is Phase.JUSTIFY
    return tuple(size(hand) + (taking and seat == state.seat) for seat, hand in enumerate(state.hands))
