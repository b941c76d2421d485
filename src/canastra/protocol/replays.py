"""Bodies of answers about a record, replayed state by state or analysed, and the work on a record that a client sends.

Reading and replaying a record is the longest work that a client may request. `answered_apart` does all of it and needs
nothing of the server, so the process in which it runs starts quickly and stays small.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from canastra.cards import cards_text
from canastra.engine import State
from canastra.errors import RecordError, RulebookError
from canastra.fairness import Checked
from canastra.messages import LANGUAGES
from canastra.protocol.codec import encode
from canastra.protocol.state import ReplayState
from canastra.protocol.tables import RulebookCard, rulebook_card
from canastra.records import (
    DealerDraw,
    Place,
    Record,
    RecordRuleError,
    Replay,
    Ruling,
    parse,
    place_text,
    replay,
    score_json,
    verify,
)
from canastra.records.parser import decode
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.table.settings import NO_TARGET
from canastra.table.snapshots import Frames


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


Find = Callable[[str], Rulebook]
Houses = Mapping[str, Rulebook | None]
"""Rulebooks of houses by their names, None for a name that this server doesn't know."""


class WantedError(Exception):
    """A house's rulebook that the caller has to look up elsewhere; the argument is its name."""


def found_among(houses: Houses) -> Find:
    """A search for rulebooks that needs no database; it raises `WantedError` for a name that is not in `houses`."""

    def find(name: str) -> Rulebook:
        if name not in OFFICIAL and name not in houses:
            raise WantedError(name)
        return houses.get(name) or official(name)

    return find


def sent_record(content: bytes, find: Find) -> Record | RecordFault:
    """The record that a client sent, or the fault that makes it unreadable."""
    try:
        return parse(decode(content), _known_here(find))
    except RecordError as error:
        portuguese, english = (error.message(language) for language in LANGUAGES)
        return RecordFault(error.code, portuguese, english, line=error.line)


def _known_here(find: Find) -> Find:
    """A search for rulebooks whose error explains what to do about a house's rulebook that this server doesn't have."""

    def known(name: str) -> Rulebook:
        try:
            return find(name)
        except RulebookError as error:
            raise RulebookError("rulebook_not_here", name=name[:80], known=", ".join(OFFICIAL)) from error

    return known


def broken_rule(record: Record, error: RecordRuleError) -> RecordFault:
    """The fault of a record that breaks a rule, with its place and the rule."""
    place, why = error.place, error.violation
    portuguese, english = (
        f"{place_text(place, record.players, language)}: {why.message(language)}" for language in LANGUAGES
    )
    return RecordFault(
        why.code,
        portuguese,
        english,
        why.article,
        line=error.line,
        deal=place.deal,
        turn=place.turn,
        action=place.action,
    )


SMALL = 2 * 1024
"""Bytes of an answer that is not worth compressing."""
COMPRESSION = 5
Answered = tuple[int, bytes, bool]
"""A status, a body, and whether that is compressed."""


def answered_apart(content: bytes, packed: bool, houses: Houses) -> Answered | str:
    """The answer, computed in a process of its own; its body is compressed by gzip if `packed` and worth it.

    Returns the name of a house's rulebook that is missing in `houses`, if there is one.
    """
    try:
        status, body = replay_answer(content, found_among(houses))
    except WantedError as error:
        return str(error)
    if packed and len(body) > SMALL:
        return status, gzip.compress(body, COMPRESSION), True
    return status, body, False


def replay_answer(content: bytes, find: Find) -> tuple[int, bytes]:
    """The status and the body for the bytes of a record."""
    record = sent_record(content, find)
    if isinstance(record, RecordFault):
        return 400, encode({"error": record})
    try:
        return 200, encode(replayed(record))
    except RecordRuleError as error:
        return 400, encode({"error": broken_rule(record, error)})


def replayed(record: Record) -> ReplayCard:
    """The whole match, frame by frame. Raises `RecordRuleError` if the record breaks a rule."""
    watching = _Watching()
    found = replay(record, watching.see)
    deals, match = found.deals, found.match
    checked = verify(record, bool(deals) and deals[-1].finished)
    return ReplayCard(
        about=dict(record.about),
        players=record.players,
        rulebook=rulebook_card(record.rulebook),
        target=match.target if match.target < NO_TARGET else 0,
        brought=record.score,
        deals=tuple(_deal(found, index, watching, deal) for index, deal in enumerate(checked)),
        points=match.points,
        finished=match.finished,
        winner=match.winner,
        forfeit=None if record.forfeit is None else ReplayForfeit(record.forfeit.side, record.forfeit.reason),
    )


class _Watching:
    """Frames of all deals, as they are replayed."""

    def __init__(self) -> None:
        self.deals: list[tuple[Frames, list[ReplayStep]]] = []

    def see(self, place: Place, state: State) -> None:
        """Add the state that the replay is in now."""
        if place.seat is None:
            self.deals.append((Frames(state), []))
            return
        frames, steps = self.deals[-1]
        steps.append(ReplayStep(place.turn, place.seat, place.text, frames.next(state)))


def _deal(found: Replay, index: int, watching: _Watching, checked: Checked) -> ReplayDeal:
    whole, (frames, steps) = found.deals[index], watching.deals[index]
    deal, state, scores = whole.deal, whole.state, whole.scores
    earlier = found.deals[index - 1].match if index else None
    before = earlier.points if earlier else found.record.score
    return ReplayDeal(
        deal=index + 1,
        dealer=deal.dealer,
        draw=_drawn(deal.draw),
        hands=tuple(map(cards_text, deal.piles.hands)),
        mortos=tuple(map(cards_text, deal.piles.mortos)),
        stock=cards_text(deal.piles.stock),
        start=frames.first,  # type: ignore[arg-type]
        steps=tuple(steps),
        ending="annulled" if deal.annulled else str(state.ending) if state.ending else None,
        went_out=None if deal.annulled else state.went_out,
        scores=tuple(map(score_json, scores or ())),
        rulings=tuple(_ruling(ruling, state.lookup.rulebook) for ruling in deal.rulings),
        points=whole.match.points if whole.match else before,
        shuffle=_shuffle(checked, None if deal.fairness is None else dict(deal.fairness)),
    )


def _drawn(draw: DealerDraw | None) -> tuple[str, ...]:
    if draw is None:
        return ()
    rounds = zip(draw.seats, draw.rounds, strict=True)
    return tuple(f"{seat} {card}" for seats, cards in rounds for seat, card in zip(seats, cards, strict=True))


def _ruling(ruling: Ruling, rulebook: Rulebook) -> RulingCard:
    article = "" if ruling.side is None else rulebook.article("clauses.scoring")
    by = (ruling.author, ruling.time, ruling.category)
    return RulingCard(ruling.kind, ruling.reason, ruling.side, ruling.points, article, *by)


def _shuffle(checked: Checked, proof: dict[str, object] | None) -> Shuffle:
    flaws = tuple(Flaw(finding.code, finding.message("pt"), finding.message("en")) for finding in checked.findings)
    return Shuffle(str(checked.status), checked.contributors, flaws, proof)


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
