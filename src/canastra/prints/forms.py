"""The form of a rulebook in printed form: its lines, a blank sheet, and a sheet from a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from canastra.messages import number_text, text
from canastra.prints.names import PrintedSide
from canastra.prints.score_sheets import FormLine, PrintedDeal, PrintedScoreSheet
from canastra.records.rulings import ANNUL
from canastra.rulebooks import Rulebook
from canastra.scoresheet import Progress, Sheet, SheetDeal, SheetMatch, progress_of
from canastra.scoresheet.form import Field, Form, Kind, Whose
from canastra.scoresheet.form_fields import form_of
from canastra.scoresheet.points import side_field_points
from canastra.scoresheet.progress import minimums_of

_SHORT = ("red_unreplaced", "unplayed")
"""The fields with a shorter name on paper than on the form."""
_YES = "✓"
_NO_SIDES = (PrintedSide(), PrintedSide())


def blank_sheet(
    rulebook: Rulebook,
    language: str,
    table: str = "",
    url: str = "",
    sides: tuple[PrintedSide, PrintedSide] = _NO_SIDES,
) -> PrintedScoreSheet:
    """A sheet of a rulebook without deals; names are written in unless `sides` has them."""
    form = form_of(rulebook)
    key = "print_target" if form.target else "print_one_deal"
    return PrintedScoreSheet(
        rulebook=rulebook.names[language],
        lines=form_lines(form, language),
        sides=sides,
        table=table,
        target=text(key, language, points=number_text(form.target or 0, language)),
        minimum_note=minimum_note(form, language),
        url=url,
    )


def form_lines(form: Form, language: str) -> tuple[FormLine, ...]:
    """The lines of a form, in its order."""
    return tuple(_line(field, language) for field in form.fields)


def minimum_note(form: Form, language: str) -> str:
    """The note on the minimums and the totals from which they hold; empty without minimums."""
    if not form.minimums:
        return ""
    first, *later = map(str, form.minimums)
    words = text("print_minimums", language, points=number_text(form.vulnerable_from, language), first=first)
    return words + (text("print_minimums_later", language, later=", ".join(later)) if later else "")


def _line(field: Field, language: str) -> FormLine:
    label = text(f"print_{field.topic}" if field.topic in _SHORT else f"sheet_field_{field.topic}", language)
    if field.kind is Kind.CHOICE:
        return _choice(field, label, language)
    if field.ranks:
        label = f"{label}: {field.ranks.replace('-', '–').replace(' ', ', ')}"
    if field.when:
        whose = {condition.whose for condition in field.when}
        key = "print_if_other_out" if whose == {Whose.OTHER} else "print_if_somebody_out"
        label = text(key, language, what=label)
    return FormLine(label[:1].upper() + label[1:], _worth(field))


def _choice(field: Field, label: str, language: str) -> FormLine:
    """The line of a choice: only the options with points."""
    worths: dict[str, list[str]] = {}
    for option, worth in zip(field.options, field.worths, strict=True):
        if worth.points:
            key = f"print_{option}" if option in _SHORT else f"sheet_option_{option}"
            worths.setdefault(_signed(worth.points), []).append(text(key, language))
    parts = [" / ".join(names) for names in worths.values()]
    return FormLine(f"{label[:1].upper()}{label[1:]}: {' | '.join(parts)}", " | ".join(worths))


def _worth(field: Field) -> str:
    worth = field.worths[0]
    if worth.otherwise and worth.otherwise == -worth.points:
        return f"±{abs(worth.points)}"
    many = field.kind is Kind.COUNT and worth.points > 0 and bool(field.topic == "laid")
    return f"×{worth.points}" if many else _signed(worth.points)


def filled_sheets(sheet: Sheet, language: str, table: str = "", url: str = "") -> tuple[PrintedScoreSheet, ...]:
    """The matches of a sheet as they are printed; a match without deals is left out unless it is the only one.

    Raises a `CanastraError` if the entered cards are impossible.
    """
    progress = progress_of(sheet)
    matches = [match for match in progress.matches if match.deals] or [*progress.matches[:1]]
    blank = blank_sheet(sheet.rulebook, language, table, url, (_side(sheet, 0), _side(sheet, 1)))
    return tuple(_of_match(progress, match, blank, language) for match in matches)


def _side(sheet: Sheet, side: int) -> PrintedSide:
    """A side by its name, and by its people if the name does not contain theirs."""
    people, name = sheet.players[side::2], sheet.names[side]
    return PrintedSide(name, people)


def _of_match(progress: Progress, match: SheetMatch, blank: PrintedScoreSheet, language: str) -> PrintedScoreSheet:
    sheet, target = progress.sheet, match.state.target
    words = [text("print_target" if target else "print_one_deal", language, points=target)]
    if sheet.encounter is not None:
        words.insert(0, text("print_match_number", language, match=match.number))
    first = match.number == sheet.first_match
    return replace(
        blank,
        deals=tuple(_deal(sheet, deal, language) for deal in match.deals),
        target=" · ".join(words),
        brought=(_figure(sheet.score[0]), _figure(sheet.score[1])) if first and any(sheet.score) else ("", ""),
        remarks=tuple(_remarks(sheet, match, language)),
    )


def _deal(sheet: Sheet, deal: SheetDeal, language: str) -> PrintedDeal:
    minimums, after = minimums_of(deal.before), deal.after.points
    totals = ("–", "–") if deal.entry.annulled else tuple(map(_figure, deal.points.totals))
    return PrintedDeal(
        dealer="" if deal.before.dealer_open else _seat(sheet, deal.before.dealer),
        minimums=(str(minimums[0] or ""), str(minimums[1] or "")),
        cells=tuple(zip(_answers(sheet, deal, 0), _answers(sheet, deal, 1), strict=True)),
        totals=(totals[0], totals[1]),
        running=(_figure(after[0] or 0), _figure(after[1] or 0)),
    )


def _answers(sheet: Sheet, deal: SheetDeal, side: int) -> Iterator[str]:
    """A side's answers, line by line; empty if only its total is known, or if the deal was annulled."""
    points = side_field_points(sheet.rulebook, deal.points, side)
    blank = deal.entry.annulled or not deal.points.known[side]
    for field in form_of(sheet.rulebook).fields:
        yield "" if blank else _answer(field, deal.points.counts[side].get(field.id, 0), points[field.id])


def _answer(field: Field, number: int, points: int) -> str:
    if field.kind is Kind.COUNT:
        return str(number or "")
    # The line of a choice names the options with points.
    return _YES if (points if field.kind is Kind.CHOICE else number) else ""


def _seat(sheet: Sheet, seat: int) -> str:
    """The player of a seat: by name, or as the first or second player of side A or B."""
    if len(sheet.players) > seat:
        return sheet.players[seat]
    return f"{'AB'[seat % 2]}{seat // 2 + 1}"


def _remarks(sheet: Sheet, match: SheetMatch, language: str) -> Iterator[str]:
    """A referee's rulings and the corrections: totals alone would not explain the running total."""
    for number, deal in enumerate(match.deals, 1):
        for ruling in deal.entry.rulings:
            who = "" if ruling.side is None else "AB"[ruling.side]
            what = text("print_annulled", language) if ruling.kind == ANNUL else f"{who} {_signed(ruling.points)}"
            yield text("print_remark", language, deal=number, what=what, reason=ruling.reason)
        for correction in deal.entry.corrections:
            what = text("print_corrected", language, side="AB"[correction.side], author=correction.author)
            yield text("print_remark", language, deal=number, what=what, reason=correction.reason)
    for forfeit in sheet.forfeits:
        if forfeit.match == match.number:
            yield text("print_forfeit", language, side="AB"[forfeit.side], reason=forfeit.reason)


def _figure(points: int) -> str:
    return str(points).replace("-", "−")


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else _figure(points)
