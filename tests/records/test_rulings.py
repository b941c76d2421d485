"""A referee's decisions: author, time and subject."""

from __future__ import annotations

import pytest

from canastra.errors import InputError, RecordError
from canastra.records import Category, Forfeit, Ruling, parse, write
from canastra.records.rulings import check_time
from tests.records.test_preliminaries import begun, record

FULL = 'author = "Rui", time = "2026-03-01T14:30:00-03:00", category = "conduct"'


def test_a_ruling_has_an_author_a_time_and_a_category() -> None:
    lines = (f'rulings = [{{kind = "points", side = 0, points = -100, reason = "x", {FULL}}}]',)
    (found,) = parse(begun(deal=lines)).deals[0].rulings
    assert found == Ruling("points", "x", 0, -100, "Rui", "2026-03-01T14:30:00-03:00", Category.CONDUCT)
    text = write(parse(begun(deal=lines)))
    assert (
        'rulings = [{ "kind" = "points", "side" = 0, "points" = -100, "reason" = "x", "author" = "Rui", '
        '"time" = "2026-03-01T14:30:00-03:00", "category" = "conduct" }]'
    ) in text
    assert parse(text) == parse(begun(deal=lines))


def test_all_three_may_be_missing() -> None:
    (found,) = parse(begun(deal=('rulings = [{kind = "annul", reason = "x"}]',))).deals[0].rulings
    assert found == Ruling("annul", "x")


def test_a_forfeit_has_them_too() -> None:
    match = record(forfeit=Forfeit(1, "W.O.", "Rui", "2026-03-01T14:30:00Z", Category.ABSENCE))
    assert parse(write(match)) == match


def test_a_time_of_toml_is_kept_as_its_text() -> None:
    lines = ('rulings = [{kind = "annul", reason = "x", time = 2026-03-01T14:30:00-03:00}]',)
    assert parse(begun(deal=lines)).deals[0].rulings[0].time == "2026-03-01T14:30:00-03:00"


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ('author = "  "', "text_blank"),
        ("author = 3", "expected_text"),
        ('category = "rudeness"', "choice_unknown"),
        ('time = "14:30"', "time_malformed"),
        ('time = "2026-03-01T14:30:00"', "time_malformed"),
        ("time = 2026-03-01T14:30:00", "time_malformed"),
        ("time = 2026-03-01", "time_malformed"),
        ('time = "2026-02-30T14:30:00Z"', "time_malformed"),
        ('time = "2026-03-01T25:30:00Z"', "time_malformed"),
        ('referee = "Rui"', "key_unknown"),
    ],
)
def test_what_is_refused(field: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(begun(deal=(f'rulings = [{{kind = "annul", reason = "x", {field}}}]',)))
    assert (caught.value.code, caught.value.line) == (code, 9)
    with pytest.raises(RecordError) as caught:
        parse(begun(f'forfeit = {{side = 0, reason = "x", {field}}}'))
    assert (caught.value.code, caught.value.line) == (code, 6)


@pytest.mark.parametrize(
    "text",
    ["2026-03-01T14:30:00Z", "2026-03-01T14:30:00.25+05:30", "2024-02-29T00:00:00-00:00", "2000-02-29T23:59:59Z"],
)
def test_times_that_are_taken(text: str) -> None:
    assert check_time(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2100-02-29T14:30:00Z",
        "2026-04-31T14:30:00Z",
        "2026-13-01T14:30:00Z",
        "2026-03-01 14:30:00Z",
        "2026-03-01T14:30:00z",
        "2026-03-01T14:30Z\n",
    ],
)
def test_times_that_are_not(text: str) -> None:
    with pytest.raises(InputError):
        check_time(text)
