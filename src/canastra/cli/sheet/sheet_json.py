"""A sheet and its results as JSON, for programs."""

from __future__ import annotations

from typing import Any

from canastra.scoresheet import EntryWarning, Progress, SheetDeal, SheetMatch


def progress_json(progress: Progress, language: str) -> dict[str, Any]:
    """The standing of a sheet, deal by deal."""
    sheet = progress.sheet
    return {
        "rulebook": sheet.rulebook.id,
        "sides": list(sheet.names),
        "players": list(sheet.players),
        "matches": [_match(match, language) for match in progress.matches],
        "won": list(progress.encounter.won) if progress.encounter else None,
        "finished": progress.finished,
        "winner": progress.winner,
        "next": None if progress.finished else {"dealer": progress.dealer, "minimums": list(progress.minimums)},
    }


def _match(match: SheetMatch, language: str) -> dict[str, Any]:
    state = match.state
    return {
        "match": match.number,
        "target": state.target,
        "points": list(state.points),
        "finished": state.finished,
        "winner": state.winner,
        "deals": [_deal(deal, language) for deal in match.deals],
    }


def _deal(deal: SheetDeal, language: str) -> dict[str, Any]:
    return {
        "deal": deal.number,
        "dealer": deal.before.dealer,
        "made": list(deal.points.totals),
        "rulings": list(deal.entry.ruling_points),
        "annulled": deal.entry.annulled,
        "totals": list(deal.after.points),
        "warnings": [_warning(warning, language) for warning in deal.warnings],
        "accepted": [_warning(warning, language) | {"reason": let.reason} for warning, let in deal.accepted],
        "marks": [{"code": mark.code, "side": mark.side, "message": mark.message(language)} for mark in deal.marks],
        "corrections": len(deal.entry.corrections),
    }


def _warning(warning: EntryWarning, language: str) -> dict[str, Any]:
    return {
        "code": warning.code,
        "side": warning.side,
        "article": warning.article,
        "message": warning.message(language),
    }
