"""Bodies of answers about the analysis of a match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canastra.protocol.replays import RecordFault

AnalysisState = Literal["queued", "running", "finished", "failed"]


class AnalysisReason(Struct, frozen=True):
    """What speaks for or against a way to decide, from what the player knew."""

    code: str
    article: str
    """Empty unless it is a rule."""
    pt: str
    en: str


class AnalysedDecision(Struct, frozen=True, omit_defaults=True):
    """A decision between several ways, judged by what its player knew. Deal, turn and action count from 1.

    `played` and all that follows are there of mistakes only.
    """

    deal: int
    turn: int
    action: int
    """The entry of the turn with which it begins."""
    seat: int
    points: float
    """By how much the player's side may expect to be ahead at the end of the deal, the way it was played."""
    error: float
    """The standard error of the points."""
    played: str = ""
    """Actions in notation; a draw has no card."""
    best: str = ""
    lost: float = 0.0
    """Points that the best way brings more."""
    margin: int = 0
    """Half of a 95 % interval of the points lost."""
    reasons: tuple[AnalysisReason, ...] = ()
    """About the best way, without what was played as well."""
    against: tuple[AnalysisReason, ...] = ()
    """About what was played, without what belongs to the best way too."""


class AnalysedPlayer(Struct, frozen=True):
    """What a player's decisions cost."""

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
    """Deals in which every way was played out."""
    players: tuple[AnalysedPlayer, ...]
    decisions: tuple[AnalysedDecision, ...]
    """In the order of the match."""
    skipped: tuple[SkippedDecisions, ...]


class AnalysisCard(Struct, frozen=True):
    """How far an analysis is."""

    id: str
    state: AnalysisState
    ahead: int
    """Analyses that come first."""
    done: int
    """Decisions that have been judged."""
    total: int
    """All of them; 0 while that isn't known."""
    fault: RecordFault | None = None
    """Why it failed."""
    result: AnalysisResult | None = None
    """Once it is finished."""
