"""The work on a record that a client sends: read, replayed, answered.

Reading and replaying a record is the longest work that a client may request. `answered_apart` does all of it and needs
nothing else of the server, so the process in which it runs starts quickly and stays small.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping

from canastra.cards import cards_text
from canastra.engine import State
from canastra.errors import RecordError, RulebookError
from canastra.fairness import Checked
from canastra.messages import LANGUAGES
from canastra.protocol.codec import encode
from canastra.protocol.replays import (
    Flaw,
    RecordFault,
    ReplayCard,
    ReplayDeal,
    ReplayForfeit,
    ReplayStep,
    RulingCard,
    Shuffle,
)
from canastra.protocol.tables import rulebook_card
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


def _deal(replayed: Replay, index: int, watching: _Watching, checked: Checked) -> ReplayDeal:
    whole, (frames, steps) = replayed.deals[index], watching.deals[index]
    deal, state, scores = whole.deal, whole.state, whole.scores
    earlier = replayed.deals[index - 1].match if index else None
    before = earlier.points if earlier else replayed.record.score
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
