"""Writes the score sheets' forms that the browser client has: ``python -m tools.web_forms``.

They are those of the rulebooks that every server has, so that a sheet needs no server.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, shipped
from canastra.scoresheet import form_json, form_of

FORMS = Path(__file__).parents[1] / "web" / "src" / "sheet" / "model" / "forms.json"

UNREAD = {"format", "pack", "component", "article"}
"""Keys of a form and of its fields that the page doesn't need."""


def books() -> dict[str, dict[str, Any]]:
    """Each rulebook's names and form, and the digest that files state of those of a house."""
    return {name: _book(shipped(name)) for name in (*OFFICIAL, *POPULAR)}


def _book(rulebook: Rulebook) -> dict[str, Any]:
    digest = {} if rulebook.extends is None else {"sha256": rulebook.sha256}
    return {"name": dict(rulebook.names), **digest, "form": _form(form_json(form_of(rulebook)))}


def _form(form: dict[str, Any]) -> dict[str, Any]:
    """The parts of a form that the page reads."""
    fields = [{key: value for key, value in field.items() if key not in UNREAD} for field in form["fields"]]
    return {key: value for key, value in form.items() if key not in UNREAD} | {"fields": fields}


def text() -> str:
    """The file: one line for each rulebook."""
    lines = (f"{json.dumps(name)}: {json.dumps(book, ensure_ascii=False)}" for name, book in books().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FORMS.write_text(text(), "utf-8")
