"""The events that an act produces. Expensive functions run in a worker process."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from canastra.errors import InputError
from canastra.names import check_seen, tidy_text
from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import TournamentAct
from canastra.rulebooks import Rulebook
from canastra.server.tournaments import TournamentError
from canastra.tournament import (
    EventLogError,
    LoggedEvent,
    Tournament,
    apply_event,
    dump_log,
    fold,
    log_event,
    regulations_digest,
)
from canastra.tournament import events as ev
from canastra.tournament.acts import arrived, called, drawn, entered
from canastra.tournament.events import TournamentEvent
from canastra.tournament.fixtures import pair_round
from canastra.tournament.regulations import Regulations, parse_regulations, regulations_warnings, victory_tables

Cleaned = TypeVar("Cleaned", bound=msgspec.Struct)
_LINE = msgspec.json.Decoder(LoggedEvent)


def cleaned(sent: Cleaned) -> Cleaned:
    """A sent value with each text in one line without needless spaces.

    Raises InputError for a text that is empty then, or has invisible characters.
    """
    try:
        return msgspec.convert(_tidy(msgspec.to_builtins(sent)), type(sent))
    except msgspec.ValidationError:
        raise InputError("tournaments_text") from None


def _tidy(value: Any) -> Any:
    if isinstance(value, str):
        text = tidy_text(value)
        check_seen(text)
        return text
    if isinstance(value, dict):
        return {key: _tidy(item) for key, item in value.items()}
    return [_tidy(item) for item in value] if isinstance(value, list | tuple) else value


def read(text: str, rulebook: Rulebook | None) -> tuple[Regulations, dict[str, tuple[str, ...]]]:
    """Regulations and their warnings in each language. Raises RegulationsError. A hostile text can take long."""
    regulations = parse_regulations(text, rulebook)
    warnings = tuple(regulations_warnings(regulations, victory_tables(regulations)))
    return regulations, {
        language: tuple(warning.message(language) for warning in warnings) for language in ("pt", "en")
    }


def events_of(state: Tournament, act: TournamentAct) -> tuple[TournamentEvent, ...]:
    """The events that an act produces; slow for a draw and a round. Raises EventRefusedError and PairingError."""
    if isinstance(act, asked.Enter):
        first = state.last_number + 1
        entries = [
            ev.SideRegistered(number, side.name, side.players, side.delegation, side.category)
            for number, side in enumerate(act.sides, first)
        ]
        return entered(state, entries, act.group)
    if isinstance(act, asked.CheckIn):
        return arrived(state, act.sides)
    if isinstance(act, asked.RollCall):
        return called(state, range(act.first, act.last + 1), act.absent, act.byes, act.reason)
    if isinstance(act, asked.DrawPhase):
        return drawn(state, act.seed)
    if isinstance(act, asked.PairRound):
        return (pair_round(state),)
    assert not isinstance(act, asked.Adopt | asked.CheckOut | asked.ReleaseHalf | asked.ReleasePlayer), (
        "these are no events of the state alone"
    )
    return (act,)


def after_events(
    state: Tournament, log: list[LoggedEvent], events: tuple[TournamentEvent, ...], by: str, at: int
) -> tuple[Tournament, list[LoggedEvent]]:
    """The state and the log after events, all of them or none. Raises EventRefusedError if one can't happen now."""
    grown = list(log)
    for event in events:
        logged = log_event(event, by, at, grown)
        _LINE.decode(dump_log([logged]))  # A line that could not be read back must never be written.
        state = apply_event(state, grown, logged)
        grown.append(logged)
    return state, grown


def adopted(
    regulations: Regulations, log: list[LoggedEvent], event: ev.Adopted, by: str, at: int
) -> tuple[Tournament, list[LoggedEvent]]:
    """The state and the log after regulations were adopted. Raises TournamentError if the log doesn't fit them."""
    try:
        state = fold(regulations, log)
    except EventLogError as error:
        raise TournamentError("tournaments_regulations_unfit", 409, place=error.line) from None
    return after_events(state, log, (event,), by, at)


def adoption(text: str, reason: str) -> ev.Adopted:
    """The event that adopts regulations."""
    return ev.Adopted(regulations_digest(text), reason)
