"""The words that the browser client shares with the program are the program's."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from canastra.messages import LANGUAGES, catalogue
from canastra.tournament.events import TournamentEvent
from tools import web_words


@pytest.mark.parametrize(("path", "content"), list(web_words.files()), ids=lambda given: getattr(given, "name", ""))
def test_the_files_are_those_of_the_messages(path: Path, content: str) -> None:
    assert path.read_text("utf-8") == content, "stale: run python -m tools.web_words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_tournament_has_a_name(language: str) -> None:
    """The minutes name the line that was revoked, and the room's page lists every line."""
    tags = {event.__struct_config__.tag for event in get_args(TournamentEvent)}
    assert tags == {
        code.removeprefix("tournament_event_") for code in catalogue(language) if code.startswith("tournament_event_")
    }
