"""All decisions about a table's connection, in one pure function from events to actions.

docs/client.md has it as a table. tests/client/reconnection.json has cases that clients in all languages must answer
alike. Chance is an argument, a number from 0 up to but not including 1; times are milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from canastra.protocol import FINAL, VERSION, Close, Command, ServerMessage
from canastra.protocol.commands import Ping, Question, React, Say
from canastra.protocol.messages import (
    UNANSWERED,
    Closed,
    Done,
    Draining,
    Error,
    Fault,
    Hinted,
    Previewed,
    Reacted,
    Refused,
    Said,
    Update,
    Welcome,
)

OPENING = 10_000
"""Most time from the attempt to connect to the `Welcome`."""
SHORTEST_RETRY = 500
LONGEST_RETRY = 4_000
"""Longest pause: with the time to connect, a client is back within 5 s of a server that is there."""
LONGEST_TOO_MANY = 30_000
"""Longest pause after a refusal for lack of room: that server is running, but overloaded."""
TOO_MANY_FAILURES = 4
"""The number of failures for which a refusal for lack of room counts."""
NOTICED_SPREAD = 250
"""Time over which clients come back at once, so that those of many tables don't come together."""
NOTICED = frozenset({Close.RESTART, Close.STOPPED})
"""Codes by which a server ends a connection in good order: the table is elsewhere, or will be in a moment."""
POSTPONED = 500
"""Time before a request that the server was too busy for is sent again; up to twice as long."""
SILENT_HEARTBEATS = 3
"""Heartbeats without a message after which a connection counts as dead."""

Request = Command | Say | React | Question
"""Messages that have an id and get an answer."""


class LinkStage(StrEnum):
    """The stage of a connection."""

    OFFLINE = "offline"
    """Before the start, or without a network."""
    CONNECTING = "connecting"
    OPENED = "opened"
    """Open, but not yet welcomed."""
    LIVE = "live"
    WAITING = "waiting"
    """Waiting for the next attempt."""
    ENDED = "ended"
    """Ended for good."""


class LinkTimer(StrEnum):
    """The timers. Starting one again replaces its former end."""

    SILENCE = "silence"
    RETRY = "retry"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Link:
    """A connection's state between two events."""

    stage: LinkStage = LinkStage.OFFLINE
    number: int = 0
    """Number of the latest attempt; events of older ones are ignored."""
    seen: int = 0
    """Number of the last event that was handed on."""
    start: int = 0
    """First event to ask for until one was seen; 0 for the state alone."""
    failures: int = 0
    """Losses in a row, without an update or a whole heartbeat of stable connection between them."""
    notices: int = 0
    """Losses of that row by the codes of `NOTICED`. Only these make the pause after such a code longer."""
    heard: bool = False
    """True if a message came since the last tick."""
    silent: int = 0
    """Ticks in a row without a message."""
    heartbeat: int = 20_000
    draining: int | None = None
    """The pause after the server closes, if it gave one."""
    unanswered: tuple[Request, ...] = ()
    """Requests without an answer, in their order."""
    postponed: frozenset[str] = frozenset()
    """Ids of requests that the server was too busy for; they are sent again shortly."""


# Events


@dataclass(frozen=True, slots=True)
class SocketOpened:
    """The socket of attempt `number` is open."""

    number: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message on the socket of attempt `number`."""

    number: int
    message: ServerMessage


@dataclass(frozen=True, slots=True)
class Lost:
    """The socket of attempt `number` was closed with `code`.

    None if it broke, never opened or sent invalid messages.
    """

    number: int
    code: int | None = None


@dataclass(frozen=True, slots=True)
class Fired:
    """A timer ended."""

    timer: LinkTimer


@dataclass(frozen=True, slots=True)
class Offline:
    """There is no network."""


@dataclass(frozen=True, slots=True)
class Online:
    """There is a network; the first event."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The user ends the connection."""


@dataclass(frozen=True, slots=True)
class Queued:
    """The user sends a request."""

    message: Request


Event = SocketOpened | Arrived | Lost | Fired | Offline | Online | Stopped | Queued

# Actions, in this order


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a socket; `from_seq` is the first event to ask for."""

    number: int
    from_seq: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the present socket or give up the attempt, without waiting for its end."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send this on the present socket."""

    message: Request | Ping


@dataclass(frozen=True, slots=True)
class Wait:
    """Start a timer."""

    timer: LinkTimer
    ms: int


@dataclass(frozen=True, slots=True)
class Deliver:
    """Hand on the message that arrived.

    Its events up to `after` are known already; a state in it replaces the old one.
    """

    message: ServerMessage
    after: int


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Report the stage to the user; with an end, its close code and reason; with a wait, its length."""

    stage: LinkStage
    ms: int = 0
    code: int | None = None
    fault: Fault | None = None


Action = Connect | Drop | Send | Wait | Deliver | LinkReport
Decision = tuple[Link, tuple[Action, ...]]


def decide(link: Link, event: Event, chance: float = 0.0) -> Decision:
    """The connection after an event, and the actions to do, in order.

    >>> link, actions = decide(Link(seen=7), Online())
    >>> actions[0]
    Connect(number=1, from_seq=8)
    >>> link, actions = decide(link, Lost(1, 1006))
    >>> actions[0]                                  # the first time at once
    Connect(number=2, from_seq=8)
    >>> decide(link, Lost(2), chance=0.5)[1][0]
    Wait(timer=<LinkTimer.RETRY: 'retry'>, ms=375)
    """
    if link.stage is LinkStage.ENDED:
        return link, ()
    match event:
        case SocketOpened() | Arrived() | Lost():
            return _on_socket(link, event, chance)
        case Fired(timer):
            return _fired(link, timer, chance)
        case Offline():
            return _offline(link)
        case Online():
            return _connect(_steady(link)) if link.stage in _RESTING else (link, ())
        case Stopped():
            return _ended(link)
        case Queued(message):
            return _queued(link, message)


_RESTING = frozenset({LinkStage.OFFLINE, LinkStage.WAITING})


def _connect(link: Link) -> Decision:
    link = replace(link, stage=LinkStage.CONNECTING, number=link.number + 1, heard=False, silent=0, draining=None)
    wanted = link.seen + 1 if link.seen else link.start
    return link, (Connect(link.number, wanted), Wait(LinkTimer.SILENCE, OPENING), LinkReport(LinkStage.CONNECTING))


def _on_socket(link: Link, event: SocketOpened | Arrived | Lost, chance: float) -> Decision:
    if link.stage in _RESTING or event.number != link.number:
        return link, ()
    if isinstance(event, Lost):
        return _lost(link, event.code, chance)
    if isinstance(event, SocketOpened):
        return replace(link, stage=LinkStage.OPENED) if link.stage is LinkStage.CONNECTING else link, ()
    link = replace(link, heard=True)
    if isinstance(event.message, Welcome):
        return _welcomed(link, event.message)
    return _told(link, event.message, chance)


def _lost(link: Link, code: int | None, chance: float) -> Decision:
    """The socket is lost: come back at once, later or never."""
    if code in FINAL:
        return _ended(link, code, dropped=False)
    link, ms = _pause(link, code, chance)
    if link.draining is not None:
        ms = link.draining
    if not ms:
        return _connect(link)
    return replace(link, stage=LinkStage.WAITING), (Wait(LinkTimer.RETRY, ms), LinkReport(LinkStage.WAITING, ms, code))


def _pause(link: Link, code: int | None, chance: float) -> tuple[Link, int]:
    """The link with this loss counted, and the time to wait."""
    if code in NOTICED:
        ms = _delay(link.notices, chance) if link.notices else int(NOTICED_SPREAD * chance)
        return replace(link, notices=link.notices + 1), ms
    failures, longest = link.failures, LONGEST_RETRY
    if code == Close.TOO_MANY:
        failures, longest = max(failures, TOO_MANY_FAILURES), LONGEST_TOO_MANY
    return replace(link, failures=failures + 1), _delay(failures, chance, longest)


def _delay(failures: int, chance: float, longest: int = LONGEST_RETRY) -> int:
    """The time to wait: none before the first attempt, then between half and all of a time that doubles."""
    if not failures:
        return 0
    half: int = min(longest, SHORTEST_RETRY << min(failures - 1, 10)) // 2
    return half + int(half * chance)


def _steady(link: Link) -> Link:
    """The link with its row of losses ended."""
    return replace(link, failures=0, notices=0)


def _dropped(link: Link, chance: float) -> Decision:
    """Like `_lost`, for a socket that is still open."""
    link, actions = _lost(link, None, chance)
    return link, (Drop(), *actions)


def _fired(link: Link, timer: LinkTimer, chance: float) -> Decision:
    if timer is LinkTimer.RETRY:
        return _connect(link) if link.stage is LinkStage.WAITING else (link, ())
    if timer is LinkTimer.AGAIN:
        return _again(link)
    if link.stage in _RESTING:
        return link, ()
    if link.stage is not LinkStage.LIVE:
        return _dropped(link, chance)
    if link.heard:
        return replace(_steady(link), heard=False, silent=0), (Wait(LinkTimer.SILENCE, link.heartbeat),)
    link = replace(link, silent=link.silent + 1)
    if link.silent >= SILENT_HEARTBEATS:
        return _dropped(link, chance)
    # A browser can't see the pings of the WebSocket protocol: the answer to this one shows that the server lives.
    return link, (Send(Ping(link.silent)), Wait(LinkTimer.SILENCE, link.heartbeat))


def _offline(link: Link) -> Decision:
    if link.stage is LinkStage.OFFLINE:
        return link, ()
    drop = () if link.stage is LinkStage.WAITING else (Drop(),)
    return replace(link, stage=LinkStage.OFFLINE), (*drop, LinkReport(LinkStage.OFFLINE))


def _ended(link: Link, code: int | None = None, fault: Fault | None = None, *, dropped: bool = True) -> Decision:
    drop = (Drop(),) if dropped and link.stage not in _RESTING else ()
    return replace(link, stage=LinkStage.ENDED), (*drop, LinkReport(LinkStage.ENDED, 0, code, fault))


def _queued(link: Link, message: Request) -> Decision:
    link = replace(link, unanswered=(*link.unanswered, message))
    # A server that is about to stop takes nothing new: it waits for the next welcome.
    return link, (Send(message),) if link.stage is LinkStage.LIVE and link.draining is None else ()


def _welcomed(link: Link, message: Welcome) -> Decision:
    if message.v != VERSION:
        return _ended(link, Close.UNKNOWN_VERSION)
    after, repeat = link.seen, map(Send, link.unanswered)
    # Its number counts, even below what was seen: a server that was restored from a backup knows no better.
    link = replace(
        link, stage=LinkStage.LIVE, seen=message.seq, heartbeat=message.heartbeat, silent=0, postponed=frozenset()
    )
    watch = Wait(LinkTimer.SILENCE, link.heartbeat)
    return link, (Deliver(message, after), *repeat, watch, LinkReport(LinkStage.LIVE))


def _told(link: Link, message: ServerMessage, chance: float) -> Decision:
    match message:
        case Draining(after, spread):
            return replace(link, draining=after + int(spread * chance)), (
                Deliver(message, link.seen),
                LinkReport(link.stage, after),
            )
        case Closed(_, again, fault):
            return (link, (Deliver(message, link.seen),)) if again else _ended(link, None, fault)
        case _ if link.stage is not LinkStage.LIVE:
            return link, ()
        case Update():
            return _updated(link, message, chance)
        case Done() | Refused():
            return _answered(link, message)
        case Error(fault, id) if fault.code in UNANSWERED and any(each.id == id for each in link.unanswered):
            return _postponed(link, str(id), chance)
        case Said() | Reacted() | Previewed() | Hinted() | Error():
            left = tuple(each for each in link.unanswered if each.id != message.id)
            return replace(link, unanswered=left), (Deliver(message, link.seen),)
        case _:
            return link, (Deliver(message, link.seen),)


def _postponed(link: Link, command_id: str, chance: float) -> Decision:
    """The server was too busy, which is not an answer (docs/protocol.md)."""
    wait = () if link.postponed else (Wait(LinkTimer.AGAIN, POSTPONED + int(POSTPONED * chance)),)
    return replace(link, postponed=link.postponed | {command_id}), wait


def _again(link: Link) -> Decision:
    if link.stage is not LinkStage.LIVE or link.draining is not None:
        return link, ()  # They go with all others after the next welcome.
    repeat = tuple(Send(each) for each in link.unanswered if each.id in link.postponed)
    return replace(link, postponed=frozenset()), repeat


def _updated(link: Link, message: Update, chance: float) -> Decision:
    if message.seq <= link.seen:
        return link, ()
    first = message.events[0].seq if message.events else message.seq
    if first > link.seen + 1:
        return _dropped(link, chance)
    return replace(_steady(link), seen=message.seq), (Deliver(message, link.seen),)


def _answered(link: Link, message: Done | Refused) -> Decision:
    left = tuple(each for each in link.unanswered if each.id != message.id)
    if len(left) == len(link.unanswered):
        return link, ()
    seen = link.seen
    if isinstance(message, Refused) and message.missed and message.missed.state is not None:
        seen = max(seen, message.missed.seq)
    return replace(link, unanswered=left, seen=seen), (Deliver(message, link.seen),)
