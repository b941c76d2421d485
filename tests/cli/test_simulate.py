"""Simulated matches: written whole, the same for a seed, and all replay."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from canastra.cli.records import simulate as module
from canastra.records import read_file
from canastra.rulebooks import OFFICIAL
from tests.cli.running import Ran, canastra

HOUSE = """
id = "nossa-casa"
extends = "canastra-duelo"
revision = 1
name = { pt = "Nossa casa", en = "Our house" }
[going_out]
needs = "any"
"""


def simulate(rulebook: str | Path, out: Path, deals: int = 3, seed: int = 1, *more: str) -> Ran:
    return canastra("simulate", "--rulebook", rulebook, "--deals", str(deals), "--seed", str(seed), "--out", out, *more)


def records(out: Path) -> list[Path]:
    return sorted(out.iterdir()) if out.is_dir() else [out]


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_every_record_replays(rulebook: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert simulate(rulebook, out).status == 0
    deals = 0
    for path in records(out):
        found = canastra("replay", path, "--json")
        assert found.status == 0
        assert all(deal["ended_by"] for deal in found.json["deals"])
        deals += len(found.json["deals"])
        assert canastra("position", path, "--json").json["phase"] == "over"
    assert deals == 3
    assert sorted(tmp_path.iterdir()) == [out]


def test_a_match_of_one_deal_is_followed_by_another(tmp_path: Path) -> None:
    out = tmp_path / "duels"
    assert simulate("canastra-duelo", out, 3).status == 0
    assert [path.name for path in records(out)] == [f"match-000{number}.canastra" for number in (1, 2, 3)]
    assert all(canastra("replay", path, "--json").json["finished"] for path in records(out))


def test_a_single_match_is_a_file(tmp_path: Path) -> None:
    out = tmp_path / "one.canastra"
    simulate("canastra-duelo", out, 1)
    assert out.is_file()
    assert read_file(out).players == ("Ana", "Bruno")


def test_the_seed_decides_everything(tmp_path: Path) -> None:
    texts = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        simulate("tranca", tmp_path / name, 2, seed)
        texts.append((tmp_path / name).read_text("utf-8"))
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_without_a_seed_it_is_told(tmp_path: Path) -> None:
    ran = canastra("simulate", "--rulebook", "tranca", "--deals", "1", "--out", tmp_path / "a")
    assert simulate("tranca", tmp_path / "b", 1, int(ran.out.rpartition(" ")[2].strip(")\n"))).status == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_house_rulebook(tmp_path: Path) -> None:
    house = tmp_path / "casa.toml"
    house.write_text(HOUSE, "utf-8")
    out = tmp_path / "out.canastra"
    assert simulate(house, out, 1).status == 0
    assert canastra("replay", out).status == 2
    assert canastra("replay", out, "--rulebook", house, "--json").json["rulebook"] == "nossa-casa"
    house.rename(tmp_path / "nossa-casa.toml")
    assert canastra("replay", out).status == 0
    assert canastra("replay", out, "--rulebook", "tranca").status == 2


def test_what_exists_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine")
    assert simulate("tranca", out, 1).status == 2
    assert out.read_text() == "mine"
    assert simulate("canastra-duelo", out, 2, 1, "--force").status == 0
    assert len(records(out)) == 2
    assert simulate("canastra-duelo", out, 2, 2).status == 2
    assert simulate("canastra-duelo", out, 1, 2, "--force").status == 0
    assert out.is_file()
    assert sorted(tmp_path.iterdir()) == [out]


def test_a_folder_with_other_files_stays_in_any_case(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    assert simulate("canastra-duelo", out, 2, 1, "--force").status == 2
    assert (out / "thesis.txt").read_text() == "mine"


def test_nowhere_to_write(tmp_path: Path) -> None:
    for out in (tmp_path / "none" / "out", tmp_path / ".." / "..", Path("/proc/out")):
        ran = simulate("tranca", out, 1)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1


def test_an_unknown_rulebook(tmp_path: Path) -> None:
    ran = simulate("burraco", tmp_path / "out", 1)
    assert ran.status == 2
    assert "buraco" in ran.err


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    with mock.patch.object(module, "write", side_effect=KeyboardInterrupt):
        assert simulate("tranca", tmp_path / "out", 1).status == 130
    assert list(tmp_path.iterdir()) == []


def test_a_very_long_match_is_given_up(tmp_path: Path) -> None:
    with mock.patch.object(module, "MOST_DEALS", 2):
        simulate("tranca", tmp_path / "out", 3)
    assert [len(read_file(path).deals) for path in records(tmp_path / "out")] == [2, 1]
