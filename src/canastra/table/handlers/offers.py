"""Offers: giving the match up, another match; and claiming it when the opponents have left."""

from __future__ import annotations

from canastra.table import events as happened
from canastra.table.commands import Accept, Claim, Decline, Offer, TakeBack
from canastra.table.handlers.end import end_match
from canastra.table.handlers.transaction import Draft
from canastra.table.refusals import RefusalError
from canastra.table.table import Offering, OpenOffer, Stage, Table

MOST_OFFERS = 10
"""Of one seat in one deal, and after the match: each is an event in the log, and a question to others."""


def offer(draft: Draft, command: Offer) -> None:
    """A seat offers something; done at once where nobody else has to agree."""
    kind = _kind(draft, command)
    if kind is Offering.RESIGN and draft.table.match is None:
        raise RefusalError("table_in_drawing")
    if draft.table.rematch:
        raise RefusalError("table_rematch_agreed")
    if _open(draft.table, command.seat, kind) is not None:
        raise RefusalError("table_offered_already")
    if sum(draft.table.offered[command.seat : command.seat + 1]) >= MOST_OFFERS:
        raise RefusalError("table_offers", most=MOST_OFFERS)
    draft.add(happened.Offered(draft.at, command.seat, kind))
    _conclude(draft, command.seat, kind)


def accept(draft: Draft, command: Accept) -> None:
    """A seat agrees."""
    kind = _kind(draft, command)
    if command.seat in _there(draft.table, command.seat, kind).agreed:
        raise RefusalError("table_agreed_already")
    draft.add(happened.Accepted(draft.at, command.seat, kind))
    _conclude(draft, command.seat, kind)


def decline(draft: Draft, command: Decline) -> None:
    """A seat turns an offer of somebody else down."""
    kind = _kind(draft, command)
    if _there(draft.table, command.seat, kind).by == command.seat:
        raise RefusalError("table_own_offer")
    draft.add(happened.Declined(draft.at, command.seat, kind))


def take_back(draft: Draft, command: TakeBack) -> None:
    """A seat withdraws its own offer."""
    kind = _kind(draft, command)
    if _there(draft.table, command.seat, kind).by != command.seat:
        raise RefusalError("table_not_own_offer")
    draft.add(happened.TakenBack(draft.at, command.seat, kind))


def claim(draft: Draft, command: Claim) -> None:
    """The match for a side all of whose opponents have left."""
    draft.in_match()
    if not draft.person(command.seat).decides:
        raise RefusalError("table_held")
    if draft.table.match is None:
        raise RefusalError("table_in_drawing")
    if not may_be_claimed(draft.table, command.seat % 2, draft.at):
        raise RefusalError("table_opponents_there")
    end_match(draft, "claimed", command.seat % 2)


def may_be_claimed(table: Table, side: int, now: int) -> bool:
    """Whether there were persons on the other side and none is left; one who is only away is waited for."""
    opponents = [seat for number, seat in enumerate(table.seats) if number % 2 != side and seat.is_person]
    return bool(opponents) and all(seat.gone(now, table.settings.clock.grace) for seat in opponents)


def _kind(draft: Draft, command: Offer | Accept | Decline | TakeBack) -> Offering:
    """What is offered, if it may be at this stage and by this seat."""
    seat = draft.person(command.seat)
    if command.offer not in set(Offering):
        known = ", ".join(Offering)
        raise RefusalError("table_offer_unknown", found=command.offer[:40], known=known)
    kind = Offering(command.offer)
    if kind is Offering.REMATCH:
        draft.stage(Stage.FINISHED)
    else:
        draft.in_match()
    if not seat.decides:
        raise RefusalError("table_held")
    return kind


def _open(table: Table, seat: int, kind: Offering) -> OpenOffer | None:
    """The open offer of a kind that a seat knows of."""
    return next((each for each in table.offers if each.offer is kind and each.side in (None, seat % 2)), None)


def _there(table: Table, seat: int, kind: Offering) -> OpenOffer:
    found = _open(table, seat, kind)
    if found is None:
        raise RefusalError("table_no_offer")
    return found


def _conclude(draft: Draft, by: int, kind: Offering) -> None:
    """Do what was offered, once everybody has agreed who has a say; bots do as their partners wish."""
    found = _there(draft.table, by, kind)
    asked = (number for number, seat in enumerate(draft.table.seats) if seat.decides)
    if any(found.side in (None, number % 2) and number not in found.agreed for number in asked):
        return
    if kind is Offering.RESIGN:
        end_match(draft, "resigned", 1 - by % 2)
    else:
        draft.add(happened.RematchAgreed(draft.at))
