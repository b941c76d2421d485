"""docs/tournaments.md names every field of regulations, every event and every kind of result."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from canastra.tournament.events import EncounterResult, TournamentEvent
from canastra.tournament.regulations import Criterion, EncounterLength, SideKind, phases, schema

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
NAMED = set(re.findall(r'`"?([a-z_]+)"?`', PAGE))
FOUND = (*vars(schema).values(), *vars(phases).values())
STRUCTS = [each for each in FOUND if isinstance(each, type) and issubclass(each, Struct)]


def test_every_field_is_on_the_page() -> None:
    fields = {name for struct in STRUCTS for name in struct.__struct_fields__}
    tables = {
        "phases",
        "entries",
        "encounters",
        "scorings",
        "victory_tables",
        "absence",
        "standings",
        "penalties",
        "seats",
        "clubs",
        "online",
    }
    assert len(fields) > 60
    assert fields - NAMED - {table for table in tables if re.search(rf"\[{table}\b", PAGE)} == set()


@pytest.mark.parametrize("union", [TournamentEvent, EncounterResult, phases.PhaseTerms])
def test_every_event_result_and_phase_is_on_the_page(union: object) -> None:
    tags = {each.__struct_config__.tag for each in get_args(union)}
    assert len(tags) >= 4
    assert tags - NAMED == set()


@pytest.mark.parametrize("words", [Criterion, EncounterLength, SideKind, schema.AtCall])
def test_every_word_is_on_the_page(words: type[Criterion]) -> None:
    assert {str(each) for each in words} - NAMED == set()
