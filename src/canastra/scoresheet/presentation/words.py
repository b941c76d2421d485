"""The words of a form and of a sheet, for people."""

from __future__ import annotations

from canastra.engine.match import Points
from canastra.messages import number_text, signed_text, text
from canastra.scoresheet.form import Field, Kind
from canastra.scoresheet.progress import Progress, SheetMatch
from canastra.scoresheet.sheet import Sheet, seat_code


def field_words(field: Field, language: str) -> str:
    """The question of a field in words: "cards laid: A", "went out"."""
    words = text(f"sheet_field_{field.topic}", language)
    if not field.ranks:
        return words
    ranks = ", ".join(rank.replace("-", "–") for rank in field.ranks.split(" "))
    return f"{words}: {ranks}"


def worth_words(field: Field, language: str) -> str:
    """The points per unit of a field in words: "×15", "+100", "±100"; empty for a choice, since each option has its
    own.
    """
    if field.kind is Kind.CHOICE:
        return ""
    worth = field.worths[0]
    if worth.conditions and worth.otherwise == -worth.points:
        return f"±{number_text(abs(worth.points), language)}"
    sign = signed_text(worth.points, language)
    return sign if field.kind is Kind.FLAG else f"× {sign.removeprefix('+')}"


def answer_words(field: Field, number: int, language: str) -> str:
    """The answer to a field in words; empty for a no and for 0."""
    if field.kind is Kind.CHOICE:
        return text(f"sheet_option_{field.options[number]}", language)
    if field.kind is Kind.FLAG:
        return text("sheet_yes", language) if number else ""
    return str(number) if number else ""


def seat_words(sheet: Sheet, seat: int) -> str:
    """The name of a seat: the player's, or the side's with the seat."""
    if sheet.players:
        return sheet.players[seat]
    return f"{sheet.names[seat % 2]} ({seat_code(seat)})"


def standing_words(progress: Progress, language: str) -> str:
    """The state of the match in words: the winner, or the next dealer and the points that each side needs to open."""
    sheet = progress.sheet
    if progress.finished:
        return _end_words(progress, language)
    parts = []
    if progress.encounter:
        parts.append(text("sheet_encounter", language, one=progress.encounter.won[0], two=progress.encounter.won[1]))
    if progress.dealer is None:
        parts.append(text("sheet_draw_dealer", language))
    else:
        parts.append(text("sheet_deals_next", language, dealer=seat_words(sheet, progress.dealer)))
    for name, minimum in zip(sheet.names, progress.minimums, strict=True):
        if minimum:
            parts.append(text("sheet_opens_with", language, name=name, minimum=minimum))
    return " ".join(parts)


def match_words(progress: Progress, match: SheetMatch, language: str) -> list[str]:
    """The end of a match of an encounter in words, and its forfeits; empty while it goes on."""
    found = [
        text("sheet_note_forfeit", language, name=progress.sheet.names[forfeit.side], reason=forfeit.reason)
        for forfeit in progress.sheet.forfeits
        if forfeit.match == match.number
    ]
    if progress.encounter is None or not match.state.finished or found:
        return found
    return [_result_words(progress, "match", match.state.winner, match.state.points, language)]


def _end_words(progress: Progress, language: str) -> str:
    if progress.encounter is None:
        return _result_words(progress, "match", progress.winner, progress.match.points, language)
    return _result_words(progress, "encounter", progress.winner, progress.encounter.won, language)


def _result_words(progress: Progress, kind: str, winner: int | None, pair: Points, language: str) -> str:
    """The result in words: the winner, with the winner's points or matches first."""
    high, low = reversed(pair) if winner == 1 else pair
    code = f"sheet_{kind}_drawn" if winner is None else f"sheet_{kind}_won"
    figures = {"high": number_text(high or 0, language), "low": number_text(low or 0, language)}
    return text(code, language, winner=progress.sheet.names[winner or 0], **figures)
