"""The JSON objects of `replay`, `position` and errors (docs/notation.md, The command line)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canastra.cards import cards_text
from canastra.engine.hands import cards_of, with_cards
from canastra.engine.legal_actions import legal_actions
from canastra.engine.scoring import Score
from canastra.engine.state import Phase
from canastra.engine.turn import settle
from canastra.errors import RecordError
from canastra.messages import text
from canastra.records.document import FORMAT
from canastra.records.replayer import Place, RecordRuleError, Replay, ReplayedDeal

Json = dict[str, Any]


def replay_json(replayed: Replay) -> Json:
    """The whole match: each deal's ending and points, and the totals."""
    match = replayed.match
    encounter = _encounter_json(replayed)
    return {
        "format": FORMAT,
        "rulebook": replayed.record.rulebook.id,
        "finished": match.finished,
        "winner": "draw" if match.is_draw else match.winner,
        "deals": [_deal_json(deal) for deal in replayed.deals],
        **({"encounter": encounter} if encounter else {}),
    }


def _encounter_json(replayed: Replay) -> Json | None:
    """The encounter after the record's match; None for a record without an encounter."""
    part = replayed.record.encounter
    if part is None:
        return None
    match = replayed.match
    after = part.before.add(match.winner) if match.finished else part.before
    named = {} if part.id is None else {"id": part.id}
    winner = "draw" if after.finished and after.winner is None else after.winner
    length = {str(after.length): after.matches, "match": part.match}
    return {**named, **length, "won": list(after.won), "finished": after.finished, "winner": winner}


def _deal_json(deal: ReplayedDeal) -> Json:
    scores = deal.scores
    finished = scores is not None
    state = deal.state
    return {
        "ended_by": "annulled" if deal.deal.annulled else state.ending if finished else None,
        "went_out": state.went_out if finished else None,
        "match_score": list(deal.match.points) if deal.match else None,
        "score": [score_json(score) for score in scores] if scores else None,
        "rulings": list(deal.deal.ruling_points),
    }


def score_json(score: Score) -> Json:
    """The components of a side's points and their total."""
    return {**score._asdict(), "total": score.total}


def position_json(replayed: Replay) -> Json:
    """The position at the end of a record, after all that follows by rule. Raises `RecordError` if it has no deal."""
    if not replayed.deals:
        raise RecordError("position_without_deals")
    last = replayed.deals[-1]
    state = settle(last.state)
    over = state.phase is Phase.OVER or last.deal.annulled or replayed.record.forfeit is not None
    hand, pile = state.hand, state.pile
    if state.phase is Phase.JUSTIFY:
        hand, pile = with_cards(hand, pile[-1:]), pile[:-1]
    return {
        "deal": len(replayed.deals),
        "turn": state.turn,
        "seat": state.seat,
        "phase": Phase.OVER if over else state.phase,
        "hand": cards_text(cards_of(hand)),
        "melds": [[str(meld) for meld in melds] for melds in state.melds],
        "red_threes": [cards_text(cards) for cards in state.red_threes],
        "discard_pile": cards_text(pile),
        "stock": len(state.stock),
        "mortos": len(state.mortos),
        "has_morto": list(state.has_morto),
        "minimum": list(state.minimum),
        "legal": [] if over else [str(action) for action in legal_actions(state)],
    }


def rule_error_json(error: RecordRuleError, language: str) -> Json:
    """The first action against the rules, and the reason."""
    place = error.place
    return {
        "error": {
            "deal": place.deal,
            "turn": place.turn,
            "seat": place.seat,
            "action": place.action,
            "text": place.text,
            "code": error.violation.code,
            "article": error.violation.article,
            "message": error.violation.message(language),
            "line": error.line,
        }
    }


def before_json(before: Replay) -> Json:
    """The match before the broken rule, as in `replay_json`, and the position there."""
    return {"replay": replay_json(before), "position": position_json(before) if before.deals else None}


def place_text(place: Place, players: Sequence[str], language: str) -> str:
    """A place in a record, in words for people."""
    names = ["place_deal", "place_turn", "place_action"][: 1 + bool(place.turn) + bool(place.text)]
    known = place.seat is not None and place.seat < len(players)
    figures: dict[str, str | int] = {
        "deal": place.deal,
        "turn": place.turn,
        "number": place.action,
        "text": place.text,
        "player": players[place.seat] if known and place.seat is not None else "?",
        "seat": "?" if place.seat is None else place.seat,
    }
    return ", ".join(text(name, language, **figures) for name in names)


def record_error_json(error: RecordError, language: str) -> Json:
    """The error of a file that is not a record."""
    return {"error": {"line": error.line, "message": error.message(language), "code": error.code}}
