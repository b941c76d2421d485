"""A sheet as a text to send: short lines that a messenger shows as they are, bold between asterisks."""

from __future__ import annotations

from collections.abc import Iterator

from canastra.messages import number_text, signed_text, text
from canastra.scoresheet.presentation.words import match_words, standing_words
from canastra.scoresheet.progress import Progress, SheetDeal, SheetMatch


def text_message(progress: Progress, language: str) -> str:
    """The sheet as people send it to their group: each deal with its points and the totals, and the standing."""
    sheet = progress.sheet
    head = [f"*{_plain(sheet.names[0])} × {_plain(sheet.names[1])}*", _title(progress, language)]
    lines = [*head, *(line for match in progress.matches for line in _match(progress, match, language))]
    return "\n".join([*lines, "", f"*{_plain(standing_words(progress, language))}*"]) + "\n"


def _title(progress: Progress, language: str) -> str:
    sheet, target = progress.sheet, progress.match.target
    words = sheet.rulebook.names[language]
    about = [sheet.about[key] for key in ("event", "place", "date") if key in sheet.about]
    goal = [text("sheet_to", language, target=target)] if target else []
    return " · ".join(map(_plain, [words, *goal, *about]))


def _match(progress: Progress, match: SheetMatch, language: str) -> Iterator[str]:
    yield ""
    if progress.encounter is not None:
        yield text("sheet_match_head", language, match=match.number)
    if not match.deals and any(progress.sheet.score):
        yield text("sheet_from_paper", language, one=progress.sheet.score[0], two=progress.sheet.score[1])
    for deal in match.deals:
        yield _deal(deal, language)
    yield from map(_plain, match_words(progress, match, language))


def _deal(deal: SheetDeal, language: str) -> str:
    if deal.entry.annulled:
        return text("sheet_line_annulled", language, deal=deal.number)
    made, rulings = deal.points.totals, deal.entry.ruling_points
    one, two = (points + ruling for points, ruling in zip(made, rulings, strict=True))
    total = deal.after.points
    asked = " (!)" if deal.warnings or deal.marks else ""
    figures = {"one": signed_text(one, language), "two": signed_text(two, language)}
    figures |= {
        f"total_{name}": number_text(points or 0, language) for name, points in zip(figures, total, strict=True)
    }
    return text("sheet_line", language, deal=deal.number, **figures) + asked


def _plain(words: str) -> str:
    """Names on one line, without characters that a messenger would take for formatting."""
    return " ".join("".join(" " if char in "*_~`" or not char.isprintable() else char for char in words).split())
