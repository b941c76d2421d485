"""Files of a run: whole or not at all, the same again, and a picture where there is matplotlib."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from unittest import mock

import pytest

from canastra.arena import plot, require
from canastra.arena.files import check_folder, write_files
from canastra.arena.results import COLUMNS, results
from canastra.arena.run import Run
from canastra.errors import InputError
from tests.arena.runs import chunk, config

FILES = ["deals.csv", "plot.png", "plot.svg", "results.json", "times.json"]


def run() -> Run:
    return Run(config("greedy,random,greedy+random"), 2, [chunk(number, 0, 10, 30) for number in range(3)])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_all_files(tmp_path: Path) -> None:
    found, written = write_files(tmp_path, run(), "pt")
    assert names(tmp_path) == sorted(written) == FILES
    assert json.loads((tmp_path / "results.json").read_text("utf-8")) == found == results(run())
    assert json.loads((tmp_path / "times.json").read_text("utf-8"))["greedy"]["decisions"] == 3
    rows = list(csv.DictReader((tmp_path / "deals.csv").read_text("utf-8").splitlines()))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 12


def test_the_same_bytes_again(tmp_path: Path) -> None:
    write_files(tmp_path, run(), "pt")
    before = {name: (tmp_path / name).read_bytes() for name in FILES}
    write_files(tmp_path, run(), "pt")
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == before


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("old", "utf-8")
    with mock.patch.object(Path, "replace", side_effect=OSError), pytest.raises(OSError):  # noqa: PT011
        write_files(tmp_path, run(), "pt")
    assert names(tmp_path) == ["results.json"]
    assert (tmp_path / "results.json").read_text("utf-8") == "old"


@pytest.mark.parametrize(("language", "words"), [("pt", "pontos por mão"), ("en", "points per deal")])
def test_the_picture_has_names_figures_and_words(language: str, words: str) -> None:
    pictures = plot.plots(results(run()), language)
    svg = pictures["svg"].decode()
    for each in ("greedy+random", "random", "+20", "tranca", words):
        assert each in svg
    assert pictures["png"].startswith(b"\x89PNG")


def test_the_picture_of_a_single_pair_and_of_a_test() -> None:
    one = Run(config(), 1, [chunk(0, 0, 0)])
    assert set(plot.plots(results(one), "pt")) == {"svg", "png"}


def test_without_matplotlib_everything_else_is_written(tmp_path: Path) -> None:
    with mock.patch.object(plot, "find_spec", return_value=None):
        write_files(tmp_path, run(), "pt")
    assert names(tmp_path) == ["deals.csv", "results.json", "times.json"]


def test_without_the_extra_it_says_what_to_install() -> None:
    with mock.patch("canastra.arena.find_spec", return_value=None), pytest.raises(InputError) as caught:
        require()
    assert caught.value.code == "arena_missing"
    require()


def test_folders(tmp_path: Path) -> None:
    check_folder(tmp_path / "new")
    check_folder(tmp_path / "new")
    (tmp_path / "file").write_text("x", "utf-8")
    for folder, code in (("file", "arena_not_a_folder"), ("no/where", "arena_no_parent"), ("", "arena_other_files")):
        with pytest.raises(InputError) as caught:
            check_folder(tmp_path / folder)
        assert caught.value.code == code
    assert names(tmp_path) == ["file", "new"]
