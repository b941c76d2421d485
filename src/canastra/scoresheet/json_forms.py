"""The form of a rulebook as plain JSON, for programs in other languages (docs/scoresheet.md, The form)."""

from __future__ import annotations

from typing import Any, Final

from canastra.scoresheet.form import Bound, Condition, Demand, Field, Form, Worth

FORM_FORMAT: Final = "canastra-form/1"


def form_json(form: Form) -> dict[str, Any]:
    """A form as JSON: every key is always there."""
    return {
        "format": FORM_FORMAT,
        "rulebook": form.rulebook,
        "revision": form.revision,
        "players": form.players,
        "target": form.target,
        "vulnerable_from": form.vulnerable_from,
        "minimums": list(form.minimums),
        "step": form.step,
        "lowest": form.lowest,
        "highest": form.highest,
        "pack": {"cards": form.pack_cards, "points": form.pack_points},
        "fields": list(map(_field, form.fields)),
        "limits": list(map(_limit, form.limits)),
        "demands": list(map(_demand, form.demands)),
    }


def _field(field: Field) -> dict[str, Any]:
    return {
        "id": field.id,
        "topic": field.topic,
        "kind": str(field.kind),
        "component": field.component,
        "ranks": field.ranks,
        "most": field.most,
        "article": field.article,
        "when": list(map(_condition, field.when)),
        "worths": list(map(_worth, field.worths)),
        "options": list(field.options),
    }


def _condition(condition: Condition) -> dict[str, Any]:
    return {"whose": str(condition.whose), "fields": list(condition.fields), "some": condition.some}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"points": worth.points, "if": list(map(_condition, worth.conditions)), "otherwise": worth.otherwise}


def _limit(bound: Bound) -> dict[str, Any]:
    weights = dict(bound.weights)
    return {
        "code": bound.code,
        "whose": str(bound.whose),
        "weights": weights,
        "most": bound.most,
        "article": bound.article,
    }


def _demand(demand: Demand) -> dict[str, Any]:
    return {
        "code": demand.code,
        "when": list(map(_condition, demand.when)),
        "needs": list(map(_condition, demand.needs)),
        "article": demand.article,
    }
