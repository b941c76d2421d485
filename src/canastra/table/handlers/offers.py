"""Offers to resign or to play again, and claiming the match when the opponents have left."""

from __future__ import annotations

from canastra.table import events as happened
from canastra.table.commands import Accept, ClaimWin, Decline, Offer, WithdrawOffer
from canastra.table.handlers.end import end_match
from canastra.table.handlers.transaction import Transaction
from canastra.table.refusals import RefusalError
from canastra.table.table import Offering, OpenOffer, Stage, Table

MOST_OFFERS = 10
"""Offers of one seat in one deal, or after the match: each is an event in the log and a question to others."""


def offer(transaction: Transaction, command: Offer) -> None:
    """Make a seat's offer; it takes effect at once if no other seat has to agree. Raises `RefusalError` if the seat
    has made it already, or too many.
    """
    kind = _kind(transaction, command)
    if kind is Offering.RESIGN and transaction.table.match is None:
        raise RefusalError("table_in_drawing")
    if transaction.table.rematch:
        raise RefusalError("table_rematch_agreed")
    if _open(transaction.table, command.seat, kind) is not None:
        raise RefusalError("table_offered_already")
    if sum(transaction.table.offered[command.seat : command.seat + 1]) >= MOST_OFFERS:
        raise RefusalError("table_offers", most=MOST_OFFERS)
    transaction.add(happened.Offered(transaction.at, command.seat, kind))
    _conclude(transaction, command.seat, kind)


def accept(transaction: Transaction, command: Accept) -> None:
    """Agree to an offer. Raises `RefusalError` if the seat has agreed already."""
    kind = _kind(transaction, command)
    if command.seat in _there(transaction.table, command.seat, kind).agreed:
        raise RefusalError("table_agreed_already")
    transaction.add(happened.Accepted(transaction.at, command.seat, kind))
    _conclude(transaction, command.seat, kind)


def decline(transaction: Transaction, command: Decline) -> None:
    """Turn down another seat's offer. Raises `RefusalError` if it is the seat's own."""
    kind = _kind(transaction, command)
    if _there(transaction.table, command.seat, kind).by == command.seat:
        raise RefusalError("table_own_offer")
    transaction.add(happened.Declined(transaction.at, command.seat, kind))


def withdraw_offer(transaction: Transaction, command: WithdrawOffer) -> None:
    """Withdraw a seat's own offer. Raises `RefusalError` if it is not the seat's."""
    kind = _kind(transaction, command)
    if _there(transaction.table, command.seat, kind).by != command.seat:
        raise RefusalError("table_not_own_offer")
    transaction.add(happened.OfferWithdrawn(transaction.at, command.seat, kind))


def claim_win(transaction: Transaction, command: ClaimWin) -> None:
    """Give the match to a side whose opponents have all left. Raises `RefusalError` if one may still come back."""
    transaction.in_match()
    if not transaction.person(command.seat).decides:
        raise RefusalError("table_held")
    if transaction.table.match is None:
        raise RefusalError("table_in_drawing")
    if not may_be_claimed(transaction.table, command.seat % 2, transaction.at):
        raise RefusalError("table_opponents_there")
    end_match(transaction, "claimed", command.seat % 2)


def may_be_claimed(table: Table, side: int, now: int) -> bool:
    """Return whether all persons on the other side have left; the table waits for one who is only away."""
    opponents = [seat for number, seat in enumerate(table.seats) if number % 2 != side and seat.is_person]
    return bool(opponents) and all(seat.gone(now, table.settings.clock.grace) for seat in opponents)


def _kind(transaction: Transaction, command: Offer | Accept | Decline | WithdrawOffer) -> Offering:
    """The kind of offer, if this seat may make it at this stage."""
    seat = transaction.person(command.seat)
    if command.offer not in set(Offering):
        known = ", ".join(Offering)
        raise RefusalError("table_offer_unknown", found=command.offer[:40], known=known)
    kind = Offering(command.offer)
    if kind is Offering.REMATCH:
        transaction.stage(Stage.FINISHED)
        if transaction.table.settings.arranged:
            raise RefusalError("table_arranged_rematch")
    else:
        transaction.in_match()
    if not seat.decides:
        raise RefusalError("table_held")
    return kind


def _open(table: Table, seat: int, kind: Offering) -> OpenOffer | None:
    """The open offer of a kind, if this seat may know of it."""
    return next((opened for opened in table.offers if opened.offer is kind and opened.side in (None, seat % 2)), None)


def _there(table: Table, seat: int, kind: Offering) -> OpenOffer:
    found = _open(table, seat, kind)
    if found is None:
        raise RefusalError("table_no_offer")
    return found


def _conclude(transaction: Transaction, by: int, kind: Offering) -> None:
    """Carry out an offer once all seats that have to agree do; bots follow their partners."""
    found = _there(transaction.table, by, kind)
    asked = (number for number, seat in enumerate(transaction.table.seats) if seat.decides)
    if any(found.side in (None, number % 2) and number not in found.agreed for number in asked):
        return
    if kind is Offering.RESIGN:
        end_match(transaction, "resigned", 1 - by % 2)
    else:
        transaction.add(happened.RematchAgreed(transaction.at))
