"""A congress that was written is read as it was."""

from __future__ import annotations

import pytest

from canastra.tournament.congress import EXAMPLES, congress_document, example_congress, parse_congress, write_congress
from tests.tournament.days import congress_text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example(name: str) -> None:
    congress = parse_congress(example_congress(name))
    assert parse_congress(write_congress(congress_document(congress))) == congress


def test_names_that_are_no_bare_keys_and_tables_of_ones_own() -> None:
    table = '[victory_tables."Da casa"]\nofficial = false\nabout = "a \\"nossa\\"\\u007f\\u000b"\n'
    table += "bands = [[0, 95, 10, 10], [100, 195, 11, 9]]\nabove = [20, 0]\n"
    changes = (("[victory_tables]\n", table), ("encounters.grupo", 'encounters."é.o grupo"'))
    congress = parse_congress(congress_text("club-day", *changes, ('"grupo"', '"é.o grupo"')))
    assert parse_congress(write_congress(congress_document(congress))) == congress


def test_comments_stand_above_their_keys() -> None:
    document = congress_document(parse_congress(example_congress("club-rounds")))
    text = write_congress(document, {"": "Em cima\nde tudo", "phases[0].rounds": "Quantas?"})
    assert text.startswith("# Em cima\n# de tudo\nformat = ")
    assert "\n# Quantas?\nrounds = 5\n" in text
