"""canastra-duelo Morto: the deal begins with two mortos of eleven unseen cards."""

from __future__ import annotations

from canastra.engine import view
from tests.drawing import deal

ID = "canastra-duelo"


def test_two_of_eleven_are_nobodys() -> None:
    state = deal(ID).state
    assert [len(morto) for morto in state.mortos] == [11, 11]
    assert state.has_morto == (False, False)


def test_they_are_counted_but_not_seen() -> None:
    first, second = deal(ID).state, deal(ID, mortos=("AS AS 2D", "KH KD")).state
    assert first.mortos != second.mortos
    for seat in (0, 1):
        seen = view(first._replace(mortos=second.mortos), seat)
        assert seen == view(first, seat)
        assert seen.morto_sizes == (11, 11)
