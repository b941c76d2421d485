"""Bodies of answers about a record that is replayed, state by state."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from canastra.protocol.state import ReplayState
from canastra.protocol.tables import RulebookCard


class ReplayStep(Struct, frozen=True):
    """An entry of a turn and what it changes, as the changes of an update do (`canastra.protocol.merged`)."""

    turn: int
    seat: int
    entry: str
    """As the record has it: ``draw 9C``, ``meld 4H 5H 6H``, ``morto``."""
    changes: dict[str, Any]
    """Keys of the deal's state that are to be replaced."""


class Flaw(Struct, frozen=True):
    """Something that is wrong with a proof."""

    code: str
    pt: str
    en: str


class Shuffle(Struct, frozen=True):
    """What the server found when it checked the shuffle of a deal."""

    status: str
    """``verified``, ``wrong``, ``sealed`` (it can't be opened yet) or ``unproven``."""
    contributors: int
    """How many seats cut."""
    flaws: tuple[Flaw, ...]
    proof: dict[str, Any] | None
    """The record's table ``fairness``, for whoever checks it too."""


class RulingCard(Struct, frozen=True):
    """A referee's decision."""

    kind: str
    """``points`` or ``annul``."""
    reason: str
    side: int | None
    points: int
    article: str
    """Of a decision on points: the article that says what else is counted; empty of an annulled deal."""
    author: str | None
    time: str | None
    """RFC 3339."""
    category: str | None


class ReplayDeal(Struct, frozen=True):
    """A deal: as dealt, step by step, and its points."""

    deal: int
    dealer: int
    draw: tuple[str, ...]
    """Cards drawn for the dealer, each as ``SEAT CARD``, in order; empty where the record has no draw."""
    hands: tuple[str, ...]
    """As dealt, by seat; unknown cards are ``??``."""
    mortos: tuple[str, ...]
    stock: str
    start: ReplayState
    steps: tuple[ReplayStep, ...]
    ending: str | None
    """``going_out``, ``stock``, ``stalemate``, ``annulled``; None of one that is not finished."""
    went_out: int | None
    scores: tuple[dict[str, int | None], ...]
    """By side, component by component and their total; empty unless it was counted. None needs an unknown card."""
    rulings: tuple[RulingCard, ...]
    points: tuple[int | None, ...]
    """Of the match, by side, after it; before it where it is not finished."""
    shuffle: Shuffle


class ReplayForfeit(Struct, frozen=True):
    """The match was forfeited by a side."""

    side: int
    reason: str


class ReplayCard(Struct, frozen=True):
    """A whole match, to be stepped through."""

    about: dict[str, str]
    """`id`, `date`, `event` and `place`, as far as they are given."""
    players: tuple[str, ...]
    rulebook: RulebookCard
    target: int
    brought: tuple[int, int]
    """Points before the first deal."""
    deals: tuple[ReplayDeal, ...]
    points: tuple[int | None, ...]
    finished: bool
    winner: int | None
    """The side; None before the end and after a draw."""
    forfeit: ReplayForfeit | None


class RecordFault(Struct, frozen=True, omit_defaults=True):
    """Why a text can't be replayed: a fault with the line of the text, and the place of what breaks a rule.

    Deals, turns and actions count from 1; turn and action are 0 where a whole deal can't stand.
    """

    code: str
    pt: str
    en: str
    article: str | None = None
    line: int | None = None
    deal: int | None = None
    turn: int | None = None
    action: int | None = None
