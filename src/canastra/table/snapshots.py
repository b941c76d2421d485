"""All that somebody who comes late needs, as plain data: public facts and, for a seat, its own view.

Built from an allow-list like the view that it takes the cards from (RULES.md §9).
"""

from __future__ import annotations

from dataclasses import fields

from canastra.cards import Card, cards_text
from canastra.engine import Meld, View, view
from canastra.table import clocks
from canastra.table.coding import Plain
from canastra.table.events import plain_event
from canastra.table.live import LiveDeal
from canastra.table.seats import Seat
from canastra.table.table import OpenOffer, Table


def snapshot(table: Table, seat: int | None) -> Plain:
    """The table as a seat sees it, or a spectator (None)."""
    settings, match = table.settings, table.match
    return {
        "match": settings.match,
        "rulebook": settings.rulebook.id,
        "revision": settings.rulebook.revision,
        "sha256": settings.rulebook.sha256,
        "target": settings.target,
        "undo": settings.undo,
        "stand_in": settings.stand_in,
        "times": {each.name: getattr(settings.clock, each.name) for each in fields(settings.clock)},
        "you": seat,
        "now": table.now,
        "stage": str(table.stage),
        "step": table.step,
        "seats": [_seat(each) for each in table.seats],
        "points": list(match.points) if match else None,
        "deal": table.next_deal,
        "dealer": match.dealer if match else None,
        "commitment": table.commitment,
        "contributions": list(table.contributions),
        "offers": [_offer(each) for each in table.offers if _knows(each, seat)],
        "clock": _clock(table),
        "play": _play(table, table.deal, seat) if table.deal else None,
        "last": plain_event(table.last) if table.last else None,
        "result": plain_event(table.result) if table.result else None,
        "rematch": table.rematch,
    }


def _seat(seat: Seat) -> Plain:
    return {
        "kind": str(seat.kind),
        "player": seat.player,
        "name": seat.name,
        "level": seat.level,
        "ready": seat.ready,
        "bank": seat.bank,
        "grace": seat.grace,
        "timeouts": seat.timeouts,
        "held": seat.held,
        "left": seat.left,
        "away": seat.away,
    }


def _knows(offer: OpenOffer, seat: int | None) -> bool:
    return offer.side is None or (seat is not None and seat % 2 == offer.side)


def _offer(offer: OpenOffer) -> Plain:
    return {"offer": str(offer.offer), "by": offer.by, "agreed": list(offer.agreed)}


def _clock(table: Table) -> Plain | None:
    if table.clock is None or table.to_act is None:
        return None
    due = clocks.deadline(table.clock, table.seats[table.to_act], table.settings.clock)
    return {"seat": table.to_act, "paused": table.clock.paused, "due": due}


def _play(table: Table, deal: LiveDeal, seat: int | None) -> Plain:
    # What a view holds besides the own hand and the own steps is the same for all seats.
    seen = view(deal.state, 0 if seat is None else seat, table.match)
    public = _public(table, seen)
    return public if seat is None else {**public, **_own(table, deal, seen)}


def _public(table: Table, seen: View) -> Plain:
    return {
        "turn": seen.turn,
        "to_act": seen.to_act,
        "phase": str(seen.phase),
        "bot": table.bot_to_act,
        "hand_sizes": list(seen.hand_sizes),
        "known": [cards_text(cards) for cards in seen.known],
        "melds": [[_meld(meld) for meld in melds] for melds in seen.melds],
        "red_threes": [cards_text(cards) for cards in seen.red_threes],
        "pile": cards_text(seen.pile),
        "pile_size": seen.pile_size,
        "stock_size": seen.stock_size,
        "morto_sizes": list(seen.morto_sizes),
        "has_morto": list(seen.has_morto),
        "waiting_morto": list(seen.waiting_morto),
        "minimum": list(seen.minimum),
        "points_laid": seen.points_laid,
    }


def _own(table: Table, deal: LiveDeal, seen: View) -> Plain:
    plays = seen.seat == table.to_act and table.bot_to_act is None
    return {
        "hand": cards_text(seen.hand),
        "legal": [str(action) for action in seen.legal],
        "may_refuse": seen.may_refuse,
        "may_undo": plays and table.settings.undo and bool(deal.undoable),
    }


def _meld(meld: Meld) -> Plain:
    wild: Card | None = meld.cards[meld.wild] if meld.has_wild else None
    return {"cards": str(meld), "low": meld.low, "wild": meld.wild if wild is not None else None}
