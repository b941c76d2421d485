"""A table as a value: the seats, the match, the deal in progress, the clock. Events are its only way to change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from msgspec import Struct

from canastra import messages
from canastra.engine import Encounter, Match, State, View, view
from canastra.fairness import Context, lot_context
from canastra.records import DealerDraw, DealRecord, EncounterRecord, Forfeit, Record, Seats
from canastra.records.rulings import ANNUL, Ruling
from canastra.table.clocks import TurnClock
from canastra.table.events import DealEnded, MatchEnded, SeatsDrawn
from canastra.table.live_deal import LiveDeal
from canastra.table.seats import Seat, SeatKind
from canastra.table.settings import Settings


class Stage(StrEnum):
    """How far a table is."""

    SEATING = "seating"
    LOTS = "lots"
    """The seats are drawn by lot: the commitment, the seats' contributions, the pack."""
    DRAWING = "drawing"
    """The next dealer is to be drawn."""
    GATHERING = "gathering"
    """A deal is prepared: the commitment, the seats' contributions, the pack."""
    PLAYING = "playing"
    FINISHED = "finished"


class Offering(StrEnum):
    """What may be offered."""

    RESIGN = "resign"
    """By a side: the partners agree to give the match up."""
    REMATCH = "rematch"


class OpenOffer(Struct, frozen=True):
    """An offer on the table."""

    offer: Offering
    by: int
    agreed: tuple[int, ...]
    """Seats, the one that offers included."""

    @property
    def side(self) -> int | None:
        """The only side that knows of it; None where everybody does."""
        return self.by % 2 if self.offer is Offering.RESIGN else None


@dataclass(frozen=True, slots=True)
class PendingShuffle:
    """Which shuffle a table prepares: a deal's, or that of the lot for the seats."""

    context: Context
    deal: int
    """Number of the deal; 0 of the lot."""


class Table(Struct, frozen=True):
    """Everything about one match, hidden cards included. What a seat may know is another type."""

    settings: Settings
    seats: tuple[Seat, ...]
    now: int
    """Time of the last event."""
    stage: Stage = Stage.SEATING
    step: int = 0
    """Counts what happened to the cards: whoever acts names the step that it has seen."""
    match: Match | None = None
    """From the draw for the dealer on."""
    lots_annulled: int = 0
    """Lots for the seats that counted nothing."""
    lot: SeatsDrawn | None = None
    """Once the seats were drawn by lot."""
    draw: DealerDraw | None = None
    """The draw for the dealer of the next deal, where there was one, until it is dealt."""
    commitment: str = ""
    committed_at: int = 0
    contributions: tuple[str | None, ...] = ()
    """By seat, for the next shuffle; None of a seat that has not spoken."""
    deal: LiveDeal | None = None
    deals: tuple[DealRecord, ...] = ()
    """Those that are over."""
    last: DealEnded | None = None
    clock: TurnClock | None = None
    """Of the seat to act, while a person plays against time."""
    bot_turn: bool = False
    """A bot plays this turn for a person."""
    offers: tuple[OpenOffer, ...] = ()
    result: MatchEnded | None = None
    rematch: bool = False
    unattended: int = 0
    """Turns that bots have played since a person last did anything here, or was known to be there."""
    offered: tuple[int, ...] = ()
    """Offers of each seat in this deal, or after the match; none counted while this is empty."""
    wavered: tuple[int, ...] = ()
    """How often each seat in this deal took a laying or a seat back, or lost its connection."""

    @property
    def state(self) -> State | None:
        """Of the deal in progress."""
        return self.deal.state if self.deal else None

    @property
    def to_act(self) -> int | None:
        """The seat whose action is waited for."""
        return self.deal.state.seat if self.deal and not self.deal.over else None

    @property
    def bot_to_act(self) -> str | None:
        """Level of the bot that has to play now; None where a person does, or nobody."""
        if self.to_act is None:
            return None
        seat = self.seats[self.to_act]
        if seat.kind is SeatKind.BOT:
            return seat.level
        return self.settings.stand_in if seat.held or self.bot_turn else None

    @property
    def next_deal(self) -> int:
        """Number of the deal that is prepared or played, from 1."""
        return len(self.deals) + 1

    @property
    def shuffle(self) -> PendingShuffle:
        """The shuffle that is prepared, from the lot for the seats on."""
        if self.match is None:
            return PendingShuffle(lot_context(self.settings.match, self.lots_annulled + 1), 0)
        return PendingShuffle(Context(self.settings.match, self.next_deal, self.match.dealer), self.next_deal)

    @property
    def is_sealed(self) -> bool:
        """Whether there is a secret that is not shown yet: of the deal in progress, or of the shuffle to come."""
        return bool(self.commitment) and self.stage in (Stage.LOTS, Stage.GATHERING, Stage.PLAYING)

    @property
    def encounter(self) -> Encounter:
        """The encounter, with this match once it is over; one that nobody ended leaves it as it was."""
        before, result = self.settings.encounter, self.result
        if result is None or (result.winner is None and result.reason != "played"):
            return before
        return before.add(result.winner)

    @property
    def all_contributed(self) -> bool:
        """Whether nobody is waited for before the pack is shuffled."""
        return all(given is not None or not seat.decides for seat, given in self._givers)

    @property
    def only_away_missing(self) -> bool:
        """Whether whoever could still contribute is away, and so is not waited for long."""
        return all(given is not None or not seat.decides or seat.away is not None for seat, given in self._givers)

    @property
    def _givers(self) -> Iterable[tuple[Seat, str | None]]:
        return zip(self.seats, self.contributions, strict=True)


def seat_view(table: Table, seat: int) -> View | None:
    """What a seat may know of the deal in progress, as bots and hints get it; None between deals."""
    return view(table.deal.state, seat, table.match) if table.deal else None


_FORFEITS = {"resigned": "table_reason_resigned", "claimed": "table_reason_claimed"}


def record(table: Table) -> Record:
    """The match as a record, whole: `canastra.records.redact` it while a deal runs."""
    settings, result, encounter = table.settings, table.result, table.settings.encounter
    forfeit = None
    if result and result.winner is not None and result.reason in _FORFEITS:
        forfeit = Forfeit(1 - result.winner, messages.text(_FORFEITS[result.reason], "pt"))
    deals = table.deals if table.deal is None else (*table.deals, deal_record(table, table.deal))
    return Record(
        rulebook=settings.rulebook,
        players=tuple(seat.name for seat in table.seats),
        deals=deals,
        target=settings.target if settings.target != settings.rulebook.match.target else None,
        forfeit=forfeit,
        about={"id": settings.match},
        encounter=None if encounter.matches == 1 else EncounterRecord(encounter, settings.encounter_id),
        seats=Seats.LOT if table.lot else None,
        next_dealer=settings.next_dealer,
    )


def annulled(deal: DealRecord) -> DealRecord:
    """A deal that was stopped because its cards could be known, with the ruling that says so."""
    return replace(deal, rulings=(Ruling(ANNUL, messages.text("table_reason_annulled", "pt")),))


def deal_record(table: Table, deal: LiveDeal) -> DealRecord:
    """What the record holds of a deal: with a clock its times, and how long each turn took."""
    rules = table.settings.clock
    if not rules.runs:
        return deal.record()
    times = {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "between"}
    return deal.record({**times, "spent": list(deal.spent)})
