"""A record as a seat or the public may see it while a deal is running (docs/rules.md §9).

Finished deals stay as they are, since their cards were shown. Of the others, it has what lay open and what the seat
saw; all else is ``??``. Like a view, it is built from an allow-list.
"""

from __future__ import annotations

from dataclasses import replace

from canastra.cards import UNKNOWN
from canastra.engine.actions import Refuse
from canastra.engine.deal import Piles
from canastra.fairness import public_part
from canastra.records.document import DealRecord, Record
from canastra.records.entries import morto_seen, seen_by
from canastra.records.replayer import Replay, ReplayedDeal
from canastra.records.turns import TurnLine


def redact(replayed: Replay, seat: int | None, *, past: bool = False) -> Record:
    """Return the record for a seat, or for the public (None). `past` has deals that are over redacted too.

    A redacted record can be replayed, and its position is what the seat may know. Annotations, comments and tables
    named `x` of running deals are left out, because they might reveal something.
    """
    record = replayed.record
    if not past and all(deal.finished for deal in replayed.deals):
        return record
    deals = tuple(_open(deal, seat) if past or not deal.finished else deal.deal for deal in replayed.deals)
    return replace(record, deals=deals, annotations=(), x=None)


def _open(replayed: ReplayedDeal, seat: int | None) -> DealRecord:
    deal = replayed.deal
    hands = tuple(hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(deal.piles.hands))
    seen = None if seat is None else morto_seen(seat, deal.piles, deal.turns, replayed.state)
    first, second = (
        morto if index == seen else (UNKNOWN,) * len(morto) for index, morto in enumerate(deal.piles.mortos)
    )
    return DealRecord(
        dealer=deal.dealer,
        piles=Piles(hands, (first, second), (UNKNOWN,) * len(deal.piles.stock)),
        turns=tuple(_line(line, seat) for line in deal.turns),
        rulings=deal.rulings,
        fairness=None if deal.fairness is None else public_part(deal.fairness),
        clock=deal.clock,
        draw=deal.draw,
        cut=deal.cut,
    )


def _line(line: TurnLine, seat: int | None) -> TurnLine:
    if line.seat == seat:
        return replace(line, comment=None)
    following = [*line.entries[1:], None]
    entries = tuple(
        entry if isinstance(after, Refuse) else seen_by(seat, line.seat, entry)
        for entry, after in zip(line.entries, following, strict=True)
    )
    return TurnLine(line.seat, entries)
