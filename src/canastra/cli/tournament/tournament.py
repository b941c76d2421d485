"""The commands of `canastra tournament`, in the order of a day."""

from __future__ import annotations

from canastra.cli.command import Commands
from canastra.cli.tournament import (
    attendance,
    corrections,
    desk,
    organise,
    printouts,
    shown,
    simulate,
)

COMMANDS: Commands = {
    "new": organise.NEW,
    "adopt": organise.ADOPT,
    "enter": organise.ENTER,
    "check-in": attendance.CHECK_IN,
    "absent": attendance.ABSENT,
    "return": attendance.RETURN,
    "draw": organise.DRAW,
    "pair": organise.PAIR,
    "publish": desk.PUBLISH,
    "line-up": attendance.LINE_UP,
    "start": desk.START,
    "pause": desk.PAUSE,
    "resume": desk.RESUME,
    "extend": desk.EXTEND,
    "result": desk.RESULT,
    "rule": desk.RULE,
    "close": desk.CLOSE,
    "ratify": desk.RATIFY,
    "show": shown.SHOW,
    "standings": shown.STANDINGS,
    "change": corrections.CHANGE,
    "correct": corrections.CORRECT,
    "withdraw": attendance.WITHDRAW,
    "remove": organise.REMOVE,
    "revoke": desk.REVOKE,
    "check": shown.CHECK,
    "print": printouts.PRINT,
    "simulate": simulate.SIMULATE,
}
