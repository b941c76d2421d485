"""The generated parts of the developers' pages: the articles and their tests, the codes of violations."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from tools import articles

VIOLATIONS = {
    "turns": "A turn",
    "melds": "Melds and laying off",
    "going_out": "Going out",
    "replays": "What a record says besides the actions",
}
"""Tables of the catalogue whose messages are those of violations, and their titles."""


def violation_codes() -> dict[str, dict[str, str]]:
    """Every code of a violation with its message in English, by table of the catalogue."""
    catalogue = tomllib.loads(files("canastra.messages").joinpath("en.toml").read_text("utf-8"))
    return {table: catalogue[table] for table in VIOLATIONS}


def render_codes() -> str:
    """The codes of violations and their messages, as tables."""
    tables = []
    for table, codes in violation_codes().items():
        rows = [f"| `{code}` | {words} |" for code, words in codes.items()]
        tables.append("\n".join([f"### {VIOLATIONS[table]}", "", "| code | message |", "|---|---|", *rows]))
    return "\n\n".join(tables)


def render_articles() -> str:
    """The articles of each rulebook and the files of their tests, as tables."""
    return articles.render(articles.read_all(articles.files()))


PARTS: dict[tuple[Path, str], Callable[[], str]] = {
    (Path("docs", "rulings.md"), "articles"): render_articles,
    (Path("docs", "records.md"), "codes"): render_codes,
}
"""What makes each part: by its page, from the root, and the name in its markers."""
