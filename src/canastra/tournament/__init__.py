"""A tournament as a fold of its regulations and its events. The code reads no clock and draws no random number.

`canastra.tournament.regulations` reads the regulations, `log` the events; `transitions` folds them to a `Tournament`.
"""

from canastra.tournament.errors import EntryTableError, EventLogError, EventRefusedError, RegulationsError
from canastra.tournament.log import LoggedEvent, dump_log, load_log, log_event, regulations_digest
from canastra.tournament.state import Participant, PhaseState, RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.transitions import apply_event, fold, start

__all__ = [
    "EntryTableError",
    "EventLogError",
    "EventRefusedError",
    "LoggedEvent",
    "Participant",
    "PhaseState",
    "RegulationsError",
    "RoundStage",
    "RoundState",
    "TableResult",
    "Tournament",
    "apply_event",
    "dump_log",
    "fold",
    "load_log",
    "log_event",
    "regulations_digest",
    "start",
]
