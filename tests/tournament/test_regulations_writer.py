"""Written regulations read back the same."""

from __future__ import annotations

import pytest

from canastra.tournament.regulations import (
    EXAMPLES,
    example_regulations,
    parse_regulations,
    regulations_document,
    write_regulations,
)
from tests.tournament.days import regulations_text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example(name: str) -> None:
    regulations = parse_regulations(example_regulations(name))
    assert parse_regulations(write_regulations(regulations_document(regulations))) == regulations


def test_names_that_are_no_bare_keys_and_tables_of_ones_own() -> None:
    table = '[victory_tables."Da casa"]\nofficial = false\nabout = "a \\"nossa\\" \\\\ \\u00e9 outra"\n'
    table += "bands = [[0, 95, 10, 10], [100, 195, 11, 9]]\nabove = [20, 0]\n"
    changes = (("[victory_tables]\n", table), ("encounters.grupo", 'encounters."é.o grupo"'))
    regulations = parse_regulations(regulations_text("club-day", *changes, ('"grupo"', '"é.o grupo"')))
    assert parse_regulations(write_regulations(regulations_document(regulations))) == regulations


def test_comments_stand_above_their_keys() -> None:
    document = regulations_document(parse_regulations(example_regulations("club-rounds")))
    text = write_regulations(document, {"": "Em cima\nde tudo", "phases[0].rounds": "Quantas?"})
    assert text.startswith("# Em cima\n# de tudo\nformat = ")
    assert "\n# Quantas?\nrounds = 5\n" in text
