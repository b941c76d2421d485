"""`canastra position` at a turn, and what `replay` and `position` show of a record that breaks a rule."""

from __future__ import annotations

from dataclasses import replace as changed
from pathlib import Path

import pytest

from canastra.cards import Card
from canastra.engine import Discard
from canastra.records import DrawCard, Record, before_json, parse, replay, replay_json, write
from tests.cli.running import CONFORMANCE, canastra

FAULT = CONFORMANCE / "buraco-art10-no-canasta.canastra"


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of three whole deals."""
    path = tmp_path_factory.mktemp("match") / "match.canastra"
    assert canastra("simulate", "--rulebook", "buraco", "--deals", "3", "--seed", "3", "--out", path).status == 0
    return path


def read(path: Path) -> Record:
    return parse(path.read_text("utf-8"))


def line_of_turn(path: Path, deal: int, turn: int) -> int:
    """The line of a turn, counted in the text as a person would."""
    lines = path.read_text("utf-8").splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line == "turns = '''"]
    return starts[deal - 1] + turn


def spoiled(match: Path, folder: Path, deal: int, turn: int) -> tuple[Path, Record]:
    """The match with a card discarded in a turn that its player does not hold."""
    whole = read(match)
    lines = list(whole.deals[deal - 1].turns)
    line = lines[turn - 1]
    held = canastra("position", match, "--deal", str(deal), "--turn", str(turn), "--json").json["hand"].split()
    drawn = [str(entry.card) for entry in line.entries if isinstance(entry, DrawCard)]
    other = next(card for card in ("KS", "KH", "KD", "KC", "QS") if card not in [*held, *drawn])
    assert isinstance(line.entries[-1], Discard)
    lines[turn - 1] = changed(line, entries=(*line.entries[:-1], Discard(Card.parse(other))))
    deals = list(whole.deals)
    deals[deal - 1] = changed(deals[deal - 1], turns=tuple(lines))
    broken = changed(whole, deals=tuple(deals))
    path = folder / "broken.canastra"
    path.write_text(write(broken), "utf-8")
    return path, broken


def test_the_start_of_a_turn(match: Path) -> None:
    found = canastra("position", match, "--deal", "2", "--turn", "3", "--json").json
    assert (found["deal"], found["turn"], found["phase"]) == (2, 3, "draw")
    assert found["seat"] == read(match).deals[1].turns[2].seat
    first = canastra("position", match, "--deal", "1", "--turn", "1", "--json").json
    assert (first["turn"], first["stock"], first["discard_pile"]) == (1, 38, "")


def test_within_a_turn(match: Path) -> None:
    start, later = (
        canastra("position", match, "--deal", "2", "--turn", "3", *more, "--json").json
        for more in ((), ("--action", "2"))
    )
    assert (start["phase"], later["phase"]) == ("draw", "play")
    assert len(later["hand"].split()) > len(start["hand"].split())


def test_a_deal_without_a_turn_is_its_end(match: Path) -> None:
    found = canastra("position", match, "--deal", "1", "--json").json
    assert (found["deal"], found["phase"], found["legal"]) == (1, "over", [])
    assert canastra("position", match, "--deal", "3").out == canastra("position", match).out


def test_a_turn_without_a_deal_is_one_of_the_last(match: Path) -> None:
    assert canastra("position", match, "--turn", "2", "--json").json["deal"] == 3


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--deal", "4"), "no_such_deal"),
        (("--deal", "0"), "no_such_deal"),
        (("--deal", "1", "--turn", "9999"), "no_such_turn"),
        (("--turn", "1", "--action", "99"), "no_such_action"),
        (("--action", "1"), "action_without_turn"),
    ],
)
def test_places_that_there_are_none_of(options: tuple[str, ...], code: str, match: Path) -> None:
    ran = canastra("position", match, *options, "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, code)
    assert canastra("position", match, *options).err.count("\n") == 1


def test_a_forfeit_and_an_annulled_deal_hide_no_turn(match: Path, tmp_path: Path) -> None:
    text = match.read_text("utf-8")
    head, *deals = text.split("[[deals]]\n")
    head = head.replace("score = [0, 0]\n", 'score = [0, 0]\nforfeit = { side = 0, reason = "left" }\n')
    deals[2] = 'rulings = [{ kind = "annul", reason = "a card too many" }]\n' + deals[2]
    path = tmp_path / "ended.canastra"
    path.write_text("[[deals]]\n".join([head, *deals]), "utf-8")
    assert canastra("position", path, "--json").json["phase"] == "over"
    found = canastra("position", path, "--turn", "2", "--json").json
    assert (found["phase"], bool(found["legal"])) == ("draw", True)


def test_the_line_of_a_fault(match: Path, tmp_path: Path) -> None:
    path, _ = spoiled(match, tmp_path, deal=3, turn=9)
    line = line_of_turn(path, 3, 9)
    for command in ("replay", "position", "analyse"):
        ran = canastra(command, path, "--json")
        assert (ran.status, ran.json["error"]["line"]) == (1, line), command
    assert canastra("replay", path).err.startswith(f"{path}:{line}: mão 3, vez 9 (")


def test_sound_deals_are_scored_and_the_position_at_the_fault_is_shown(match: Path, tmp_path: Path) -> None:
    path, _ = spoiled(match, tmp_path, deal=3, turn=9)
    sound = canastra("replay", match, "--json").json
    before = canastra("replay", path, "--json").json["before"]
    assert before["replay"]["deals"][:2] == sound["deals"][:2]
    assert before["replay"]["deals"][2]["ended_by"] is None
    assert (before["position"]["deal"], before["position"]["turn"], before["position"]["phase"]) == (3, 9, "play")
    assert canastra("position", path, "--json").json["before"] == before
    shown = canastra("replay", path, "--lang", "en")
    assert "Deal 2: " in shown.out
    assert "Deal 3: unfinished, in turn 9" in shown.out
    assert "The position before that action:" in shown.out
    assert f"Stock: {before['position']['stock']}" in shown.out
    position = canastra("position", path, "--lang", "en")
    assert position.status == 1
    assert "Deal 2: " not in position.out
    assert f"Stock: {before['position']['stock']}" in position.out


def test_an_earlier_turn_of_a_faulty_record(match: Path, tmp_path: Path) -> None:
    path, _ = spoiled(match, tmp_path, deal=3, turn=9)
    assert canastra("position", path, "--turn", "8").status == 0
    assert canastra("position", path, "--turn", "9").status == 0
    assert canastra("position", path, "--turn", "10").status == 1


def test_a_deal_that_should_not_be(match: Path, tmp_path: Path) -> None:
    text = match.read_text("utf-8")
    dealer = read(match).deals[1].dealer
    head, *deals = text.split("[[deals]]\n")
    deals[1] = deals[1].replace(f"dealer = {dealer}", f"dealer = {(dealer + 1) % 4}")
    path = tmp_path / "dealer.canastra"
    path.write_text("[[deals]]\n".join([head, *deals]), "utf-8")
    found = canastra("replay", path, "--json").json
    line = path.read_text("utf-8").splitlines().index("[[deals]]", len(head.splitlines()) + 1) + 1
    assert (found["error"]["deal"], found["error"]["turn"], found["error"]["line"]) == (2, 0, line)
    assert len(found["before"]["replay"]["deals"]) == 1
    assert found["before"]["position"]["phase"] == "over"
    assert "mão 2" in canastra("position", path).err


def test_before_a_first_deal_there_is_no_position(match: Path) -> None:
    whole = read(match)
    assert before_json(replay(whole.before(1, 0))) == {
        "replay": replay_json(replay(whole.before(1, 0))),
        "position": None,
    }


def test_a_missing_morto_shows_the_table_where_it_is_missing() -> None:
    ran = canastra(
        "replay", CONFORMANCE / "canastra-regional-art10-morto-missing-at-the-end-of-a-line.canastra", "--json"
    )
    assert ran.status == 1
    assert ran.json["before"]["position"]["hand"]


@pytest.mark.parametrize("turns", ['"0: draw 9S\\n1: draw 5S\\n"', '"""\\\n0: draw 9S\n1: draw 5S\n"""'])
def test_turns_written_otherwise_have_the_line_of_their_key(turns: str, tmp_path: Path) -> None:
    head, _, _ = FAULT.read_text("utf-8").partition("turns = '''")
    path = tmp_path / "other.canastra"
    path.write_text(f"{head}turns = {turns}\n", "utf-8")
    found = canastra("replay", path, "--json").json["error"]
    assert (found["turn"], found["line"]) == (2, head.count("\n") + 1)


@pytest.mark.parametrize(
    ("lang", "named", "never"), [("en", "Deleted account", "apagada"), ("pt", "Conta apagada", "Deleted")]
)
def test_who_deleted_the_account_is_named_in_the_own_language(
    lang: str, named: str, never: str, match: Path, tmp_path: Path
) -> None:
    """A server writes one name for all of them; people of both languages read a record of its bytes."""
    record = read(match)
    path = tmp_path / "left.canastra"
    path.write_text(write(changed(record, players=("Conta apagada", *record.players[1:]))), "utf-8")
    for command in (("replay", path), ("position", path), ("position", path, "--deal", "1", "--turn", "1")):
        ran = canastra(*command, "--lang", lang)
        assert ran.status == 0
        assert named in ran.out
        assert never not in ran.out


def test_legal_steps_are_worded(match: Path) -> None:
    asked = ("position", match, "--deal", "1", "--turn", "1")
    assert canastra(*asked, "--json").json["legal"] == ["draw"]
    assert canastra(*asked, "--lang", "pt").out.endswith("Jogadas possíveis:\n  comprar do monte\n")
