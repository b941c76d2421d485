"""The journal: nothing finished is lost, nothing damaged is believed, no config is mixed with another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from canastra.arena.config import RunConfig
from canastra.arena.journal import NAME, open_journal, seed_of
from canastra.arena.statistics.sprt import Bounds
from canastra.errors import InputError
from tests.arena.runs import chunk, config


def test_chunks_come_back(tmp_path: Path) -> None:
    journal = open_journal(tmp_path, config())
    chunks = (chunk(0, 0, 100, -20), chunk(0, 4, 7))
    for each in chunks:
        journal.add(each)
    assert journal.chunks == ()
    assert open_journal(tmp_path, config()).chunks == chunks


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    journal = open_journal(tmp_path, config())
    journal.add(chunk(0, 0, 5))
    whole = (tmp_path / NAME).read_bytes()
    journal.add(chunk(0, 1, 6))
    line = (tmp_path / NAME).read_bytes()[len(whole) :]
    for length in range(len(line)):
        (tmp_path / NAME).write_bytes(whole + line[:length])
        again = open_journal(tmp_path, config())
        assert again.chunks == (chunk(0, 0, 5),)
        assert (tmp_path / NAME).read_bytes() == whole
    again.add(chunk(0, 1, 6))
    assert open_journal(tmp_path, config()).chunks == (chunk(0, 0, 5), chunk(0, 1, 6))


@pytest.mark.parametrize("length", [0, 5])
def test_a_first_line_that_was_cut_off(length: int, tmp_path: Path) -> None:
    open_journal(tmp_path, config())
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole[:length])
    assert seed_of(tmp_path) is None
    assert open_journal(tmp_path, config()).chunks == ()
    assert (tmp_path / NAME).read_bytes() == whole


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        '{"meeting":0,"start":0,"pairs":[[[1,2,3,"stock"]]],"times":{},"seconds":1}',
        '{"meeting":0,"start":0,"pairs":[[[1,2,3,"stock",[[0,0,0],[0,0,0]]],[1,2,"3","stock",[[0,0,0],[0,0,0]]]]],"times":{},"seconds":1}',
        '{"meeting":0,"start":0,"pairs":[[[1,2,3,"stock",[[0,0,0],[0,0]]],[1,2,3,"stock",[]]]],"times":{},"seconds":1}',
        '{"meeting":0,"start":-1,"pairs":[],"times":{},"seconds":1}',
        '{"meeting":1,"start":0,"pairs":[],"times":{},"seconds":1}',
        '{"meeting":0,"start":0,"pairs":[],"times":{"greedy":{}},"seconds":1}',
        '{"meeting":0,"start":0,"pairs":[],"times":[],"seconds":1}',
    ],
)
def test_any_other_damage_is_an_error(line: str, tmp_path: Path) -> None:
    open_journal(tmp_path, config()).add(chunk(0, 0, 5))
    path = tmp_path / NAME
    path.write_text(f"{path.read_text('utf-8')}{line}\n", "utf-8")
    before = path.read_bytes()
    with pytest.raises(InputError) as caught:
        open_journal(tmp_path, config())
    assert (caught.value.code, caught.value.figures["number"]) == ("arena_journal_damaged", 3)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (config(seed=2), "seed"),
        (config("random,greedy"), "entrants"),
        (config(rulebook="buraco"), "rulebook"),
        (config(bounds=Bounds(0, 50)), "sprt"),
        (config("random,greedy", seed=3), "entrants, seed"),
    ],
)
def test_another_config_is_refused(other: object, what: str, tmp_path: Path) -> None:
    open_journal(tmp_path, config())
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(InputError) as caught:
        open_journal(tmp_path, other)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.figures["what"]) == ("arena_other_question", what)
    assert (tmp_path / NAME).read_bytes() == before


def test_a_program_that_changed_is_named(tmp_path: Path) -> None:
    def local(**digests: str) -> RunConfig:
        return replace(config(), local={"my": {"text": "program:sh a.sh", "files": {"sh": "0", **digests}}})

    open_journal(tmp_path, local(a="1"))
    assert open_journal(tmp_path, local(a="1")).chunks == ()
    for other, what in ((local(a="2"), "a"), (local(), "a"), (local(a="1", b="2"), "b"), (config(), "a")):
        with pytest.raises(InputError) as caught:
            open_journal(tmp_path, other)
        assert caught.value.code == "arena_program_changed"
        assert (caught.value.figures["name"], what in str(caught.value.figures["what"])) == ("my", True)


def test_the_seed_of_a_folder(tmp_path: Path) -> None:
    assert seed_of(tmp_path) is None
    open_journal(tmp_path, config(seed=77))
    assert seed_of(tmp_path) == 77
