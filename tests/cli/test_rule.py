"""`canastra rule`: decisions written into records, taken back, listed and refused."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from canastra.records import Category, Record, Replay, parse, read_file, replay
from tests.cli.running import CONFORMANCE, Ran, canastra

GOLDEN = "buraco-golden-38.canastra"
TIME = "2026-03-01T14:30:00-03:00"
BY = ("--author", "Rui", "--category", "conduct", "--time", TIME)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished match of five deals, 2400 to 1450."""
    return Path(shutil.copy(CONFORMANCE / GOLDEN, tmp_path / "final.canastra"))


def rule(file: Path, *arguments: str, lang: str = "en") -> Ran:
    return canastra("rule", file, *arguments, "--lang", lang)


def refused(file: Path, *arguments: str) -> str:
    """Return the code of a refused decision. Fails if the file changed."""
    before = file.read_bytes()
    ran = rule(file, *arguments, "--json")
    assert ran.status == 2
    assert file.read_bytes() == before
    error: dict[str, Any] = ran.json["error"]
    assert error["message"]
    return str(error["code"])


def test_a_penalty_is_written_and_the_rest_stays(file: Path) -> None:
    before = file.read_text("utf-8").splitlines()
    ran = rule(file, *["--points", "-100", "--side", "Clara", "--deal", "2", "--reason", "x"], *BY)
    assert (ran.status, ran.err) == (0, "")
    assert f"Deal 2: −100 to Ana + Clara: x (conduct, Rui, {TIME})" in ran.out
    assert "before: Ana + Clara 2,400 × 1,450 Bruno + Davi, won by Ana + Clara" in ran.out
    assert "after: Ana + Clara 2,300 × 1,450 Bruno + Davi, won by Ana + Clara" in ran.out
    assert "(Art. 18)" in ran.out
    after = file.read_text("utf-8").splitlines()
    new = [line for line in after if line not in before]
    assert len(new) == 1
    assert [line for line in after if line not in new] == before
    (found,) = read_file(file).deals[1].rulings
    assert (found.side, found.points, found.author, found.category) == (0, -100, "Rui", Category.CONDUCT)
    assert found.time == TIME


def test_replay_tells_the_ruling_and_the_article(file: Path) -> None:
    rule(file, *["--points", "50", "--side", "1", "--deal", "5", "--reason", "x"], *BY)
    ran = canastra("replay", file, "--lang", "en")
    assert f"Deal 5: +50 to Bruno + Davi: x (conduct, Rui, {TIME})" in ran.out
    assert ran.out.count("(Art. 18)") == 2
    assert "part of the deal's score (Art. 18)" in ran.out


def test_the_last_deal_is_annulled_and_the_match_goes_on(file: Path) -> None:
    ran = rule(file, "--annul", "--reason", "a card was missing", "--json")
    found = ran.json
    assert found["deal"] == 5
    assert found["before"] == {"match_score": [2400, 1450], "finished": True, "winner": 0}
    assert found["after"] == {"match_score": [1970, 900], "finished": False, "winner": None}
    assert found["kept"] is True
    assert found["ruling"]["kind"] == "annul"
    assert found["ruling"]["time"]


def test_a_forfeit_ends_the_match(file: Path) -> None:
    rule(file, "--annul", "--reason", "x")
    ran = rule(file, "--forfeit", "--side", "bruno", "--reason", "left", "--category", "abandonment")
    assert "after: Ana + Clara 1,970 × 900 Bruno + Davi, won by Ana + Clara" in ran.out
    forfeit = read_file(file).forfeit
    assert forfeit is not None
    assert (forfeit.side, forfeit.category) == (1, Category.ABANDONMENT)
    assert "left (abandonment" in canastra("replay", file, "--lang", "en").out
    assert refused(file, "--forfeit", "--side", "0", "--reason", "x") == "rule_forfeited_already"
    assert rule(file, "--take-back", "--forfeit").status == 0
    assert read_file(file).forfeit is None


def test_taking_back_leaves_the_file_as_it_was(file: Path) -> None:
    before = file.read_bytes()
    for points in ("-100", "20"):
        rule(file, "--points", points, "--side", "0", "--reason", "x", "--deal", "3")
    assert refused(file, "--take-back", "--deal", "3") == "rule_which_ruling"
    assert rule(file, "--take-back", "--deal", "3", "--ruling", "1").status == 0
    assert [each.points for each in read_file(file).deals[2].rulings] == [20]
    assert rule(file, "--take-back", "--deal", "3").out.startswith("Taken back: Deal 3: +20")
    assert file.read_bytes() == before


def test_the_list(file: Path) -> None:
    assert "no rulings" in rule(file).out
    rule(file, "--points", "-100", "--side", "0", "--reason", "x", "--deal", "3", "--time", TIME)
    rule(file, "--annul", "--reason", "y", "--time", TIME)
    lines = rule(file).out.splitlines()
    assert lines[:2] == [f"[1] Deal 3: −100 to Ana + Clara: x ({TIME})", f"[1] Deal 5 annulled: y ({TIME})"]
    first, _ = rule(file, "--json").json["rulings"]
    assert first == {"deal": 3, "number": 1, "kind": "points", "reason": "x", "side": 0, "points": -100, "time": TIME}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--points -100 --side 0 --reason x --deal 9", "no_such_deal"),
        ("--points 0 --side 0 --reason x", "rule_points_range"),
        ("--points 100001 --side 0 --reason x", "rule_points_range"),
        ("--points -100 --side 2 --reason x", "rule_no_such_side"),
        ("--points -100 --side Rui --reason x", "rule_no_such_side"),
        ("--points -100 --reason x", "rule_side_missing"),
        ("--points -100 --side 0", "rule_reason_missing"),
        ("--annul", "rule_reason_missing"),
        ("--annul --reason x --side 0", "rule_not_here"),
        ("--annul --reason x --ruling 1", "rule_not_here"),
        ("--annul --reason x --deal 2", "rule_breaks"),
        ("--annul --points 5 --side 0 --reason x", "rule_one_decision"),
        ("--points 900 --side 0 --reason x --deal 3", "rule_breaks"),
        ("--forfeit --side 0 --reason x", "rule_match_over"),
        ("--forfeit --side 0 --reason x --deal 2", "rule_not_here"),
        ("--take-back --deal 2", "rule_no_such_ruling"),
        ("--take-back --forfeit", "rule_not_forfeited"),
        ("--take-back --reason x", "rule_not_here"),
        ("--reason x", "rule_one_decision"),
        ("--deal 2", "rule_one_decision"),
        ("--annul --reason x --time yesterday", "time_malformed"),
    ],
)
def test_nonsense_is_refused(file: Path, arguments: str, code: str) -> None:
    assert refused(file, *arguments.split()) == code


def test_a_deal_is_annulled_once(file: Path) -> None:
    rule(file, "--annul", "--reason", "x")
    assert refused(file, "--annul", "--reason", "x") == "rule_annulled_already"


def test_the_reason_of_a_refusal_is_said(file: Path) -> None:
    ran = rule(file, "--annul", "--reason", "x", "--deal", "2", lang="pt")
    assert "deixaria de valer (mão 3: quem dá as cartas é o lugar" in ran.err
    assert rule(file, "--annul", "--reason", "x", "--category", "rude").status == 2


def test_a_match_without_deals_can_be_forfeited_only(tmp_path: Path) -> None:
    file = tmp_path / "a.canastra"
    head = (CONFORMANCE / GOLDEN).read_text("utf-8").partition("\n\n[[deals]]")[0]
    file.write_text(head + "\n", "utf-8")
    assert refused(file, "--annul", "--reason", "x") == "rule_without_deals"
    assert refused(file, "--take-back") == "rule_without_deals"
    assert rule(file, "--forfeit", "--side", "Davi", "--reason", "W.O.", "--category", "absence").status == 0
    assert "Bruno + Davi" in canastra("replay", file).out


REMARKS = """# the final
format = "canastra/1"   # the form
"""


def test_comments_annotations_and_x_stay(file: Path) -> None:
    text = file.read_text("utf-8").replace('format = "canastra/1"\n', REMARKS)
    text = text.replace("\n\n[[deals]]", '\nannotations = ["mine"]\nx = {a = 1}\n\n# now play\n[[deals]]', 1)
    text = text.replace(", discard", ", discard", 1).replace("\n2:", "\n2:", 1)
    file.write_text(text, "utf-8")
    rule(file, "--points", "-100", "--side", "0", "--reason", "x", "--deal", "1")
    lines = file.read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("rulings")] == text.splitlines()


def test_windows_files_stay_windows_files(file: Path) -> None:
    content = b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(content)
    rule(file, "--points", "-100", "--side", "0", "--reason", "x", "--deal", "1")
    written = file.read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    assert written.count(b"\n") == written.count(b"\r\n") == content.count(b"\n") + 1
    rule(file, "--take-back", "--deal", "1")
    assert file.read_bytes() == content


def test_an_unusual_spelling_is_written_anew_and_said(file: Path) -> None:
    text = file.read_text("utf-8")
    spelled = '[[deals.rulings]] # a remark\nkind = "points"\nside = 0\npoints = 5\nreason = "x"\n\n'
    second = text.index("\n[[deals]]", text.index("[[deals]]") + 5)
    text = text[: second + 1] + spelled + text[second + 1 :]
    file.write_text(text, "utf-8")
    before = parse(text)
    ran = rule(file, "--points", "-100", "--side", "1", "--reason", "y", "--deal", "1")
    assert "written anew" in ran.out
    after = read_file(file)
    assert [each.points for each in after.deals[0].rulings] == [5, -100]
    assert after.deals[1:] == before.deals[1:]
    assert after.deals[0].turns == before.deals[0].turns


def test_a_record_that_breaks_a_rule_takes_no_ruling(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("dealer = 3", "dealer = 0", 1), "utf-8")
    before = file.read_bytes()
    ran = rule(file, "--annul", "--reason", "x")
    assert ran.status == 1
    assert file.read_bytes() == before


def test_the_standard_input_is_no_file() -> None:
    assert canastra("rule", "-", "--annul", "--reason", "x", "--lang", "en").status == 2


def test_a_file_that_can_not_be_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("canastra.cli.local.match_file.save", full)
    assert refused(file, "--points", "-100", "--side", "0", "--reason", "x") == "rule_write_failed"


def test_a_file_that_changes_meanwhile_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(record: Record) -> Replay:
        file.write_text(file.read_text("utf-8") + "# somebody else\n", "utf-8")
        return replay(record)

    monkeypatch.setattr("canastra.cli.records.rule.replay", changed)
    ran = rule(file, "--points", "-100", "--side", "0", "--reason", "x")
    assert (ran.status, "changed while the ruling was written" in ran.err) == (2, True)
    assert not read_file(file).deals[4].rulings
