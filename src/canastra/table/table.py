"""A table as a value: seats, match, deal in progress, clock. Only events change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from msgspec import Struct

from canastra import messages
from canastra.engine import Encounter, Match, State, View, view
from canastra.fairness import Context, lot_context, shared_context
from canastra.records import DealerDraw, DealRecord, EncounterRecord, Forfeit, Record, Seats
from canastra.records.rulings import ANNUL, Ruling
from canastra.table.clocks import TurnClock
from canastra.table.events import DealEnded, MatchEnded, SeatsDrawn
from canastra.table.live_deal import LiveDeal
from canastra.table.seats import Seat, SeatKind
from canastra.table.settings import Settings

COUNTED = frozenset({"played", "called"})
"""The reasons of matches that are drawn if they have no winner; all other matches without a winner do not count."""


class Stage(StrEnum):
    """The stage of a table."""

    SEATING = "seating"
    LOTS = "lots"
    """The seats are drawn by lot: the commitment, the seats' contributions, the pack."""
    DRAWING = "drawing"
    """The next dealer is drawn."""
    GATHERING = "gathering"
    """A deal is prepared: the commitment, the seats' contributions, the pack."""
    PLAYING = "playing"
    FINISHED = "finished"


class Offering(StrEnum):
    """The kinds of offers."""

    RESIGN = "resign"
    """The partners of one side agree to give the match up."""
    REMATCH = "rematch"


class OpenOffer(Struct, frozen=True):
    """An offer on the table."""

    offer: Offering
    by: int
    agreed: tuple[int, ...]
    """The seats that agree, including the one that offers."""

    @property
    def side(self) -> int | None:
        """The side that knows of the offer; None if all seats do."""
        return self.by % 2 if self.offer is Offering.RESIGN else None


@dataclass(frozen=True, slots=True)
class PendingShuffle:
    """The shuffle that a table prepares: for a deal, or for the lot for the seats."""

    context: Context
    deal: int
    """Number of the deal; 0 for the lot."""
    packs: str = ""
    """The id of the packs in common that it belongs to; empty for the table's own."""


class Table(Struct, frozen=True):
    """One match with all its cards, the hidden ones included. A seat gets a `View`, which has only what it may know."""

    settings: Settings
    seats: tuple[Seat, ...]
    now: int
    """The time of the last event."""
    stage: Stage = Stage.SEATING
    step: int = 0
    """The number of changes of the cards so far: a command names the step that its sender has seen."""
    match: Match | None = None
    """The match, from the draw for the dealer on."""
    lots_annulled: int = 0
    """The number of lots for the seats that were annulled."""
    lot: SeatsDrawn | None = None
    """The lot for the seats, once drawn."""
    draw: DealerDraw | None = None
    """The draw for the next deal's dealer, if any, until that deal is dealt."""
    commitment: str = ""
    committed_at: int = 0
    contributions: tuple[str | None, ...] = ()
    """Contributions to the next shuffle by seat; None while a seat has given none."""
    deal: LiveDeal | None = None
    deals: tuple[DealRecord, ...] = ()
    """The finished deals."""
    last: DealEnded | None = None
    clock: TurnClock | None = None
    """The clock of the seat to act, while a person plays with one."""
    shown_until: int = 0
    """The time when pages will have shown what bots did; see `canastra.table.clocks`."""
    waits_since: int = 0
    """The time since which a person has waited for the seat to act; see `canastra.table.handlers.absence`."""
    bot_turn: bool = False
    """True if a bot plays this turn for a person."""
    offers: tuple[OpenOffer, ...] = ()
    result: MatchEnded | None = None
    rematch: bool = False
    play_called: bool = False
    called: bool = False
    """True if time was called, so that the match ends with the running deal."""
    unattended: int = 0
    """Turns that bots have played since a person last acted or was connected."""
    offered: tuple[int, ...] = ()
    """The number of offers by seat in this deal, or after the match; empty before the first offer."""
    wavered: tuple[int, ...] = ()
    """The number of times that each seat in this deal took a laying or a seat back, or lost its connection."""

    @property
    def state(self) -> State | None:
        """The state of the deal in progress; None between deals."""
        return self.deal.state if self.deal else None

    @property
    def awaits_call(self) -> bool:
        """Return whether the match can't begin yet, because play has not been called."""
        return self.settings.on_call and not self.play_called

    @property
    def to_act(self) -> int | None:
        """The seat that has to act."""
        return self.deal.state.seat if self.deal and not self.deal.over else None

    @property
    def bot_to_act(self) -> str | None:
        """Level of the bot that has to play now; None if no bot does."""
        if self.to_act is None:
            return None
        seat = self.seats[self.to_act]
        if seat.kind is SeatKind.BOT:
            return seat.level
        return self.settings.stand_in if seat.held or self.bot_turn else None

    @property
    def next_deal(self) -> int:
        """Number of the deal in preparation or in progress, from 1."""
        return len(self.deals) + 1

    @property
    def shuffle(self) -> PendingShuffle:
        """The shuffle in preparation or in use."""
        if self.match is None:
            return PendingShuffle(lot_context(self.settings.match, self.lots_annulled + 1), 0)
        number, packs = self.next_deal, self.settings.packs
        if packs:
            return PendingShuffle(shared_context(packs, number), number, packs)
        return PendingShuffle(Context(self.settings.match, number, self.match.dealer), number)

    @property
    def is_sealed(self) -> bool:
        """Return whether the secret of the deal in progress, or of the next shuffle, is still hidden."""
        return bool(self.commitment) and self.stage in (Stage.LOTS, Stage.GATHERING, Stage.PLAYING)

    @property
    def encounter(self) -> Encounter:
        """The encounter, including this match once it is over; an unfinished match doesn't change it."""
        before, result = self.settings.encounter, self.result
        if result is None or (result.winner is None and result.reason not in COUNTED):
            return before
        return before.add(result.winner)

    @property
    def all_contributed(self) -> bool:
        """Return whether all contributions to the shuffle are there."""
        return all(given is not None or not seat.decides for seat, given in self._givers)

    @property
    def only_away_missing(self) -> bool:
        """Return whether only seats of absent players have not contributed."""
        return all(given is not None or not seat.decides or seat.away is not None for seat, given in self._givers)

    @property
    def alone(self) -> bool:
        """Return whether one person plays with bots, and no other person waits."""
        return sum(seat.decides for seat in self.seats) == 1

    @property
    def readers(self) -> tuple[int, ...]:
        """The seats for which the next deal waits, since their persons still read the points of the last one.

        It does not wait for absent persons, unless one person plays with bots alone.
        """
        if self.stage is not Stage.GATHERING:
            return ()
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.decides and not seat.ready and (seat.away is None or self.alone)
        )

    @property
    def _givers(self) -> Iterable[tuple[Seat, str | None]]:
        return zip(self.seats, self.contributions, strict=True)


def seat_view(table: Table, seat: int) -> View | None:
    """The view of the deal in progress that a seat may have; None between deals."""
    return view(table.deal.state, seat, table.match) if table.deal else None


_FORFEITS = {reason: f"table_reason_{reason}" for reason in ("resigned", "claimed", "left")}


def record(table: Table) -> Record:
    """The whole match as a record. Use `canastra.records.redact` on it while a deal is running."""
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
    """The deal with the ruling that annuls it because its cards could be known."""
    return replace(deal, rulings=(Ruling(ANNUL, messages.text("table_reason_annulled", "pt")),))


def deal_record(table: Table, deal: LiveDeal) -> DealRecord:
    """A deal as the record holds it; with a clock, also how long each turn took."""
    rules = table.settings.clock
    if not rules.runs:
        return deal.record()
    times = {field.name: getattr(rules, field.name) for field in fields(rules) if field.name != "between"}
    return deal.record({**times, "spent": list(deal.spent)})
