"""A record as a seat, or the public, may see it while a deal runs (docs/rules.md §9).

Deals that are over stay as they are: their cards have been shown. Of the others it keeps what lay open and what the
seat itself saw; all else is ``??``. Like a view it is built from an allow-list.
"""

from __future__ import annotations

from dataclasses import replace

from canastra.cards import UNKNOWN
from canastra.engine.actions import Refuse
from canastra.engine.deal import Piles
from canastra.fairness import public_part
from canastra.records.document import DealRecord, Record
from canastra.records.replaying import Replay, ReplayedDeal
from canastra.records.turns import DrawCard, Entry, Morto, Red, TurnLine


def redact(replayed: Replay, seat: int | None) -> Record:
    """The record for a seat, or for the public (None).

    A redacted record replays and its position is what the seat may know. Annotations, comments and tables named `x`
    of deals still running are left out, since nobody can say what they reveal.
    """
    record = replayed.record
    if all(deal.finished for deal in replayed.deals):
        return record
    return replace(record, deals=tuple(_open(deal, seat) for deal in replayed.deals), annotations=(), x=None)


def _open(replayed: ReplayedDeal, seat: int | None) -> DealRecord:
    deal = replayed.deal
    if replayed.finished:
        return deal
    hands = tuple(hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(deal.piles.hands))
    seen = _morto_seen(replayed, seat)
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


def _morto_seen(replayed: ReplayedDeal, seat: int | None) -> int | None:
    """Index of the morto that the seat took and has looked at."""
    if seat is None or replayed.state.unplayed[seat]:
        return None
    takers = [line.seat for line in replayed.deal.turns if Morto() in line.entries]
    if seat not in takers:
        return None
    # One that became the stock before it counts too: it was the first one left then (docs/rules.md §3).
    return takers.index(seat) + _became_stock_before(replayed, seat)


def _became_stock_before(replayed: ReplayedDeal, seat: int) -> int:
    if not replayed.state.tables.rulebook.morto.becomes_stock:
        return 0
    drawn = 0
    for line in replayed.deal.turns:
        if line.seat == seat and Morto() in line.entries:
            break
        drawn += sum(isinstance(entry, DrawCard) or _replaced(entry) for entry in line.entries)
    return int(drawn >= len(replayed.deal.piles.stock))


def _replaced(entry: Entry) -> bool:
    return isinstance(entry, Red) and entry.replacement is not None


def _line(line: TurnLine, seat: int | None) -> TurnLine:
    if line.seat == seat:
        return replace(line, comment=None)
    following = [*line.entries[1:], None]
    entries = tuple(
        entry if isinstance(after, Refuse) else _hidden(entry)
        for entry, after in zip(line.entries, following, strict=True)
    )
    return TurnLine(line.seat, entries)


def _hidden(entry: Entry) -> Entry:
    if isinstance(entry, DrawCard):
        return DrawCard(UNKNOWN)
    if isinstance(entry, Red) and entry.replacement is not None:
        return Red(entry.card, UNKNOWN)
    return entry
