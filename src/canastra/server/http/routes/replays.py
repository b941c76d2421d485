"""Records replayed and analysed for a page that steps through them: anybody's text, and the matches of this server."""

from __future__ import annotations

import asyncio
import gzip
from functools import partial

from starlette.responses import Response

from canastra.cards import cards_text
from canastra.engine import State
from canastra.errors import RulebookError
from canastra.fairness import Checked
from canastra.protocol import encode
from canastra.protocol.replays import (
    AnalysisCard,
    Find,
    Flaw,
    Houses,
    RecordFault,
    ReplayCard,
    ReplayDeal,
    ReplayForfeit,
    ReplayStep,
    RulingCard,
    Shuffle,
    WantedError,
    broken_rule,
    found_among,
    sent_record,
)
from canastra.records import (
    DealerDraw,
    Place,
    Record,
    RecordRuleError,
    Replay,
    Ruling,
    replay,
    score_json,
    verify,
)
from canastra.rulebooks import Rulebook
from canastra.server.http.endpoint import Call, Operation, takes
from canastra.server.http.errors import JSON, refused
from canastra.server.http.routes.tables import TABLE, InvitedQuery, rulebook_card
from canastra.server.limits import limit
from canastra.server.origins import address_of
from canastra.server.ws.connection import disconnected, ended
from canastra.table.settings import NO_TARGET
from canastra.table.snapshots import Frames

LARGEST_RECORD = limit("record", 256 * 1024, "a request", "bytes of a record to be replayed", "413 `api_body`")
"""Bytes of a record that somebody sends: some hundred deals."""
SMALL = 2 * 1024
"""Bytes of an answer that is not worth compressing."""
COMPRESSION = 5

ANALYSIS = "/api/analyses/{analysis}"
Answered = tuple[int, bytes, bool]
"""A status, a body, and whether that is compressed."""


async def replay_record(call: Call) -> Response:
    """Replay a record, state by state."""
    return await _answer(call, call.body)


async def replay_table(call: Call) -> Response:
    """The match as a replay; while a deal runs, as I may see it."""
    text = await call.context.lobby.queries.record(call.path["table"], call.identity, call.invitation)
    return await _answer(call, text.encode())


async def analyse_record(call: Call) -> object:
    """Have a finished match analysed, by its record; the answer says how to ask for the result."""
    return _begun(call, call.body)


async def analyse_table(call: Call) -> object:
    """Have a finished match of this server analysed."""
    text = await call.context.lobby.queries.finished_record(call.path["table"], call.identity, call.invitation)
    return _begun(call, text.encode())


async def read_analysis(call: Call) -> object:
    """How far an analysis of mine is, with its result in the end."""
    analyses = call.context.analyses
    return analyses.card(analyses.job(_asker(call), call.path["analysis"]))


async def end_analysis(call: Call) -> None:
    """Have an analysis of mine stopped, or forgotten."""
    analyses = call.context.analyses
    analyses.end(analyses.job(_asker(call), call.path["analysis"]))


def _begun(call: Call, content: bytes) -> object:
    analyses = call.context.analyses
    return analyses.card(analyses.start(_asker(call), content, partial(_house, call)))


def _asker(call: Call) -> str:
    """Whose an analysis is: the person's, or without a session the address's."""
    return call.identity.player if call.identity else f"address {address_of(call.request.scope)}"


async def _answer(call: Call, content: bytes) -> Response:
    """One record at a time, the longest work that anybody may ask for: in a process that ends when the client goes."""
    working = asyncio.create_task(_worked(call, content))
    gone = asyncio.create_task(disconnected(call.request.receive))
    try:
        await asyncio.wait([working, gone], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise refused(408, "api_slow")  # Of which nobody hears.
        status, body, packed = working.result()
    finally:
        await ended([working, gone])
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packed else {})}
    return Response(body, status, headers, JSON)


async def _worked(call: Call, content: bytes) -> Answered:
    packed = takes(call.request.headers, "gzip")
    address, worker = address_of(call.request.scope), call.context.replays
    found = await worker.run(address, answered_apart, content, packed, {})
    if isinstance(found, str):
        found = await worker.run(address, answered_apart, content, packed, {found: _house(call, found)})
        assert not isinstance(found, str)  # A record names one rulebook.
    return found


def _house(call: Call, name: str) -> Rulebook | None:
    try:
        return call.context.lobby.registry.find(name)
    except RulebookError:
        return None


def answered_apart(content: bytes, packed: bool, houses: Houses) -> Answered | str:
    """In a process of its own: the answer, its body by gzip if that is wanted and worth it.

    If a house's rulebook is missing in `houses`, its name is what is returned.
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
    """The whole match, frame by frame; a `RecordRuleError`."""
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
        deals=tuple(_deal(found, index, watching, each) for index, each in enumerate(checked)),
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
        rulings=tuple(_ruling(each, state.lookup.rulebook) for each in deal.rulings),
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
    flaws = tuple(Flaw(each.code, each.message("pt"), each.message("en")) for each in checked.findings)
    return Shuffle(str(checked.status), checked.contributors, flaws, proof)


OPERATIONS = (
    Operation(
        "POST",
        "/api/replays",
        replay_record,
        ReplayCard,
        str,
        takes="text/plain",
        most=LARGEST_RECORD,
        attempts="replays",
    ),
    Operation(
        "GET",
        f"{TABLE}/replay",
        replay_table,
        ReplayCard,
        query=InvitedQuery,
        errors=(409,),
        attempts="replays",
    ),
    Operation(
        "POST",
        "/api/analyses",
        analyse_record,
        AnalysisCard,
        str,
        takes="text/plain",
        most=LARGEST_RECORD,
        status=202,
        errors=(409,),
        attempts="analyses",
    ),
    Operation(
        "POST",
        f"{TABLE}/analysis",
        analyse_table,
        AnalysisCard,
        query=InvitedQuery,
        status=202,
        errors=(409,),
        attempts="analyses",
    ),
    Operation("GET", ANALYSIS, read_analysis, AnalysisCard, public=True),
    Operation("DELETE", ANALYSIS, end_analysis),
)
