"""A view as JSON: the keys of ``canastra position`` (docs/records.md), and the other facts that a player may know.

>>> from canastra.cards import TWO_PACKS
>>> from canastra.engine import deal_out, settle, start_deal, view
>>> from canastra.rulebooks import official
>>> state = settle(start_deal(official("buraco"), deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
>>> shown = view_json(view(state, seat=0))
>>> shown["phase"], shown["stock"], shown["hand_sizes"]
('draw', 38, [11, 11, 11, 11])
"""

from __future__ import annotations

from typing import Any

from canastra.cards import cards_text
from canastra.engine import View


def view_json(view: View) -> dict[str, Any]:
    """A seat's view without its legal steps; `seat` is the seat to act, cards are in notation."""
    return {
        "deal": view.deal,
        "turn": view.turn,
        "seat": view.to_act,
        "phase": view.phase.value,
        "dealer": view.dealer,
        "hand": cards_text(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "known": [cards_text(cards) for cards in view.known],
        "melds": [[str(meld) for meld in melds] for melds in view.melds],
        "red_threes": [cards_text(cards) for cards in view.red_threes],
        "discard_pile": cards_text(view.pile),
        "pile_size": view.pile_size,
        "due": None if view.due is None else str(view.due),
        "stock": view.stock_size,
        "mortos": len(view.morto_sizes),
        "has_morto": list(view.has_morto),
        "waiting_morto": list(view.waiting_morto),
        "minimum": list(view.minimum),
        "points_laid": view.points_laid,
        "points": list(view.points),
        "target": view.target,
    }
