"""Presets and reactions have words in both languages, and the page shows them."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from canastra import messages
from canastra.protocol import read_client
from canastra.protocol.commands import React, Say
from canastra.server.chat import PRESETS, REACTIONS

PAGE = Path(__file__).parents[3] / "docs" / "chat.md"
SETS = {"chat_presets": PRESETS, "chat_reactions": REACTIONS}
ROW = re.compile(r"^\| `(\w+)` \| (.+) \| (.+) \|$", re.MULTILINE)


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("table", SETS)
def test_the_sets_are_those_of_the_catalogues(language: str, table: str) -> None:
    catalogue = tomllib.loads(files("canastra.messages").joinpath(f"{language}.toml").read_text("utf-8"))
    assert tuple(catalogue[table]) == SETS[table]
    assert len(set(catalogue[table].values())) == len(SETS[table])


@pytest.mark.parametrize("key", PRESETS + REACTIONS)
def test_keys_are_plain_and_fit_a_message(key: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", key)
    assert read_client(f'{{"type":"say","id":"c","preset":"{key}"}}') == Say("c", preset=key)
    assert read_client(f'{{"type":"react","id":"c","reaction":"{key}"}}') == React("c", key)


def test_the_page_has_all_of_them_with_their_words() -> None:
    expected = [(key, messages.text(key, "pt"), messages.text(key, "en")) for key in PRESETS + REACTIONS]
    assert ROW.findall(PAGE.read_text("utf-8")) == expected
