"""The help of a match, and the table itself, on a screen that is only 24 lines high."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from canastra import bots
from canastra.cli.local.match import new_match
from canastra.cli.ui.help import brief_help, help_about, help_page
from canastra.cli.ui.screen import Scene, table
from canastra.errors import InputError
from canastra.messages import LANGUAGES, text
from canastra.rulebooks import official
from tests.cli.running import canastra

LINES = 24
ABOVE_PROMPT = LINES - 1


def shown(lines: list[Any], width: int = 80) -> list[str]:
    """Lines as they come out."""
    console = Console(width=width, record=True, highlight=False, markup=False, file=io.StringIO())
    for line in lines:
        console.print(line)
    return console.export_text().rstrip("\n").split("\n")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("online", [False, True])
def test_the_short_help_fits_on_a_screen(lang: str, online: bool) -> None:
    found = shown(brief_help(lang, online=online))
    assert len(found) < ABOVE_PROMPT
    words = " ".join(" ".join(found).split())
    for name in ("draw", "take", "meld", "discard", "moves", "hint"):
        assert " ".join(text(f"how_{name}_typed", lang).split()) in words
        assert text(f"how_{name}", lang) in words


@pytest.mark.parametrize(
    ("asked", "topic"),
    [
        ("ajuda encaixar", "lay"),
        ("help lay", "lay"),
        ("ajuda e", "lay"),
        ("ajuda ?", "moves"),
        ("ajuda Cartas", "cards"),
    ],
)
def test_one_thing_in_full(asked: str, topic: str) -> None:
    lines = shown(help_about(f"help {asked.split()[1]}", "pt"))
    whole = [text(f"how_{topic}_typed", "pt"), text(f"how_{topic}", "pt")]
    assert " ".join(lines).split() == " ".join(whole).split()


def test_everything_and_what_is_no_topic() -> None:
    assert shown(help_about("help tudo", "pt")) == shown(help_page("pt"))
    assert "revanche" in " ".join(shown(help_about("help servidor", "pt", online=True)))
    for word in ("nada", "sim", "servidor"):
        with pytest.raises(InputError) as error:
            help_about(f"help {word}", "pt")
        assert error.value.code == "input_no_help"
        assert word in error.value.message("pt")


def test_a_pipe_gets_all_of_it_without_a_pause(tmp_path: Path) -> None:
    file, typed = tmp_path / "a.canastra", b"ajuda\najuda tudo\najuda nada\nregras\nsair\n"
    ran = canastra("play", "--lang", "pt", "--seed", "1", "--file", file, stdin=typed)
    assert ran.status == 0
    assert text("how_end", "pt").split(":")[0] in " ".join(ran.out.split())
    assert text("input_no_help", "pt", word="nada") in ran.out
    assert text("param_stock_exhausted", "pt") in ran.out
    assert text("play_more", "pt") not in ran.out


@pytest.mark.parametrize("rulebook_id", ["buraco", "canastra-regional"])
def test_the_table_fits_on_a_screen(rulebook_id: str) -> None:
    """The points, all melds, the own cards and what can be done stay; the oldest news go."""
    rulebook, heights = official(rulebook_id), []
    for seed in range(3):
        session = new_match(rulebook, ("Ana", "Leste", "Norte", "Oeste"), seed)
        session.deal(None)
        players = [bots.make("greedy", number) for number in range(4)]
        while session.table.deal and (seat := session.table.to_act) is not None:
            if seat == session.seats.person:
                log, state = session.narrator.log, session.state
                scene = Scene(session.view(), session.names, log, session.narrator.fresh(state), 1, "pt")
                whole = [line.plain for line in table(scene)]
                low = [line.plain for line in table(replace(scene, height=ABOVE_PROMPT))]
                heights.append(len(whole))
                assert len(low) <= ABOVE_PROMPT
                if len(whole) <= ABOVE_PROMPT:
                    assert low == whole
                else:
                    kept = [line for line in whole if line]
                    gone = kept.index(low[low.index(" …") + 1]) - low.index(" …") if " …" in low else 0
                    news = next(place for place, line in enumerate(low) if line == " …") if gone else 0
                    assert low == (kept if not gone else [*kept[:news], " …", *kept[news + gone :]])
                    assert all(line.startswith(" ") and ") " not in line[:12] for line in kept[news : news + gone])
            session.play(players[seat].choose(session.view(seat)))
    assert max(heights) > LINES
