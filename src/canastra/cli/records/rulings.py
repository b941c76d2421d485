"""A referee's decisions in words."""

from __future__ import annotations

from canastra.cli.language import Language
from canastra.cli.records.player_names import side_names
from canastra.messages import signed_text, text
from canastra.records import Forfeit, Record, Ruling

Decision = Ruling | Forfeit


def told(decision: Decision, deal: int | None, record: Record, language: Language) -> str:
    """A line about a decision: its kind, its subject, the reason, the author and the time."""
    names = side_names(record, language)
    if isinstance(decision, Forfeit):
        what = text("rule_did_forfeit", language, side=names[decision.side])
    elif decision.side is None:
        what = text("rule_did_annul", language, deal=deal or 0)
    else:
        points = signed_text(decision.points, language)
        what = text("rule_did_points", language, deal=deal or 0, points=points, side=names[decision.side])
    return f"{what}: {reasons(decision, language)}"


def reasons(decision: Decision, language: Language) -> str:
    """The reason of a decision; in brackets the subject, the author and the time, as far as the record has them."""
    category = text(f"category_{decision.category}", language) if decision.category else ""
    about = ", ".join(part for part in (category, decision.author, decision.time) if part)
    return f"{decision.reason} {text('rule_about', language, about=about)}" if about else decision.reason
