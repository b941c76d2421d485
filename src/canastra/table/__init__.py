"""One live match as a state machine without input or output: commands in, events out, time as an input.

`decide` says which events a command leads to, `evolve` what each makes of the table; a table is what its events add
up to (`rebuild`). `project` and `snapshot` are what a seat or a spectator may see. docs/table.md shows it all at work.

>>> from canastra.rulebooks import official
>>> opened = opening(official("canastra-duelo"), match="m1", now=0)
>>> table = rebuild([opened])
>>> decide(table, Sit(0, player="p1", name="Ana"), now=5)
(Sat(at=5, seat=0, player='p1', name='Ana'),)
"""

from canastra.table.commands import (
    FROM_SEATS,
    Abandon,
    Accept,
    Act,
    Annul,
    Back,
    BotAct,
    Claim,
    Close,
    Command,
    Commit,
    Contribute,
    Deal,
    Decline,
    Disconnect,
    DrawForDealer,
    DrawSeats,
    Fill,
    Leave,
    Offer,
    Ready,
    Reconnect,
    Resume,
    Sit,
    TakeBack,
    Tick,
    Undo,
    kind_of,
    parse_command,
    plain_command,
)
from canastra.table.decisions import decide, outcome
from canastra.table.events import Event, Opened, parse_event, plain_event
from canastra.table.refusals import FormError, RefusalError
from canastra.table.rematch import again
from canastra.table.requirements import BotNeeded, CommitmentNeeded, DealerNeeded, Need, PackNeeded, need, wake_at
from canastra.table.settings import NO_CLOCK, Clock, Settings, opening
from canastra.table.snapshots import Shown, snapshot
from canastra.table.table import Offering, Stage, Table, record, seat_view
from canastra.table.transitions import evolve, open_table, rebuild
from canastra.table.visibility import project

__all__ = [
    "FROM_SEATS",
    "NO_CLOCK",
    "Abandon",
    "Accept",
    "Act",
    "Annul",
    "Back",
    "BotAct",
    "BotNeeded",
    "Claim",
    "Clock",
    "Close",
    "Command",
    "Commit",
    "CommitmentNeeded",
    "Contribute",
    "Deal",
    "DealerNeeded",
    "Decline",
    "Disconnect",
    "DrawForDealer",
    "DrawSeats",
    "Event",
    "Fill",
    "FormError",
    "Leave",
    "Need",
    "Offer",
    "Offering",
    "Opened",
    "PackNeeded",
    "Ready",
    "Reconnect",
    "RefusalError",
    "Resume",
    "Settings",
    "Shown",
    "Sit",
    "Stage",
    "Table",
    "TakeBack",
    "Tick",
    "Undo",
    "again",
    "decide",
    "evolve",
    "kind_of",
    "need",
    "open_table",
    "opening",
    "outcome",
    "parse_command",
    "parse_event",
    "plain_command",
    "plain_event",
    "project",
    "rebuild",
    "record",
    "seat_view",
    "snapshot",
    "wake_at",
]
