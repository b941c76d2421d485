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
"""The reasons of matches that are drawn if they have no winner; all others then count for nobody."""


class Stage(StrEnum):
    """The stage of a table."""

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
    """The partners of one side agree to give the match up."""
    REMATCH = "rematch"


class OpenOffer(Struct, frozen=True):
    """An offer on the table."""

    offer: Offering
    by: int
    agreed: tuple[int, ...]
    """The seats that agree, the one that offers included."""

    @property
    def side(self) -> int | None:
        """The side that knows of the offer; None if everybody does."""
        return self.by % 2 if self.offer is Offering.RESIGN else None


@dataclass(frozen=True, slots=True)
class PendingShuffle:
    """The shuffle that a table prepares: of a deal, or of the lot for the seats."""

    context: Context
    deal: int
    """Number of the deal; 0 of the lot."""
    packs: str = ""
    """The id of the packs in common that it is of; empty for one of the table's own."""


class Table(Struct, frozen=True):
    """Everything about one match, hidden cards included. What a seat may know has a type of its own."""

    settings: Settings
    seats: tuple[Seat, ...]
    now: int
    """When the last event happened."""
    stage: Stage = Stage.SEATING
    step: int = 0
    """Counts the changes of the cards: a command names the step that its sender has seen."""
    match: Match | None = None
    """The match, from the draw for the dealer on."""
    lots_annulled: int = 0
    """Lots for the seats that counted nothing."""
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
    """When pages will have shown what bots did; see `canastra.table.clocks`."""
    waits_since: int = 0
    """Since when somebody has waited for the seat to act; see `canastra.table.handlers.absence`."""
    bot_turn: bool = False
    """Whether a bot plays this turn for a person."""
    offers: tuple[OpenOffer, ...] = ()
    result: MatchEnded | None = None
    rematch: bool = False
    play_called: bool = False
    called: bool = False
    """Whether time was called, so that the match ends with the running deal."""
    unattended: int = 0
    """Turns that bots have played since a person last acted or was connected."""
    offered: tuple[int, ...] = ()
    """Offers by seat in this deal, or after the match; empty if there are none."""
    wavered: tuple[int, ...] = ()
    """How often each seat in this deal took a laying or a seat back, or lost its connection."""

    @property
    def state(self) -> State | None:
        """The state of the deal in progress; None between deals."""
        return self.deal.state if self.deal else None

    @property
    def awaits_call(self) -> bool:
        """Whether the match can't begin yet, since play is not called."""
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
        """Whether the secret of the deal in progress, or of the next shuffle, is still hidden."""
        return bool(self.commitment) and self.stage in (Stage.LOTS, Stage.GATHERING, Stage.PLAYING)

    @property
    def encounter(self) -> Encounter:
        """The encounter, with this match once it is over; an unfinished match doesn't change it."""
        before, result = self.settings.encounter, self.result
        if result is None or (result.winner is None and result.reason not in COUNTED):
            return before
        return before.add(result.winner)

    @property
    def all_contributed(self) -> bool:
        """Whether all contributions to the shuffle are there."""
        return all(given is not None or not seat.decides for seat, given in self._givers)

    @property
    def only_away_missing(self) -> bool:
        """Whether only seats of absent players have not contributed."""
        return all(given is not None or not seat.decides or seat.away is not None for seat, given in self._givers)

    @property
    def alone(self) -> bool:
        """Whether one person plays with bots, and nobody else waits."""
        return sum(seat.decides for seat in self.seats) == 1

    @property
    def readers(self) -> tuple[int, ...]:
        """The seats for which the next deal waits, since their persons still read the points of the last one.

        It does not wait for absent ones, unless there is nobody else.
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
    """What a seat may know of the deal in progress; None between deals."""
    return view(table.deal.state, seat, table.match) if table.deal else None


_FORFEITS = {each: f"table_reason_{each}" for each in ("resigned", "claimed", "left")}


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
    times = {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "between"}
    return deal.record({**times, "spent": list(deal.spent)})
