"""tranca Art. 2: the seats are agreed or drawn by lot, so any order of the four names will do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra.errors import RecordError
from canastra.records import Seats, parse, write
from tests.rules.tranca.positions import CLEAN, late, points, record


@pytest.mark.parametrize(
    "names", [("Ana", "Bruno", "Clara", "Davi"), ("Davi", "Clara", "Bruno", "Ana"), ("Bruno", "Davi", "Ana", "Clara")]
)
def test_the_players_sit_as_they_have_agreed(names: tuple[str, ...]) -> None:
    assert parse(write(replace(record(""), players=names))).players == names


@pytest.mark.parametrize(
    "names", [("Ana", "Bruno", "Clara"), ("Ana", "Bruno", "Clara", "Davi", "Eva"), ("Ana", "Bruno")]
)
def test_there_are_four_seats(names: tuple[str, ...]) -> None:
    with pytest.raises(RecordError) as refused:
        parse(write(replace(record(""), players=names)))
    assert refused.value.code == "player_count"


@pytest.mark.parametrize("seats", Seats)
def test_a_record_keeps_whether_they_agreed_or_drew_lots(seats: Seats) -> None:
    text = write(replace(record(""), seats=seats))
    assert f'\nseats = "{seats}"\n' in text
    assert parse(text).seats is seats


def test_partners_face_each_other_and_share_their_melds() -> None:
    game = late("4S KD", ["5S 6S 7S"], ["5D 6D 7D"], hands={2: "8S KH QC", 1: "8S KC"})
    game.play("draw TS, lay 1 4S, discard TS")
    # The neighbour's meld number 1 is the other one.
    game.play("1: draw TD").refused("lay 1 8S", "does_not_fit").play("discard TD")
    game.play("2: draw TC, lay 1 8S, discard TC")
    assert (game.melds(0), game.melds(1)) == (["4S 5S 6S 7S 8S"], ["5D 6D 7D"])


def test_a_side_without_melds_has_none_to_lay_on() -> None:
    game = late("8S KD QC", [], ["5S 6S 7S"]).play("draw TS")
    game.refused("lay 1 8S", "no_such_meld")


def test_what_the_partner_wins_is_the_sides() -> None:
    game = late("KS KD", ["4S 4D 4C"], [CLEAN], taken=(False, True), hands={1: "QH", 3: "9C"})
    game.play("draw TS, discard TS", "1: draw TD, lay 1 QH, discard TD")
    assert game.score(1) == points(melded=80, clean=200, going_out=100, in_hand=-10)
