"""Bodies of answers about a record, replayed state by state or analysed."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from canastra.protocol.state import ReplayState
from canastra.protocol.tables import RulebookCard


class ReplayStep(Struct, frozen=True):
    """An entry of a turn and what it changes, as in an update (`canastra.protocol.merged`)."""

    turn: int
    seat: int
    entry: str
    """The entry as in the record: ``draw 9C``, ``meld 4H 5H 6H``, ``morto``."""
    changes: dict[str, Any]
    """Keys of the deal's state to replace."""


class Flaw(Struct, frozen=True):
    """A fault in a proof."""

    code: str
    pt: str
    en: str


class Shuffle(Struct, frozen=True):
    """The result of the server's check of a deal's shuffle."""

    status: str
    """``verified``, ``wrong``, ``sealed`` (it can't be opened yet), ``committed`` (the proof comes after the round,
    since other tables have the pack too) or ``unproven``."""
    contributors: int
    """The number of seats that contributed bytes."""
    flaws: tuple[Flaw, ...]
    proof: dict[str, Any] | None
    """The record's table ``fairness``, for checking it yourself."""


class RulingCard(Struct, frozen=True):
    """A referee's decision."""

    kind: str
    """``points`` or ``annul``."""
    reason: str
    side: int | None
    points: int
    article: str
    """The article of a ruling on points; empty for an annulled deal."""
    author: str | None
    time: str | None
    """RFC 3339."""
    category: str | None


class ReplayDeal(Struct, frozen=True):
    """A deal: as dealt, step by step, and its points."""

    deal: int
    dealer: int
    draw: tuple[str, ...]
    """Cards drawn for the dealer, each as ``SEAT CARD``, in order; empty if the record has no draw."""
    hands: tuple[str, ...]
    """The hands as dealt, by seat; unknown cards are ``??``."""
    mortos: tuple[str, ...]
    stock: str
    start: ReplayState
    steps: tuple[ReplayStep, ...]
    ending: str | None
    """``going_out``, ``stock``, ``stalemate`` or ``annulled``; None if the deal is not finished."""
    went_out: int | None
    scores: tuple[dict[str, int | None], ...]
    """By side, the components and their total; empty unless the deal counted. None depends on an unknown card."""
    rulings: tuple[RulingCard, ...]
    points: tuple[int | None, ...]
    """The match's points by side after the deal, or before it if it is not finished."""
    shuffle: Shuffle


class ReplayForfeit(Struct, frozen=True):
    """The match was forfeited by a side."""

    side: int
    reason: str


class ReplayCard(Struct, frozen=True):
    """A whole match, for stepping through."""

    about: dict[str, str]
    """The keys `id`, `date`, `event` and `place` that are given."""
    players: tuple[str, ...]
    rulebook: RulebookCard
    target: int
    """Points that end the match; 0 if it is one deal, or a number of deals or the call of time ended it."""
    brought: tuple[int, int]
    """Points before the first deal."""
    deals: tuple[ReplayDeal, ...]
    points: tuple[int | None, ...]
    finished: bool
    winner: int | None
    """The side that won; None before the end or after a draw."""
    forfeit: ReplayForfeit | None


class RecordFault(Struct, frozen=True, omit_defaults=True):
    """Why a text can't be replayed: the fault, its line, and the place of a broken rule.

    Deals, turns and actions count from 1; if a whole deal is at fault, turn and action are 0.
    """

    code: str
    pt: str
    en: str
    article: str | None = None
    line: int | None = None
    deal: int | None = None
    turn: int | None = None
    action: int | None = None


AnalysisState = Literal["queued", "running", "finished", "failed"]


class AnalysisReason(Struct, frozen=True):
    """A reason for or against a way to decide, from what the player knew."""

    code: str
    article: str
    """Empty unless it is a rule."""
    pt: str
    en: str


class AnalysedDecision(Struct, frozen=True, omit_defaults=True):
    """A decision between several ways, judged by what its player knew. Deal, turn and action count from 1.

    `played` and all members after it are set only for mistakes.
    """

    deal: int
    turn: int
    action: int
    """The entry of the turn at which the decision begins."""
    seat: int
    points: float
    """The points by which the player's side may expect to be ahead at the end of the deal, as it was played."""
    error: float
    """The standard error of the points."""
    played: str = ""
    """Actions in notation; a draw has no card."""
    best: str = ""
    lost: float = 0.0
    """The points that the best way brings in addition."""
    margin: int = 0
    """Half of a 95 % interval of the points lost."""
    reasons: tuple[AnalysisReason, ...] = ()
    """Reasons for the best way that do not hold for the played one."""
    against: tuple[AnalysisReason, ...] = ()
    """Reasons about the played way that do not hold for the best one."""


class AnalysedPlayer(Struct, frozen=True):
    """The cost of a player's decisions."""

    seat: int
    decisions: int
    lost_per_deal: float
    mistakes: tuple[int, ...]
    """Indices of `decisions`, the most costly first."""


class SkippedDecisions(Struct, frozen=True):
    """Decisions that could not be judged, and why."""

    code: str
    pt: str
    en: str
    deal: int
    seat: int
    decisions: int


class AnalysisResult(Struct, frozen=True):
    """The analysis of a match."""

    worlds: int
    """The number of deals in which every way was played out."""
    players: tuple[AnalysedPlayer, ...]
    decisions: tuple[AnalysedDecision, ...]
    """The decisions in the order of the match."""
    skipped: tuple[SkippedDecisions, ...]


class AnalysisCard(Struct, frozen=True):
    """The progress of an analysis."""

    id: str
    state: AnalysisState
    ahead: int
    """The number of analyses that come first."""
    done: int
    """The number of decisions that have been judged."""
    total: int
    """The number of all decisions; 0 while it is unknown."""
    fault: RecordFault | None = None
    """The fault that made the analysis fail."""
    result: AnalysisResult | None = None
    """The result, once the analysis is finished."""
