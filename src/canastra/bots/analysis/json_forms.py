"""An analysis as JSON, for programs and the browser (docs/analysis.md)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from canastra.bots.analysis.analysis import Analysis, JudgedDecision, Skipped
from canastra.bots.evaluation import Evaluation
from canastra.bots.explain.facts import Fact
from canastra.engine import Action
from canastra.messages import text

FORMAT: Final = "canastra-analysis/1"
WORST: Final = 3
"""Mistakes shown for each player."""
Json = dict[str, Any]


def analysis_json(analysis: Analysis, language: str) -> Json:
    """The whole analysis. All but `time` depends only on the record and the options."""
    config, record = analysis.config, analysis.record
    places = {id(judged): place for place, judged in enumerate(analysis.judged)}
    return {
        "format": FORMAT,
        "rulebook": record.rulebook.id,
        "sha256": record.rulebook.sha256,
        "seed": config.seed,
        "worlds": config.budget.worlds,
        "players": [_player_json(analysis, seat, places) for seat in range(len(record.players))],
        "decisions": [_decision_json(judged, language) for judged in analysis.judged],
        "skipped": [_skipped_json(skipped, language) for skipped in analysis.skipped],
        "time": time_json(analysis),
    }


def time_json(analysis: Analysis) -> Json:
    """Milliseconds that decisions took; null values without decisions."""
    times = [judged.seconds * 1000 for judged in analysis.judged]
    return {
        "decisions": len(times),
        "median_ms": round(median(times), 1) if times else None,
        "longest_ms": round(max(times), 1) if times else None,
    }


def turn_text(actions: Sequence[Action]) -> str:
    """Actions as in a record, but draws without cards."""
    return ", ".join(map(str, actions))


def _player_json(analysis: Analysis, seat: int, places: dict[int, int]) -> Json:
    return {
        "seat": seat,
        "name": analysis.record.players[seat],
        "decisions": len(analysis.of(seat)),
        "given_up_per_deal": round(analysis.loss(seat), 1),
        "mistakes": [places[id(mistake)] for mistake in analysis.mistakes(seat)],
    }


def _decision_json(judged: JudgedDecision, language: str) -> Json:
    place = judged.decision.place
    return {
        "deal": place.deal,
        "turn": place.turn,
        "action": place.action,
        "seat": judged.decision.view.seat,
        "played": turn_text(judged.decision.played),
        "best": turn_text(judged.best.actions),
        "given_up": round(judged.loss, 1),
        "alternatives": [_alternative_json(alternative) for alternative in judged.alternatives],
        "reasons": [_reason_json(reason, language) for reason in judged.reasons],
        "against": [_reason_json(reason, language) for reason in judged.against],
    }


def _alternative_json(weighed: Evaluation) -> Json:
    return {
        "actions": turn_text(weighed.actions),
        "played": weighed.played,
        "points": round(weighed.points, 1),
        "error": round(weighed.error, 1),
        "gain": round(weighed.gain, 1),
        "gain_error": round(weighed.gain_error, 1),
    }


def _reason_json(reason: Fact, language: str) -> Json:
    return {
        "code": reason.code,
        "article": reason.article,
        "figures": dict(reason.figures),
        "message": reason.message(language),
    }


def _skipped_json(skipped: Skipped, language: str) -> Json:
    return {
        "code": skipped.code,
        "deal": skipped.deal,
        "seat": skipped.seat,
        "decisions": skipped.decisions,
        "message": text(skipped.code, language),
    }
