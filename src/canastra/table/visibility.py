"""Decides what a seat may see of an event (docs/rules.md §9), by an allow-list, never by removing parts.

An event of a kind that is not named here is hidden from all seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from canastra.cards import UNKNOWN_TEXT
from canastra.errors import ActionError
from canastra.fairness import public_part
from canastra.fairness.proof import is_commitment_alone
from canastra.records import Morto, Red
from canastra.records.entries import seen_by
from canastra.records.turns import parse_entry
from canastra.table import events as happened
from canastra.table.events import Event
from canastra.table.table import Offering

Seen = Event | None


def visible_to(event: Event, seat: int | None) -> Seen:
    """The event as a seat or a spectator (None) may see it; None if they may not know of it.

    Event numbers are the same for all seats, so all learn that there was an event.
    """
    if type(event) in _PUBLIC:
        return event
    show = _PARTLY.get(type(event))
    return show(event, seat) if show else None


def _dealt(event: happened.Dealt, seat: int | None) -> Seen:
    """The seat's own hand; of all other cards only the number."""
    return happened.Dealt(
        at=event.at,
        step=event.step,
        deal=event.deal,
        dealer=event.dealer,
        hands=tuple(hand if owner == seat else _hidden(hand) for owner, hand in enumerate(event.hands)),
        mortos=tuple(map(_hidden, event.mortos)),
        stock=_hidden(event.stock),
        fairness=public_part(event.fairness) if event.fairness else {},
    )


def end_seen(event: happened.DealEnded, seat: int | None) -> happened.DealEnded:
    """Return the end of a deal. Where other tables may still play the same deal, each seat sees its own cards alone."""
    if not is_commitment_alone(event.fairness):
        return event
    hands, dealt = (
        tuple(hand if owner == seat else _hidden(hand) for owner, hand in enumerate(cards))
        for cards in (event.hands, event.dealt)
    )
    hidden = {"mortos": tuple(map(_hidden, event.mortos)), "stock": _hidden(event.stock), "hand_scores": ()}
    return replace(event, hands=hands, dealt=dealt, **hidden)


def _hidden(cards: str) -> str:
    return " ".join([UNKNOWN_TEXT] * len(cards.split()))


def _played(event: happened.Played, seat: int | None) -> Seen:
    """Everything but the card that another player draws: layings and discards are open."""
    return _entry_seen(event, seat, by_rule=False)


def _followed(event: happened.Followed, seat: int | None) -> Seen:
    """A red 3 is open, but only its player sees the card that replaces it."""
    return _entry_seen(event, seat, by_rule=True)


def _entry_seen(event: happened.Played | happened.Followed, seat: int | None, *, by_rule: bool) -> Seen:
    if event.seat == seat:
        return event
    try:
        entry = parse_entry(event.entry)
    except ActionError:
        return None
    if isinstance(entry, Red | Morto) is not by_rule:
        return None
    seen = seen_by(seat, event.seat, entry)
    return event if seen is entry else replace(event, entry=str(seen))


def _own(event: happened.MortoSeen, seat: int | None) -> Seen:
    return event if event.seat == seat else None


Spoken = happened.Offered | happened.Accepted | happened.Declined | happened.OfferWithdrawn


def _spoken(event: Spoken, seat: int | None) -> Seen:
    """Offers to resign are for the partners only."""
    if event.offer == Offering.REMATCH:
        return event
    return event if seat is not None and seat % 2 == event.seat % 2 else None


_PUBLIC: frozenset[type[Event]] = frozenset(
    {
        happened.Opened,
        happened.Sat,
        happened.BotSat,
        happened.Left,
        happened.Readied,
        happened.Started,
        happened.SeatsDrawn,
        happened.LotAnnulled,
        happened.DealerDrawn,
        happened.Committed,
        happened.Contributed,
        happened.Undone,
        happened.MatchEnded,
        happened.PlayCalled,
        happened.TimeCalled,
        happened.TimedOut,
        happened.BotTookOver,
        happened.Returned,
        happened.Disconnected,
        happened.Reconnected,
        happened.PauseEnded,
        happened.ClocksResumed,
        happened.RematchAgreed,
    }
)
_PARTLY: dict[type[Event], Callable[[Any, int | None], Seen]] = {
    happened.Dealt: _dealt,
    happened.Played: _played,
    happened.Followed: _followed,
    happened.MortoSeen: _own,
    happened.DealEnded: end_seen,
    happened.Offered: _spoken,
    happened.Accepted: _spoken,
    happened.Declined: _spoken,
    happened.OfferWithdrawn: _spoken,
}
