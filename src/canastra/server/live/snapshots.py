"""Tables between two deals as bytes, for the store's snapshots: a shortcut for replaying a log, never the truth.

Bytes are read only by the very code that wrote them, and only on the event that they belong to: another version of the
program, or another log, has to replay the events. Anything else that is wrong with them is an exception, and the
loading table reads its log from the beginning instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from canastra import table as tables
from canastra.cards import cards_text, parse_cards
from canastra.engine import Match, NextDealer, Piles
from canastra.records import Cut, DealerDraw, DealRecord
from canastra.records.turns import parse_turns
from canastra.rulebooks import Rulebook
from canastra.table import Opened, Stage, Table
from canastra.table.clocks import TurnClock
from canastra.table.events import DealEnded, MatchEnded, Plain, SeatsDrawn
from canastra.table.seats import Seat
from canastra.table.settings import FindRulebook, opened_with
from canastra.table.table import OpenOffer, annulled

_SOURCES = ("cards.py", "rulebooks", "engine", "fairness", "records", "table", "server/live/snapshots.py")
"""The sources that determine the table that a list of events makes."""


class _Match(msgspec.Struct, frozen=True):
    """A match without its rulebook."""

    target: int
    points: tuple[int | None, int | None]
    dealer: int
    reached: bool
    deals: int
    finished: bool
    winner: int | None
    next_dealer: NextDealer
    dealer_open: bool


class _Deal(msgspec.Struct, frozen=True):
    """A finished deal, in notation."""

    dealer: int
    hands: tuple[str, ...]
    mortos: tuple[str, str]
    stock: str
    turns: str
    fairness: Plain | None
    clock: Plain | None
    draw: tuple[str, ...]
    cut: tuple[int, int] | None
    annulled: bool


class _Kept(msgspec.Struct, frozen=True):
    """A table: its settings in the form of a first event, and its fields. No deal is running."""

    opened: Opened
    seats: tuple[Seat, ...]
    now: int
    stage: Stage
    step: int
    match: _Match | None
    lots_annulled: int
    lot: SeatsDrawn | None
    draw: tuple[str, ...]
    commitment: str
    committed_at: int
    contributions: tuple[str | None, ...]
    deals: tuple[_Deal, ...]
    last: DealEnded | None
    clock: TurnClock | None
    shown_until: int
    waits_since: int
    bot_turn: bool
    offers: tuple[OpenOffer, ...]
    result: MatchEnded | None
    rematch: bool
    called: bool
    play_called: bool
    unattended: int
    offered: tuple[int, ...]
    wavered: tuple[int, ...]


_decoder = msgspec.json.Decoder(_Kept)
_OTHERWISE = {"opened", "match", "draw", "deals"}
_SAME = [name for name in _Kept.__struct_fields__ if name not in _OTHERWISE]
"""Fields stored unchanged."""


def is_due(table: Table) -> bool:
    """Return whether a table is worth storing now: after each of the first deals, then less and less often.

    All deals of the match are written each time. At least an eighth of them is new each time, so all writes of a match
    stay within a few times its final size; and no more than a fifth has to be replayed.

    >>> [deals for deals in range(40) if _is_round(deals)]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32]
    """
    return table.stage is Stage.FINISHED or _is_round(len(table.deals))


def _is_round(deals: int) -> bool:
    """Return whether a number has at most three binary digits before its zeros."""
    return deals % (1 << max(0, deals.bit_length() - 3)) == 0


def dump(table: Table, body: str) -> bytes:
    """A table between two deals, after the event that has this line in the log."""
    same: dict[str, Any] = {name: getattr(table, name) for name in _SAME}
    kept = _Kept(
        opened=opened_with(table.settings, table.settings.match, table.now),
        match=_kept_match(table.match) if table.match else None,
        draw=_kept_draw(table.draw),
        deals=tuple(map(_kept_deal, table.deals)),
        **same,
    )
    return _mark(body) + msgspec.json.encode(kept)


def load(data: bytes, find: FindRulebook, body: str) -> Table | None:
    """The stored table; None if other code wrote it, or after another line of the log. Raises if it is damaged."""
    mark = _mark(body)
    if not data.startswith(mark):
        return None
    kept = _decoder.decode(data[len(mark) :])
    table = tables.open_table(kept.opened, find)
    same: dict[str, Any] = {name: getattr(kept, name) for name in _SAME}
    match = _match(kept.match, table.settings.rulebook) if kept.match else None
    deals = tuple(map(_deal, kept.deals))
    draw = _draw(kept.draw)
    return msgspec.structs.replace(table, match=match, draw=draw, deals=deals, **same)


def _kept_match(match: Match) -> _Match:
    return _Match(**{name: getattr(match, name) for name in _Match.__struct_fields__})


def _match(kept: _Match, rulebook: Rulebook) -> Match:
    return Match(rulebook, **msgspec.structs.asdict(kept))


def _kept_deal(deal: DealRecord) -> _Deal:
    first, second = map(cards_text, deal.piles.mortos)
    return _Deal(
        dealer=deal.dealer,
        hands=tuple(map(cards_text, deal.piles.hands)),
        mortos=(first, second),
        stock=cards_text(deal.piles.stock),
        turns="\n".join(map(str, deal.turns)),
        fairness=None if deal.fairness is None else dict(deal.fairness),
        clock=None if deal.clock is None else dict(deal.clock),
        draw=_kept_draw(deal.draw),
        cut=(deal.cut.seat, deal.cut.place) if deal.cut else None,
        annulled=deal.annulled,
    )


def _deal(kept: _Deal) -> DealRecord:
    first, second = map(parse_cards, kept.mortos)
    piles = Piles(tuple(map(parse_cards, kept.hands)), (first, second), parse_cards(kept.stock))
    deal = DealRecord(
        kept.dealer,
        piles,
        parse_turns(kept.turns),
        fairness=kept.fairness,
        clock=kept.clock,
        draw=_draw(kept.draw),
        cut=Cut(*kept.cut) if kept.cut else None,
    )
    return annulled(deal) if kept.annulled else deal


def _kept_draw(draw: DealerDraw | None) -> tuple[str, ...]:
    return tuple(map(cards_text, draw.rounds)) if draw else ()


def _draw(kept: tuple[str, ...]) -> DealerDraw | None:
    return DealerDraw(tuple(map(parse_cards, kept))) if kept else None


def _mark(body: str) -> bytes:
    """The head of stored bytes: the code that wrote them, and the event that they belong to."""
    return f"{code()} {sha256(body.encode()).hexdigest()}\n".encode()


@cache
def code() -> str:
    """Digest of the sources that make tables of events."""
    digest = sha256()
    for name in _SOURCES:
        for path, source in sorted(_sources(files("canastra").joinpath(name), name)):
            digest.update(f"{path} {len(source)}\n".encode() + source)
    return digest.hexdigest()


def _sources(place: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    if place.is_file():
        yield path, place.read_bytes()
        return
    for child in place.iterdir():
        if child.is_dir() or child.name.endswith(".py"):
            yield from _sources(child, f"{path}/{child.name}")
