"""`canastra analyse`: decisions weighed for people and programs, and clear messages for unsuitable records."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from canastra import kernel
from canastra.records import TurnLine, parse, redact, replay, write
from canastra.rulebooks import load
from tests.bots.analysis.recorded import of_bots
from tests.cli.running import CONFORMANCE, Ran, canastra

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"
FEW = ("--worlds", "6")
HOUSE = """
id = "nossa-casa"
extends = "buraco"
revision = 1
name = { pt = "Nossa casa", en = "Our house" }
[going_out]
needs = "none"
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.canastra"
    path.write_text(write(of_bots("buraco", 1, "random", 12)), "utf-8")
    return path


def analyse(record: Path, *more: str) -> Ran:
    return canastra("analyse", record, *FEW, "--lang", "en", *more)


def test_json(record: Path) -> None:
    found = analyse(record, "--json").json
    told = "format rulebook sha256 seed worlds players decisions skipped time"
    assert list(found) == told.split()
    assert (found["format"], found["rulebook"], found["seed"], found["worlds"]) == (
        "canastra-analysis/1",
        "buraco",
        0,
        6,
    )
    assert found["skipped"] == []
    assert [player["name"] for player in found["players"]] == ["Ana", "Bruno", "Clara", "Davi"]
    assert (
        sum(player["decisions"] for player in found["players"]) == len(found["decisions"]) == found["time"]["decisions"]
    )
    mistakes = [place for player in found["players"] for place in player["mistakes"]]
    assert mistakes
    for place, each in enumerate(found["decisions"]):
        own = [one for one in each["alternatives"] if one["played"]]
        assert len(own) == 1
        assert len(each["alternatives"]) > 1
        assert each["alternatives"][0]["actions"] == each["best"]
        assert each["given_up"] == (-own[0]["gain"] if place in mistakes else 0)
        assert bool(each["reasons"]) is (place in mistakes)
    for player in found["players"]:
        lost = [found["decisions"][place]["given_up"] for place in player["mistakes"]]
        assert lost == sorted(lost, reverse=True)
        assert sum(lost) == pytest.approx(player["given_up_per_deal"], abs=0.1 * len(lost) + 0.1)


def test_the_page_lists_every_key(record: Path) -> None:
    found, words = analyse(record, "--json").json, PAGE.read_text("utf-8")
    mistake = next(each for each in found["decisions"] if each["reasons"])
    for each in (found, found["players"][0], mistake, mistake["alternatives"][0], mistake["reasons"][0], found["time"]):
        for key in each:
            assert f"`{key}`" in words, key


def test_for_people(record: Path) -> None:
    ran = analyse(record)
    assert (ran.status, ran.err) == (0, "")
    assert "points given up/deal" in ran.out
    assert "the costliest decisions" in ran.out
    assert re.search(r"1\. Deal 1, turn \d+: \d+ points \(± \d+\)\n +played: .*\n(?: +- .*\n)* +better: ", ran.out)
    assert re.search(r"Time per decision: median [\d.]+ ms", ran.out)
    portuguese = canastra("analyse", record, *FEW).out
    assert "pontos perdidos/mão" in portuguese
    assert re.search(r"melhor: (?:comprar|baixar|encaixar|descartar) ", portuguese)
    assert not re.search(r"\b(?:draw|take|meld|lay|discard)\b", portuguese)


def test_only_a_seat_or_a_deal(record: Path) -> None:
    found = analyse(record, "--seat", "2", "--deal", "1", "--json").json
    assert {each["seat"] for each in found["decisions"]} == {2}
    for more, code in ((("--seat", "4"), "analysis_no_seat"), (("--deal", "2"), "no_such_deal")):
        ran = analyse(record, *more, "--json")
        assert (ran.status, ran.json["error"]["code"]) == (2, code)
        words = analyse(record, *more)
        assert (words.status, words.out, words.err.count("\n")) == (2, "", 1)


def test_a_redacted_record(record: Path) -> None:
    hidden = redact(replay(parse(record.read_text("utf-8"))), 1)
    record.write_text(write(hidden), "utf-8")
    found = analyse(record, "--json").json
    assert {each["seat"] for each in found["decisions"]} == {1}
    assert {(each["code"], each["seat"]) for each in found["skipped"]} == {("analysis_hidden", at) for at in (0, 2, 3)}
    assert all(each["decisions"] > 0 and each["deal"] == 1 for each in found["skipped"])
    assert re.search(r"Deal 1, Ana: decisions not analysed: \d+ \(the record hides cards", analyse(record).out)


def test_nothing_to_analyse(record: Path) -> None:
    whole = parse(record.read_text("utf-8"))
    record.write_text(write(replace(whole, deals=())), "utf-8")
    ran = analyse(record)
    assert ran.status == 0
    assert "no decisions to analyse" in ran.out
    assert analyse(record, "--json").json["time"] == {"decisions": 0, "median_ms": None, "longest_ms": None}


def test_a_broken_rule(record: Path) -> None:
    whole = parse(record.read_text("utf-8"))
    (deal,) = whole.deals
    wrong = TurnLine((deal.turns[1].seat + 1) % 4, deal.turns[1].entries)
    broken = replace(whole, deals=(replace(deal, turns=(deal.turns[0], wrong)),))
    record.write_text(write(broken), "utf-8")
    ran = analyse(record, "--json")
    assert ran.status == 1
    assert ran.json == canastra("replay", record, "--json", "--lang", "en").json
    assert analyse(record).err == canastra("replay", record, "--lang", "en").err


def test_a_house_rulebook(tmp_path: Path) -> None:
    house, record = tmp_path / "nossa-casa.toml", tmp_path / "match.canastra"
    house.write_text(HOUSE, "utf-8")
    rulebook = load(str(house))
    record.write_text(write(replace(of_bots("buraco", 1, "random", 2), rulebook=rulebook)), "utf-8")
    found = analyse(record, "--worlds", "2", "--json").json
    assert (found["rulebook"], found["sha256"]) == ("nossa-casa", rulebook.sha256)
    assert found["decisions"]
    elsewhere = house.rename(tmp_path / "elsewhere.toml")
    again = analyse(record, "--worlds", "2", "--json", "--rulebook", str(elsewhere)).json
    assert again["decisions"] == found["decisions"]
    assert analyse(record).status == 2


def test_no_record(tmp_path: Path) -> None:
    bad = tmp_path / "bad.canastra"
    bad.write_text("nonsense", "utf-8")
    for path in (bad, tmp_path / "none.canastra"):
        ran = analyse(path)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert analyse(path, "--json").json["error"] == canastra("replay", path, "--json", "--lang", "en").json["error"]


def test_without_the_kernel() -> None:
    with mock.patch.object(kernel, "available", return_value=False):
        ran = analyse(CONFORMANCE / "format-base.canastra", "--json")
        words = analyse(CONFORMANCE / "format-base.canastra")
    assert (ran.status, ran.json["error"]["code"]) == (2, "kernel_missing")
    assert (words.status, words.out) == (2, "")
    assert "canastra[kernel]" in words.err


def test_the_commands_of_the_page(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(record.parent)
    commands = re.findall(r"^canastra (analyse .+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) > 1
    for command in commands:
        words = [re.sub(r"^\d{2,}$", "4", word) for word in shlex.split(command)]
        assert canastra(*words, "--lang", "en").status == 0, command
