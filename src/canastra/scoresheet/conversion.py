"""Turns a record into a sheet. A sheet knows no turns, so it can't become a record."""

from __future__ import annotations

from canastra.cards import UNKNOWN
from canastra.engine.hands import cards_of
from canastra.errors import InputError
from canastra.records import Record, ReplayedDeal, replay
from canastra.scoresheet.counts import counts_of
from canastra.scoresheet.points import deal_points, deal_warnings
from canastra.scoresheet.sheet import Acceptance, Counted, DealEntry, MatchForfeit, Sheet, SideEntries, Total


def sheet_of(record: Record) -> Sheet:
    """The sheet of a recorded match: its finished deals, the answers on the form counted from the cards.

    Raises `RecordRuleError` if the record breaks a rule, and `InputError` if the cards of a deal are hidden.
    """
    replayed = replay(record)
    number = record.encounter.match if record.encounter else 1
    deals = tuple(
        _deal(record, place, deal, number)
        for place, deal in enumerate(replayed.deals, 1)
        if deal.finished or deal.deal.annulled
    )
    told = record.forfeit
    forfeits = (MatchForfeit(number, told.side, told.reason, told.author, told.time),) if told else ()
    return Sheet(
        rulebook=record.rulebook,
        names=names_of_players(record.players) or ("1", "2"),
        players=record.players,
        score=record.score,
        target=record.target,
        dealer=record.deals[0].dealer if record.deals else 0,
        next_dealer=record.next_dealer,
        encounter=record.encounter,
        forfeits=forfeits,
        deals=deals,
        about=record.about,
    )


def names_of_players(players: tuple[str, ...]) -> tuple[str, str] | None:
    """The names of sides without a name of their own, made from their players; None without players."""
    if not players:
        return None
    one, two = (" + ".join(players[side::2]) for side in (0, 1))
    return (one, two) if one != two else (f"{one} (1)", f"{two} (2)")


def _deal(record: Record, number: int, replayed: ReplayedDeal, match: int) -> DealEntry:
    deal, state = replayed.deal, replayed.state
    sides: SideEntries = (Total(0), Total(0))
    if replayed.finished:
        if any(UNKNOWN in cards_of(hand) for hand in state.hands):
            raise InputError("sheet_hidden_cards", deal=number)
        sides = (Counted(counts_of(state, 0)), Counted(counts_of(state, 1)))
    # The engine allowed the deal, so it is right, even if a referee would question the numbers alone.
    found = [] if deal.annulled else deal_warnings(record.rulebook, sides, deal_points(record.rulebook, sides))
    accepted = tuple(Acceptance(warning.code, warning.side, warning.article) for warning in found)
    dealer = deal.dealer if deal.draw else None
    return DealEntry(sides, match, dealer, deal.rulings, accepted)
