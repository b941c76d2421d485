"""The form of a rulebook as it is printed: the words of its lines, what one is worth, the minimum, a blank sheet."""

from __future__ import annotations

from canastra.messages import number_text, text
from canastra.prints.names import PrintedSide
from canastra.prints.score_sheets import FormLine, PrintedScoreSheet
from canastra.rulebooks import Rulebook
from canastra.scoresheet.form import Field, Form, Kind, Whose
from canastra.scoresheet.form_fields import form_of

_SHORT = ("red_unreplaced", "unplayed")
"""What has a shorter name on paper than where it is asked for."""
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
    """Which minimum holds from when; empty if there is none."""
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
    """The line of a choice: only the options that are worth something."""
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


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}"
