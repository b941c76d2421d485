"""The end of a deal and of a match: all cards are shown, and points counted or the match given up."""

from __future__ import annotations

from msgspec.structs import replace

from canastra.cards import cards_text
from canastra.engine import Match, add_deal, leader, score, score_hands
from canastra.engine.hands import cards_of
from canastra.records import score_json
from canastra.table.events import DealEnded, MatchEnded, Plain, RematchAgreed
from canastra.table.handlers.transaction import Transaction
from canastra.table.live_deal import LiveDeal
from canastra.table.table import Table

FORFEIT = "forfeit"
ABANDONED = "abandoned"
"""The reason of a match that all players left."""
CLOSED = "closed"
"""The reason of a match that never began."""
CALLED = "called"
"""The reason of a match that ended by the call of time."""
STOPPED = "stopped"
"""The reason of a match that the organisers ended without a winner."""
LEFT = "left"
"""The reason of a match that a side lost because one of its players went for good."""


def end_deal(transaction: Transaction) -> None:
    """Show and score the deal that is over; end the match if that decides it, was the last deal or time is called."""
    deal = transaction.table.deal
    assert deal is not None
    transaction.add(deal_end(transaction.table, deal, transaction.at))
    table, match = transaction.table, transaction.table.match
    assert match is not None
    if match.finished:
        _end_played(transaction, match.winner)
    elif 0 < table.settings.deals <= match.deals:
        _end_played(transaction, leader(match))
    elif table.called:
        end_called(transaction)


def _end_played(transaction: Transaction, winner: int | None) -> None:
    """End the match as its rules say; at a table of an event the next match of its encounter follows at once."""
    transaction.add(MatchEnded(transaction.at, "played", winner))
    table = transaction.table
    if table.settings.arranged and not table.encounter.finished:
        transaction.add(RematchAgreed(transaction.at))


def end_called(transaction: Transaction) -> None:
    """End the match at the call of time: the points decide, if there are any yet."""
    match = transaction.table.match
    end_match(transaction, CALLED, leader(match) if match else None)


def stop_deal(transaction: Transaction) -> None:
    """Annul the deal in progress: all its cards are shown, and the same dealer deals again, unless time is called."""
    deal = transaction.table.deal
    assert deal is not None
    transaction.add(replace(deal_end(transaction.table, deal, transaction.at), annulled=True))
    if transaction.table.called:
        end_called(transaction)


def lose_match(transaction: Transaction, seat: int) -> None:
    """End the match against the side of a seat whose player went for good."""
    end_match(transaction, LEFT, 1 - seat % 2)


def end_match(transaction: Transaction, reason: str, winner: int | None) -> None:
    """End the match early; a deal in progress is shown but not counted."""
    deal = transaction.table.deal
    if deal is not None:
        transaction.add(deal_end(transaction.table, deal, transaction.at))
    transaction.add(MatchEnded(transaction.at, reason, winner))


def deal_end(table: Table, deal: LiveDeal, at: int) -> DealEnded:
    """The end of a deal with all its cards."""
    state, match, scores = deal.state, table.match, None
    assert match is not None
    history = table.last.history if table.last else (_points(match),)
    if deal.over:
        scores = score(state)
        match = add_deal(match, scores)
        history = (*history, _points(match))
    return DealEnded(
        at=at,
        deal=table.next_deal,
        ending=state.ending if state.ending else FORFEIT,
        hands=tuple(cards_text(cards_of(hand)) for hand in state.hands),
        dealt=tuple(map(cards_text, deal.piles.hands)),
        mortos=tuple(map(cards_text, deal.piles.mortos)),
        stock=cards_text(deal.piles.stock),
        points=_points(match),
        history=history,
        scores=tuple(_plain(score_json(side_score)) for side_score in scores or ()),
        hand_scores=tuple(points or 0 for points in score_hands(state)) if deal.over else (),
        went_out=state.went_out,
        fairness=deal.fairness,
    )


def _points(match: Match) -> tuple[int, ...]:
    return tuple(points or 0 for points in match.points)


def _plain(components: Plain) -> Plain:
    """The known components of the points: at a table, all of them."""
    return {key: value for key, value in components.items() if value is not None}
