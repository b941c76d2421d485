"""buraco Art. 2: the seats are agreed, or drawn by lot without an agreement."""

from __future__ import annotations

from itertools import permutations

import pytest

from canastra.errors import RecordError
from canastra.records import Seats, parse, replay, write
from tests.drawing import deal
from tests.rules.buraco.positions import BURACO, ended, record_text

NAMES = ("Ana", "Bruno", "Clara", "Davi")


def test_any_four_players_may_sit_in_any_order() -> None:
    for names in permutations(NAMES):
        record = parse(record_text(players=names))
        assert tuple(record.players) == names
        assert replay(record).deals[0].state.seat == 0


@pytest.mark.parametrize("names", [NAMES[:2], NAMES[:3], (*NAMES, "Eva", "Fabio")])
def test_a_table_has_four_seats_no_fewer_and_no_more(names: tuple[str, ...]) -> None:
    assert BURACO.table.players == 4
    with pytest.raises(RecordError) as caught:
        parse(record_text(players=names))
    assert caught.value.code == "player_count"


@pytest.mark.parametrize("seats", Seats)
def test_a_record_keeps_whether_the_seats_were_agreed_or_drawn(seats: Seats) -> None:
    record = parse(record_text(more=f'seats = "{seats}"\n'))
    assert record.seats is seats
    assert f'\nseats = "{seats}"\n' in write(record)
    assert parse(record_text()).seats is None


def test_partners_sit_opposite_and_share_their_melds_and_neighbours_do_not() -> None:
    game = deal("buraco", {0: "4H 5H 6H", 1: "7H", 2: "7H", 3: "8H"}, stock="3S 3D 3C 3S")
    game.play("0: draw 3S, meld 4H 5H 6H, discard 3S", "1: draw 3D")
    game.refused("lay 1 7H", "no_such_meld", "Art. 5")
    game.play("1: discard 3D", "2: draw 3C, lay 1 7H, discard 3C", "3: draw 3S")
    assert game.melds(0) == ["4H 5H 6H 7H"]
    game.refused("lay 1 8H", "no_such_meld", "Art. 5")


def test_each_side_is_counted_with_the_hands_of_the_two_seats_opposite_each_other() -> None:
    game = ended(hands=("KD", "QD QS", "KC KS AH", "QC JC JD JH"))
    assert game.score(0).in_hand == -40
    assert game.score(1).in_hand == -60


def test_whoever_drew_the_seats_any_of_them_may_deal_first() -> None:
    for dealer in range(4):
        game = deal("buraco", dealer=dealer)
        assert game.state.seat == (dealer + 1) % 4
        assert game.legal == {"draw"}
