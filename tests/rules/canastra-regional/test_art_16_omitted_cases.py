"""canastra-regional Art. 16: omitted cases are for the Coordenação Técnica: rulings stand beside the play.

They never change a deal's score, only the match's; without a ruling an endless deal ends: docs/rules.md §7 and §10.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from canastra.cards import TWO_PACKS, parse_cards
from canastra.engine import Ending, Match, Score, add_deal, annul_deal, deal_out, forfeit, start_match
from canastra.errors import RecordError
from canastra.records import Forfeit, Record, Ruling, parse, record_deal, replay, replay_json, write
from canastra.rulebooks import load
from tests.drawing import actions, table

RULEBOOK = "canastra-regional"


def match_at(one: int, two: int, dealer: int = 0) -> Match:
    return start_match(load(RULEBOOK), dealer, (one, two))


def scores(one: int, two: int) -> tuple[Score, Score]:
    return Score(one, 0, 0, 0, 0, 0, 0, 0, 0), Score(two, 0, 0, 0, 0, 0, 0, 0, 0)


def record(*rulings: Ruling, lost_by: Forfeit | None = None) -> Record:
    """A match at 1500 to 0, its only deal stopped after one turn."""
    rulebook = load(RULEBOOK)
    begun = record_deal(match_at(1500, 0, dealer=3), deal_out(TWO_PACKS, 4, 3))
    begun = begun.play(actions("draw")[0])
    stopped = replace(begun.deal, rulings=rulings)
    return Record(rulebook, ("Ana", "Bruno", "Clara", "Davi"), (1500, 0), (stopped,), forfeit=lost_by)


def test_points_for_a_side_count_after_the_deal() -> None:
    match = add_deal(match_at(1000, 1000), scores(300, 200), rulings=(-100, 50))
    assert match.points == (1200, 1250)


@pytest.mark.parametrize(("ruling", "winner"), [((5, 0), 0), ((0, 0), None), ((-200, 700), 1)])
def test_they_count_for_the_target(ruling: tuple[int, int], winner: int | None) -> None:
    match = add_deal(match_at(2500, 2500), scores(495, 0), ruling)
    assert (match.finished, match.winner) == (winner is not None, winner)


def test_they_count_for_being_vulnerable() -> None:
    assert add_deal(match_at(1400, 1500), scores(95, 0), rulings=(5, -5)).opening == (0, -1)


def test_an_annulled_deal_counts_nothing_and_the_same_dealer_deals_again() -> None:
    match = annul_deal(match_at(1200, 800, dealer=2))
    assert (match.points, match.dealer, match.deals) == ((1200, 800), 2, 0)


def test_points_given_with_an_annulled_deal_count_but_do_not_end_the_match() -> None:
    match = annul_deal(match_at(2950, 0), rulings=(100, 0))
    assert (match.points, match.finished) == ((3050, 0), False)
    # The target was reached: the next deal that leaves a difference decides.
    assert add_deal(match, scores(-100, 0)).winner == 0


def test_a_side_that_forfeits_loses_whatever_it_has() -> None:
    match = forfeit(match_at(2900, 0), side=0)
    assert (match.finished, match.winner, match.points) == (True, 1, (2900, 0))


def test_a_record_carries_the_rulings_and_replays_with_them() -> None:
    annulled = record(Ruling("annul", "a card on the floor"), Ruling("points", "unsporting", 1, -200))
    read = parse(write(annulled))
    assert read.deals[0].rulings == annulled.deals[0].rulings
    played = replay(read)
    assert (played.match.points, played.match.dealer, played.match.finished) == ((1500, -200), 3, False)
    deals = replay_json(played)["deals"]
    assert isinstance(deals, list)
    assert (deals[0]["ended_by"], deals[0]["score"], deals[0]["rulings"]) == ("annulled", None, [0, -200])


def test_a_forfeited_match_is_finished_in_the_middle_of_a_deal() -> None:
    played = replay(parse(write(record(lost_by=Forfeit(0, "absent")))))
    assert (played.match.finished, played.match.winner) == (True, 1)


def test_a_ruling_without_a_reason_is_no_ruling() -> None:
    text = write(record(Ruling("annul", "misdeal")))
    for without in (re.sub(r""",\s*"?reason"?\s*=\s*"misdeal\"""", "", text), text.replace("misdeal", "")):
        assert "misdeal" not in without
        with pytest.raises(RecordError) as caught:
            parse(without)
        assert caught.value.figures["key"] == "reason"


def test_a_pile_passed_round_for_ever_ends_the_deal_after_24_turns() -> None:
    game = table(RULEBOOK, "9C KD", pile="4S")
    for turn in range(24):
        assert not game.over, turn
        game.play("take, discard 4S")
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.STALEMATE, None)
    assert game.score(0).going_out == game.score(1).going_out == 0


def test_a_card_drawn_or_laid_in_between_begins_the_count_again() -> None:
    for turn in ("draw 3S, discard 3S", "take, lay 1 8H, discard 4S"):
        game = table(RULEBOOK, "9C KD 8H", ["5H 6H 7H"], pile="4S", idle_turns=23, stock=parse_cards("3S 3C"))
        assert not game.play(turn).over
        assert game.state.idle_turns == 0


def test_a_wild_gone_home_or_a_withdrawn_meld_is_no_progress() -> None:
    game = table(RULEBOOK, "9C KD", ["3H 4H 2H"], pile="4S", idle_turns=23).play("take, shift 1, discard 4S")
    assert game.state.ending is Ending.STALEMATE
    game = table(RULEBOOK, "9C 8H 9H TH", pile="4S", idle_turns=23, opening=(0, -1))
    game.play("take, meld 8H 9H TH, withdraw, discard 4S")
    assert game.state.ending is Ending.STALEMATE
