"""One live match as a state machine without input or output: commands in, events out, time as an input.

`decide` says which events a command leads to, `evolve` what each makes of the table; a table is what its events add
up to (`rebuild`). `visible_to` and `snapshot` are what a seat or a spectator may see. docs/table.md shows it at work.

>>> from canastra.rulebooks import official
>>> opened = opening(official("canastra-duelo"), match="m1", now=0)
>>> table = rebuild([opened])
>>> decide(table, Sit(0, player="p1", name="Ana"), now=5)
(Sat(at=5, seat=0, player='p1', name='Ana', animal=''),)
"""

from canastra.table.commands import (
    FROM_SEATS,
    Abandon,
    Accept,
    Act,
    AddBots,
    Annul,
    BotAct,
    CallPlay,
    CallTime,
    ClaimWin,
    Close,
    Command,
    Commit,
    Contribute,
    Deal,
    Decline,
    Disconnect,
    DrawForDealer,
    DrawSeats,
    Leave,
    Offer,
    Ready,
    Reconnect,
    ResumeClocks,
    ReturnToSeat,
    Sit,
    StandIn,
    Tick,
    Undo,
    WithdrawOffer,
    kind_of,
)
from canastra.table.decisions import decide, outcome
from canastra.table.events import Event, Opened, dump_event, load_event, plain_event
from canastra.table.refusals import FormError, RefusalError
from canastra.table.rematch import open_rematch
from canastra.table.requirements import (
    BotNeeded,
    CommitmentNeeded,
    DealerNeeded,
    PackNeeded,
    Requirement,
    next_requirement,
    wake_at,
)
from canastra.table.settings import NO_CLOCK, Settings, TimeControl, opening
from canastra.table.snapshots import Shown, snapshot
from canastra.table.table import Offering, Stage, Table, record, seat_view
from canastra.table.transitions import evolve, open_table, rebuild
from canastra.table.visibility import visible_to

__all__ = [
    "FROM_SEATS",
    "NO_CLOCK",
    "Abandon",
    "Accept",
    "Act",
    "AddBots",
    "Annul",
    "BotAct",
    "BotNeeded",
    "CallPlay",
    "CallTime",
    "ClaimWin",
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
    "FormError",
    "Leave",
    "Offer",
    "Offering",
    "Opened",
    "PackNeeded",
    "Ready",
    "Reconnect",
    "RefusalError",
    "Requirement",
    "ResumeClocks",
    "ReturnToSeat",
    "Settings",
    "Shown",
    "Sit",
    "Stage",
    "StandIn",
    "Table",
    "Tick",
    "TimeControl",
    "Undo",
    "WithdrawOffer",
    "decide",
    "dump_event",
    "evolve",
    "kind_of",
    "load_event",
    "next_requirement",
    "open_rematch",
    "open_table",
    "opening",
    "outcome",
    "plain_event",
    "rebuild",
    "record",
    "seat_view",
    "snapshot",
    "visible_to",
    "wake_at",
]
