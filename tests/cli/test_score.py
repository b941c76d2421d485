"""A table of real cards settled: the same points as the engine gives, bad melds explained with their article."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from canastra.cards import RED_THREES, UNKNOWN, cards_text, parse_cards
from canastra.engine import Meld, State, lookup_of
from canastra.engine.hands import cards_of
from canastra.errors import RecordError
from canastra.records import RecordRuleError, read_file, replay, score_json
from tests.cli.running import CONFORMANCE, Ran, canastra
from tests.drawing import table


def score(rulebook: str, *arguments: str) -> Ran:
    return canastra("score", "--rulebook", rulebook, *arguments)


def melds(*texts: str) -> list[str]:
    return [word for text in texts for word in ("--meld", text)]


def ended(path: Path) -> State | None:
    """Return the last deal of a record, None unless it is over and all its cards are known."""
    try:
        last = replay(read_file(path)).deals[-1]
    except (RecordRuleError, RecordError, IndexError):
        return None
    unknown = any(UNKNOWN in cards_of(hand) for hand in last.state.hands)
    return last.state if last.scores and not unknown else None


@cache
def ended_deals() -> dict[str, State]:
    return {path.stem: state for path in sorted(CONFORMANCE.glob("*.canastra")) if (state := ended(path))}


def as_told(state: State) -> str:
    """Return the sheet that the players of a finished deal would write."""
    lines = [f'rulebook = "{state.lookup.rulebook.id}"']
    for side in (0, 1):
        waiting = [seat for seat in range(side, len(state.hands), 2) if state.unplayed[seat]]
        flat = bool(waiting) and state.lookup.rulebook.morto.unplayed == "charge" and state.went_out is not None
        flat = flat and state.went_out is not None and state.went_out % 2 != side
        stayed = [seat for seat in range(side, len(state.hands), 2) if state.unreplaced[seat]]
        reds = [card for seat in stayed for card in cards_of(state.hands[seat]) if card in RED_THREES]
        hands = [
            cards_text(card for card in cards_of(hand) if seat not in stayed or card not in RED_THREES)
            for seat, hand in enumerate(state.hands)
            if seat % 2 == side and hand and not (flat and seat in waiting)
        ]
        told = {
            "melds": [words(meld, state) for meld in state.melds[side]],
            "hands": hands,
            "red_threes": cards_text(state.red_threes[side]),
            "unreplaced": cards_text(reds),
            "morto": state.has_morto[side],
            "unplayed_morto": bool(waiting),
            "went_out": state.went_out is not None and state.went_out % 2 == side,
        }
        lines += ["[[sides]]", *(f"{key} = {json.dumps(value)}" for key, value in told.items())]
    return "\n".join(lines)


def words(meld: Meld, state: State) -> str:
    read = lookup_of(state.lookup.rulebook).meld(meld.cards)
    assert read is not None
    return f"{meld} dirty" if meld.has_wild and not read.has_wild else str(meld)


def test_the_points_are_those_of_the_engine(tmp_path: Path) -> None:
    from canastra.engine import score as engine_score

    assert len(ended_deals()) > 40
    for name, state in ended_deals().items():
        path = tmp_path / f"{name}.toml"
        path.write_text(as_told(state), "utf-8")
        ran = canastra("score", path, "--json")
        assert ran.status == 0, (name, ran.out)
        sides = ran.json["sides"]
        assert [side["score"] for side in sides] == [score_json(points) for points in engine_score(state)], name
        for side in sides:
            assert sum(item["points"] for item in side["items"]) == side["score"]["total"], name
            assert sum(meld["points"] for meld in side["melds"]) == side["score"]["melded"], name
        assert canastra("score", path).status == 0, name


def test_one_side_in_words() -> None:
    ran = score("buraco", *melds("4H 5H 6H 2S 8H 9H TH"), "--hand", "KD 9C", "--morto", "--went-out", "--lang", "en")
    lines = {" ".join(line.split()) for line in ran.out.splitlines()}
    assert "4♥ 5♥ 6♥ 2♠ 8♥ 9♥ 10♥ (dirty canasta) 70" in lines
    assert "going out +100 Art. 16" in lines
    assert "cards in hand −20 Art. 14" in lines
    assert "total of the deal +250" in lines


def test_cards_in_any_order() -> None:
    ran = score("buraco", *melds("6s  5S 4s"), "--json")
    assert ran.json["sides"][0]["melds"] == [
        {"cards": "4S 5S 6S", "rearranged": True, "canasta": None, "points": 30},
    ]
    assert score("tranca", *melds("2C KS KD"), "--json").json["sides"][0]["melds"][0]["cards"] == "KS KD 2C"
    assert "posto em ordem" in score("buraco", *melds("6S 5S 4S")).out


def test_two_readings_of_different_worth_are_asked_back() -> None:
    ran = score("buraco", *melds("8H 7H 6H 5H 4H 3H 2H"))
    assert ran.status == 2
    assert "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥" in ran.err
    assert score("buraco", *melds("2H 3H 4H 5H 6H 7H 8H"), "--json").json["sides"][0]["score"]["clean"] == 200
    assert score("buraco", *melds("3H 4H 5H 6H 7H 8H 2H"), "--json").json["sides"][0]["score"]["dirty"] == 100


def test_a_canasta_that_was_dirty_stays_so() -> None:
    for word in ("dirty", "suja"):
        found = score("buraco", *melds(f"2H 3H 4H 5H 6H 7H 8H {word}"), "--json").json["sides"][0]["score"]
        assert (found["clean"], found["dirty"]) == (0, 100)
    assert score("buraco", *melds("3H 4H 5H 6H 7H 8H 9H dirty")).status == 2


@pytest.mark.parametrize(
    ("rulebook", "meld", "code", "article"),
    [
        ("buraco", "KS KD KC", "groups_unknown", "Art. 5"),
        ("tranca", "QS QD QC", "group_rank", "Art. 10"),
        ("tranca", "AH 4H 5H", "not_consecutive", "Art. 10"),
        ("buraco", "4H 5D 6H", "not_one_suit", "Art. 5"),
        ("buraco", "4H 2S 2D 7H", "two_wilds", "Art. 6"),
        ("canastra-curinguinha", "4H 5H", "meld_too_short", "Definições"),
    ],
)
def test_a_bad_meld_is_explained(rulebook: str, meld: str, code: str, article: str) -> None:
    ran = score(rulebook, *melds("4S 5S 6S", meld), "--json")
    assert ran.status == 1
    assert (ran.json["error"]["code"], ran.json["error"]["article"]) == (code, article)
    plain = score(rulebook, *melds("4S 5S 6S", meld))
    assert plain.err.startswith("jogo 2 (")
    assert f"({article})" in plain.err


def test_who_may_not_have_gone_out() -> None:
    ran = score("canastra-regional", *melds("4H 5H 6H 2S 8H 9H TH"), "--morto", "--went-out", "--json")
    assert ran.status == 1
    assert (ran.json["error"]["code"], ran.json["error"]["article"]) == ("going_out_needs_clean", "Art. 11")
    ran = score("tranca", *melds("4H 5H 6H 2S 8H 9H TH"), "--went-out", "--json")
    assert ran.json["error"]["code"] == "going_out_needs_morto"


def test_the_flat_charge_of_an_unplayed_morto() -> None:
    side = score("tranca", "--unplayed-morto", "--other-went-out", "--hand", "AS", "--json").json["sides"][0]
    assert side["score"]["total"] == -110
    assert {"item": "morto_unplayed", "points": -100, "article": "Art. 12"} in side["items"]


def test_an_unplayed_morto_that_costs_its_100_and_its_cards(tmp_path: Path) -> None:
    """By the house's reading of tranca Art. 12, the morto's cards are entered and counted too."""
    house = 'id = "casa"\nextends = "tranca"\nrevision = 1\nname = { pt = "Casa", en = "House" }\n'
    path = tmp_path / "casa.toml"
    path.write_text(f'{house}[morto]\nunplayed = "charge_and_cards"\n', "utf-8")
    told = ("--unplayed-morto", "--other-went-out", "--hand", "AS", "--hand", "KD QC JH")
    side = score(str(path), *told, "--json").json["sides"][0]
    items = {each["item"]: each["points"] for each in side["items"]}
    assert (items["morto_unplayed"], items["in_hand"]) == (-100, -40)
    assert side["score"]["total"] == -140
    # Where the flat charge stands for the cards, the second hand has no place.
    flat = score("tranca", *told)
    assert flat.status == 2
    assert "um morto que ainda não jogou, não conta" in flat.err
    # If the opponents did not go out, no charge applies: after the stock has run out, only the cards count.
    ended = score(str(path), "--unplayed-morto", "--hand", "AS", "--hand", "KD QC JH", "--json").json["sides"][0]
    assert "morto_unplayed" not in {each["item"] for each in ended["items"]}


def test_only_the_opponent_of_who_went_out_pays_in_duelo() -> None:
    assert score("canastra-duelo", "--hand", "AS KS", "--json").json["sides"][0]["score"]["total"] == 0
    other = score("canastra-duelo", "--hand", "AS KS", "--other-went-out", "--json").json["sides"][0]
    assert other["score"]["total"] == -20


@pytest.mark.parametrize(
    "arguments",
    [
        melds("4H 5H 6X"),
        melds("4H 5H ??"),
        melds("4H 4H 4H"),
        melds("4H 5H 6H", "4H 5H 6H", "4H 5H 6H"),
        melds(""),
        ["--hand", "AS AS AS"],
        ["--hand", "AS", "--hand", "KS", "--hand", "QS"],
        ["--hand", "AS", "--hand", "KS", "--went-out"],
        ["--red-threes", "3H"],
        ["--went-out", "--other-went-out"],
    ],
)
def test_what_can_not_be(arguments: list[str]) -> None:
    ran = score("buraco", *arguments)
    assert ran.status in (1, 2)
    assert ran.out == ""
    assert ran.err.count("\n") == 1


def test_a_black_three_is_no_red_one() -> None:
    assert score("tranca", "--red-threes", "3S").status == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"x = ",
        b"x = " + b"[" * 50_000,
        b"x = " + b"1" * 9000,
        b"a = 1\n" * 20_000,
        b'rulebook = "buraco"',
        b"rulebook = 3\nsides = [{}]",
        b'rulebook = "buraco"\nsides = []',
        b'rulebook = "buraco"\nsides = [{}, {}, {}]',
        b'rulebook = "buraco"\nsides = [1]',
        b'rulebook = "buraco"\nsides = [{ meld = "4H 5H 6H" }]',
        b'rulebook = "buraco"\nsides = [{ melds = "4H 5H 6H" }]',
        b'rulebook = "buraco"\nsides = [{ melds = [4] }]',
        b'rulebook = "buraco"\nsides = [{ went_out = 1 }]',
        b'rulebook = "burraco"\nsides = [{}]',
    ],
)
def test_a_bad_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    ran = canastra("score", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert canastra("score", path, "--json").json["error"]["message"]


def test_a_missing_file(tmp_path: Path) -> None:
    assert canastra("score", tmp_path / "none.toml").status == 2
    assert canastra("score", tmp_path).status == 2


def test_a_file_and_options() -> None:
    assert canastra("score", "x.toml", "--rulebook", "buraco").status == 2
    assert canastra("score", "x.toml", "--morto").status == 2


def test_a_house_rulebook_beside_the_file(tmp_path: Path) -> None:
    house = 'id = "casa"\nextends = "buraco"\nrevision = 1\nname = { pt = "Casa", en = "House" }\n[values]\nace = 15\n'
    (tmp_path / "casa.toml").write_text(house, "utf-8")
    (tmp_path / "table.toml").write_text('rulebook = "casa.toml"\nsides = [{ hands = ["AS"], morto = true }]', "utf-8")
    assert canastra("score", tmp_path / "table.toml", "--json").json["sides"][0]["score"]["total"] == -15


@pytest.mark.parametrize("words", ["10H JH QH", "10♥ J♥ Q♥", "T♥ J♥ Q♥", "th jh qh", "10hjhqh", "10h  Jh QH"])
def test_cards_as_they_are_typed_in_a_match(words: str) -> None:
    plain = score("buraco", "--meld", "TH JH QH", "--json")
    assert score("buraco", "--meld", words, "--json").json == plain.json


def test_cards_with_portuguese_suits() -> None:
    typed = score("buraco", "--meld", "10o jo qo", "--hand", "KP 2E", "--json")
    assert typed.json == score("buraco", "--meld", "TD JD QD", "--hand", "KC 2S", "--json").json
    reds = score("tranca", "--red-threes", "3o 3♥", "--json")
    assert reds.json == score("tranca", "--red-threes", "3D 3H", "--json").json


@pytest.mark.parametrize("words", ["1H 2H 3H", "?? 5H 6H", "4H 5H x", "10"])
def test_what_is_no_card_is_named(words: str) -> None:
    ran = score("buraco", "--meld", words, "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "input_not_a_card")


def test_a_red_3_left_because_the_stock_ran_out_is_an_ordinary_card() -> None:
    """Tranca Art. 8: −10 like any card; kept without need it is −100 (Art. 19)."""
    stayed = score("tranca", "--unreplaced", "3H", "--hand", "KS", "--morto", "--json").json["sides"][0]["score"]
    kept = score("tranca", "--hand", "KS 3H", "--morto", "--json").json["sides"][0]["score"]
    assert (stayed["in_hand"], stayed["red_threes"], stayed["total"]) == (-20, 0, -20)
    assert (kept["in_hand"], kept["red_threes"], kept["total"]) == (-10, -100, -110)


def test_the_partners_red_3_kept_beside_one_that_stayed() -> None:
    told = score("tranca", "--unreplaced", "3H", "--hand", "3D KS", "--hand", "QS", "--morto", "--json").json
    assert (told["sides"][0]["score"]["red_threes"], told["sides"][0]["score"]["in_hand"]) == (-100, -30)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--unreplaced", "3H", "--went-out"), "score_unreplaced_out"),
        (("--unreplaced", "3H", "--other-went-out"), "score_unreplaced_out"),
        (("--unreplaced", "3S"), "score_not_a_red_three"),
        (("--unreplaced", "3H", "--hand", "3D", "--hand", "3D"), "score_unreplaced_hands"),
        (("--unreplaced", "3H 3H", "--red-threes", "3H"), "card_too_often"),
    ],
)
def test_red_3s_that_can_not_have_stayed(arguments: tuple[str, ...], code: str) -> None:
    ran = score("tranca", *arguments, "--json")
    assert ran.status == 2
    assert ran.json["error"]["code"] == code
    assert score("buraco", "--unreplaced", "3H").status == 2


STAYED = ('[[sides]]\nunreplaced = "3H 3D"\nhands = ["KS QS"]\nmorto = true\n', '[[sides]]\nunreplaced = "3H"\n')
"""One side waits with its morto, and one was exposing a red 3 when the stock ran out."""


def told(path: Path, rulebook: str, *sides: str) -> Ran:
    path.write_text(f'rulebook = "{rulebook}"\n' + "".join(sides), "utf-8")
    return canastra("score", path, "--json")


def charging(folder: Path) -> str:
    """A house that charges the red 3s of a waiting morto."""
    head = 'id = "casa"\nextends = "tranca"\nrevision = 1\nname = { pt = "Casa", en = "House" }\n'
    (folder / "casa.toml").write_text(f'{head}[threes]\nred_unexchanged = "charged"\n', "utf-8")
    return "casa.toml"


def test_red_3s_stay_in_hands_of_both_sides(tmp_path: Path) -> None:
    sides = told(tmp_path / "mesa.toml", "tranca", *STAYED).json["sides"]
    assert [side["score"]["in_hand"] for side in sides] == [-40, -10]
    assert [side["score"]["red_threes"] for side in sides] == [0, 0]


def test_two_hands_of_a_side_may_hold_them() -> None:
    side = score("tranca", "--unreplaced", "3H 3D 3D", "--hand", "KS", "--hand", "QS JS", "--morto", "--json").json
    assert (side["sides"][0]["score"]["in_hand"], side["sides"][0]["score"]["red_threes"]) == (-60, 0)


def test_both_sides_can_not_have_been_replacing(tmp_path: Path) -> None:
    ran = told(tmp_path / "mesa.toml", "tranca", STAYED[1], STAYED[1].replace("3H", "3D"))
    assert (ran.status, ran.json["error"]["code"]) == (2, "score_unreplaced_without_morto")


def test_a_house_that_charges_those_of_mortos_knows_one_such_hand(tmp_path: Path) -> None:
    ran = told(tmp_path / "mesa.toml", charging(tmp_path), *STAYED)
    assert (ran.status, ran.json["error"]["code"]) == (2, "score_unreplaced_twice")
    one = told(tmp_path / "mesa.toml", charging(tmp_path), STAYED[1], "[[sides]]\nmorto = true\n").json["sides"][0]
    assert (one["score"]["in_hand"], one["score"]["red_threes"]) == (-10, 0)


def test_waiting_mortos_played_by_the_engine_are_scored_the_same_from_paper(tmp_path: Path) -> None:
    """Both sides wait with a morto of two red 3s when the stock runs out."""
    from canastra.engine import score as engine_score

    mortos = (parse_cards("3H 3D AS AC KS KC QS QC TS TC JH"),) * 2
    hands = {1: "9S", 2: "9D", 3: "3S 9H"}
    drawn = {"stock": parse_cards("8H 8D"), "mortos": mortos, "hands": hands}
    game = table("tranca", "KD", ["5H 6H 7H"], ["5D 6D 7D"], **drawn)  # type: ignore[arg-type]
    game.play("draw 8H, lay 1 8H, discard KD, morto", "1: draw 8D, lay 1 8D, discard 9S, morto")
    (tmp_path / "mesa.toml").write_text(as_told(game.state), "utf-8")
    ran = canastra("score", tmp_path / "mesa.toml", "--json")
    assert [side["score"] for side in ran.json["sides"]] == [score_json(each) for each in engine_score(game.state)]
    assert [side["score"]["red_threes"] for side in ran.json["sides"]] == [0, 0]
