"""Verifies the shuffles of a record against its cards (docs/fairness.md)."""

from __future__ import annotations

from canastra.cards import UNKNOWN
from canastra.fairness import Checked, RecordedDeal, check_all
from canastra.records.document import DealRecord, Record
from canastra.records.replayer import RecordRuleError, replay


def verify(record: Record, played_out: bool | None = None) -> tuple[Checked, ...]:
    """The result for each deal's shuffle; `played_out` says whether the last deal is over, if the caller knows."""
    last = len(record.deals) - 1
    if played_out is None:
        played_out = bool(record.deals) and _is_played_out(record)
    return check_all(
        [
            (deal.fairness, _dealt(record, index, over=played_out or index < last))
            for index, deal in enumerate(record.deals)
        ]
    )


def _dealt(record: Record, index: int, *, over: bool) -> RecordedDeal:
    deal = record.deals[index]
    stopped = deal.annulled or (index == len(record.deals) - 1 and record.forfeit is not None)
    # The cards of a deal that was stopped short stay hidden in a redacted record, and the secret with them.
    revealed = not _hides_cards(deal) if stopped else over
    return RecordedDeal(index + 1, deal.dealer, deal.piles, record.about.get("id"), revealed)


def _hides_cards(deal: DealRecord) -> bool:
    return any(UNKNOWN in pile for pile in (*deal.piles.hands, *deal.piles.mortos, deal.piles.stock))


def _is_played_out(record: Record) -> bool:
    """Return whether the last deal was played to its end; False if it breaks a rule."""
    try:
        return replay(record).deals[-1].finished
    except RecordRuleError:
        return False
