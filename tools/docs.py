"""Writes the generated parts of the pages: ``python -m tools.docs``; with ``--check`` only says which are stale.

A generated part stands between two markers, ``<!-- NAME:begin -->`` and ``<!-- NAME:end -->``; the rest of a page is
written by hand. A new generated part is one entry of `PARTS`, a file that is generated as a whole one of `FILES`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from canastra.protocol import schema
from canastra.rulebooks import (
    OFFICIAL,
    POPULAR,
    Rulebook,
    describe,
    official,
    parameter_name,
    parameters,
    popular,
    reason,
    title_of,
)
from canastra.rulebooks.schema import CONSTANTS
from canastra.rulebooks.values import kinds, value_of
from tools import floors, pages, web_floors

ROOT = Path(__file__).parents[1]
RULEBOOKS = Path("docs", "rulebooks")
FOLDERS = {"en": RULEBOOKS, "pt": Path("docs", "pt", "regulamentos")}
"""Where the rulebooks' pages are, by language."""
DECISION = "**D**"


class Part(NamedTuple):
    """A generated part of a page: where it stands and what makes its text."""

    page: Path
    name: str
    text: Callable[[], str]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


class Words(NamedTuple):
    """The words of a language in generated tables."""

    rule: tuple[str, ...]
    """Heads of the columns that name a rule: its key, where readers write files, and its words."""
    value: str
    article: str
    subject: str
    shared: str
    decided: str
    games: str


WORDS = {
    "en": Words(
        ("parameter", "rule"),
        "value",
        "article",
        "subject",
        "Rules that all five share, each with its article here:",
        "decision and reason",
        "games",
    ),
    "pt": Words(
        ("regra",),
        "o que vale",
        "artigo",
        "assunto",
        "O que os cinco têm em comum, e onde este regulamento o diz:",
        "o que foi decidido, e por quê",
        "jogos",
    ),
}


def named(key: str, name: str, language: str) -> tuple[str, ...]:
    """The cells that name a rule: on pages for players without its key."""
    return (name,) if language == "pt" else (f"`{key}`", name)


def parameter_table(rulebook_id: str, language: str) -> str:
    """Every parameter of a rulebook, then what it shares with the others, each with its article."""
    rulebook, words = official(rulebook_id), WORDS[language]
    values = table(
        (*words.rule, words.value, words.article, ""),
        (
            (
                *named(key, title_of(rulebook, key, language), language),
                describe(key, value, language),
                *cited(rulebook, key),
            )
            for key, value, _ in parameters(rulebook)
        ),
    )
    constants = table(
        (*words.rule[:-1], words.subject, words.article, ""),
        (
            (*named(key, parameter_name(key, language), language), *cited(rulebook, key))
            for key in (f"clauses.{name}" for name in CONSTANTS)
        ),
    )
    return f"{values}\n\n{words.shared}\n\n{constants}"


def cited(rulebook: Rulebook, key: str) -> tuple[str, str]:
    """The article of a parameter or constant, and the mark of a decision."""
    clause = rulebook.clauses[key]
    return clause.article, DECISION if clause.decision else ""


def decision_table(rulebook_id: str, language: str) -> str:
    """A table of a rulebook's decisions: the subject, the article read, the decision and its reason."""
    words = WORDS[language]
    return table(
        (words.subject, words.article, words.decided),
        (
            (
                "<br>".join(named(decision.about, parameter_name(decision.about, language), language)),
                decision.article,
                reason(decision, language),
            )
            for decision in official(rulebook_id).decisions
        ),
    )


def popular_decisions(language: str) -> str:
    """A table of the popular games' decisions: the subject, the games, the decision and its reason."""
    words, games = WORDS[language], [popular(name) for name in POPULAR]
    order = {
        decision: None
        for about in games[0].clauses
        for game in games
        for decision in game.decisions
        if decision.about == about
    }
    return table(
        (words.subject, words.games, words.decided),
        (
            (
                "<br>".join(named(decision.about, parameter_name(decision.about, language), language)),
                "<br>".join(f"`{game.id}`" for game in games if decision in game.decisions),
                reason(decision, language),
            )
            for decision in order
        ),
    )


def comparison(language: str) -> str:
    """Every parameter, the five rulebooks side by side."""
    books = [official(rulebook_id) for rulebook_id in OFFICIAL]
    titles = (book.names["pt"] if language == "pt" else book.id for book in books)
    return table(
        (WORDS[language].rule[0], *(f"[{title}]({book.id}.md)" for title, book in zip(titles, books, strict=True))),
        (
            (
                "<br>".join(named(key, parameter_name(key, language), language)),
                *(describe(key, value_of(book, key), language) for book in books),
            )
            for key in kinds()
        ),
    )


def allowed_values() -> str:
    """A table of the allowed values of each parameter, in TOML."""
    return table(("key", "allowed"), ((f"`{key}`", f"`{kind.allowed}`") for key, kind in kinds().items()))


PARTS: list[Part] = [
    Part(RULEBOOKS / "README.md", "allowed", allowed_values),
    *(Part(folder / "README.md", "comparison", partial(comparison, language)) for language, folder in FOLDERS.items()),
    *(
        Part(folder / f"{rulebook_id}.md", name, partial(text, rulebook_id, language))
        for language, folder in FOLDERS.items()
        for rulebook_id in OFFICIAL
        for name, text in (("parameters", parameter_table), ("decisions", decision_table))
    ),
    Part(FOLDERS["en"] / "popular.md", "decisions", partial(popular_decisions, "en")),
    Part(FOLDERS["pt"] / "populares.md", "decisions", partial(popular_decisions, "pt")),
    *(Part(page, name, text) for (page, name), text in pages.PARTS.items()),
    *(Part(page, "floors", floors.table) for page in (Path("CONTRIBUTING.md"), Path("docs", "architecture.md"))),
    Part(Path("docs", "architecture.md"), "server", floors.server_table),
    Part(Path("web", "README.md"), "floors", web_floors.table),
]


FILES: dict[Path, Callable[[], str]] = {Path("docs", "protocol.schema.json"): schema.text}
"""Files that are generated as a whole."""


def with_part(page: str, part: Part) -> str:
    """A page with its generated part written anew."""
    begin, end = f"<!-- {part.name}:begin -->", f"<!-- {part.name}:end -->"
    if page.count(begin) != 1 or page.count(end) != 1:
        raise SystemExit(f"{part.page.as_posix()}: it needs {begin} and {end} once each")
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{part.text()}\n{end}{after}"


def regenerated(root: Path = ROOT) -> dict[Path, str]:
    """Every page that has generated parts, and every generated file, as it should be."""
    pages = {path: text() for path, text in FILES.items()}
    for part in PARTS:
        page = pages.get(part.page) or (root / part.page).read_text("utf-8")
        pages[part.page] = with_part(page, part)
    return pages


def stale(root: Path = ROOT) -> list[Path]:
    """The pages whose generated parts are not what they should be."""
    return [page for page, text in regenerated(root).items() if present(root / page) != text]


def present(path: Path) -> str | None:
    """The content of a file; None if it doesn't exist."""
    return path.read_text("utf-8") if path.exists() else None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description="Write the generated pages again.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a page is stale")
    check = parser.parse_args(arguments).check
    pages = stale()
    if not pages:
        print("every generated page is up to date")
    for page in pages:
        print(f"{page.as_posix()}: {'stale, run make docs' if check else 'written'}")
        if not check:
            (ROOT / page).write_text(regenerated()[page], "utf-8")
    return 1 if check and pages else 0


if __name__ == "__main__":
    sys.exit(main())
