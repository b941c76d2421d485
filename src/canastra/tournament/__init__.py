"""Tournaments as their congress and their events make them; nothing here reads a clock or draws a number.

`canastra.tournament.congress` reads what was decided, `log` the events, `transitions` folds them to a `Tournament`.
"""

from canastra.tournament.errors import CongressError, EntryTableError, EventLogError, EventRefusedError
from canastra.tournament.log import LoggedEvent, congress_digest, dump_log, load_log, log_event
from canastra.tournament.state import Participant, PhaseState, RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.transitions import apply_event, fold, start

__all__ = [
    "CongressError",
    "EntryTableError",
    "EventLogError",
    "EventRefusedError",
    "LoggedEvent",
    "Participant",
    "PhaseState",
    "RoundStage",
    "RoundState",
    "TableResult",
    "Tournament",
    "apply_event",
    "congress_digest",
    "dump_log",
    "fold",
    "load_log",
    "log_event",
    "start",
]
