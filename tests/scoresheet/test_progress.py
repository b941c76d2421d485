"""The figures derived from a sheet: totals, dealers, vulnerable sides, ends of matches and encounters, late
corrections.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from canastra.cards import UNKNOWN, Card
from canastra.engine import Encounter, Length, NextDealer
from canastra.engine.hands import cards_of
from canastra.errors import InputError, RecordError
from canastra.records import EncounterRecord, Record, RecordRuleError, ReplayedDeal, Ruling, read_file, replay
from canastra.rulebooks import official
from canastra.scoresheet import (
    Acceptance,
    Counted,
    DealEntry,
    Laid,
    MatchForfeit,
    Sheet,
    Total,
    accepted,
    corrected,
    parse_sheet,
    progress_of,
    sheet_of,
    write_sheet,
)
from canastra.scoresheet.real_table.side import Side
from tests.cli.running import CONFORMANCE

BY = {"author": "Rosa", "time": "2026-11-23T16:00:00-03:00", "reason": "conta refeita"}


def deal(one: int, two: int, match: int = 1) -> DealEntry:
    return DealEntry((Total(one), Total(two)), match)


def sheet(rulebook: str, *deals: DealEntry, **more: Any) -> Sheet:
    return replace(Sheet(official(rulebook), ("Nós", "Eles"), deals=deals), **more)


def test_before_each_deal_it_says_who_deals_who_is_vulnerable_and_the_minimum() -> None:
    """Regional Art. 14."""
    now = progress_of(sheet("canastra-regional", deal(1500, 700), deal(200, 795), dealer=2))
    assert [each.before.dealer for each in now.deals] == [2, 3]
    assert now.deals[1].before.opening == (0, -1)
    assert (now.match.points, now.dealer, now.minimums, now.vulnerable) == ((1700, 1495), 0, (75, 0), (True, False))
    assert not now.finished


def test_a_match_ends_with_the_deal_and_ties_are_played_on() -> None:
    """Regional Art. 13 §1-2."""
    tied = sheet("canastra-regional", deal(2900, 2950), deal(150, 100))
    assert progress_of(tied).match.points == (3050, 3050)
    assert not progress_of(tied).finished
    # The tie is played off whatever the totals are by then, even below the target.
    over = progress_of(replace(tied, deals=(*tied.deals, deal(-100, -200))))
    assert (over.match.points, over.finished, over.winner, over.dealer) == ((2950, 2850), True, 0, None)


def test_a_sheet_starts_with_scores_from_paper() -> None:
    now = progress_of(sheet("canastra-regional", score=(1600, 2980)))
    assert (now.match.points, now.minimums) == ((1600, 2980), (75, 75))
    assert progress_of(sheet("canastra-regional", deal(0, 50), score=(1600, 2980))).winner == 1


def test_the_target_and_the_next_dealer_are_the_organisers() -> None:
    """Buraco Art. 3 and Art. 13."""
    now = progress_of(sheet("buraco", deal(900, 300), target=1000, next_dealer=NextDealer.LOSER))
    assert (now.dealer, now.finished) == (1, False)
    drawn = sheet("buraco", deal(900, 300), next_dealer=NextDealer.DRAW)
    assert progress_of(drawn).dealer is None
    third = replace(deal(0, 0), dealer=3)
    assert progress_of(replace(drawn, deals=(*drawn.deals, third))).deals[1].before.dealer == 3


def test_most_matches_won_win_the_encounter() -> None:
    """Buraco Art. 19, tranca's second Art. 20."""
    three = EncounterRecord(Encounter(3))
    played = sheet("tranca", deal(2010, 500), deal(0, 2300, 2), encounter=three)
    now = progress_of(played)
    assert now.encounter is not None
    assert (now.encounter.won, now.finished, [each.number for each in now.matches]) == ((1, 1), False, [1, 2, 3])
    assert (now.match.points, now.dealer) == ((0, 0), 2)
    over = progress_of(replace(played, deals=(*played.deals, deal(100, 2200, 3))))
    assert (over.finished, over.winner) == (True, 1)
    early = progress_of(sheet("tranca", deal(2010, 500), deal(2010, 0, 2), encounter=three))
    assert (early.finished, early.winner, len(early.matches)) == (True, 0, 2)
    whole = EncounterRecord(Encounter(3, Length.EXACTLY))
    assert not progress_of(sheet("tranca", deal(2010, 500), deal(2010, 0, 2), encounter=whole)).finished


def test_an_encounter_may_go_on_from_paper() -> None:
    part = EncounterRecord(Encounter(3, won=(0, 1)))
    now = progress_of(sheet("tranca", deal(2010, 0, 2), encounter=part))
    assert now.encounter is not None
    assert (now.encounter.won, now.matches[-1].number) == ((1, 1), 3)


def test_a_match_of_one_deal_may_be_drawn() -> None:
    """Duelo: a match is one deal."""
    now = progress_of(sheet("canastra-duelo", deal(300, 300)))
    assert (now.finished, now.winner) == (True, None)


def test_referees_points_count_for_the_match_and_an_annulled_deal_does_not() -> None:
    """Buraco Art. 18: they are never part of a deal's own points."""
    late = replace(deal(500, 500), rulings=(Ruling("points", "atraso", 1, -100),))
    void = replace(deal(900, 0), rulings=(Ruling("annul", "baralho com 105 cartas"),))
    now = progress_of(sheet("buraco", late, void))
    assert now.deals[0].points.totals == (500, 500)
    assert (now.match.points, now.dealer, now.match.deals) == ((500, 400), 1, 1)


def test_a_forfeited_match_is_won_by_the_other_side() -> None:
    part = EncounterRecord(Encounter(3))
    now = progress_of(sheet("tranca", deal(500, 0), encounter=part, forfeits=(MatchForfeit(1, 0, "não voltaram"),)))
    assert now.encounter is not None
    assert (now.encounter.won, now.match.points) == ((0, 1), (0, 0))
    two = (MatchForfeit(1, 0, "não vieram"), MatchForfeit(2, 0, "não vieram"))
    over = progress_of(sheet("tranca", encounter=part, forfeits=two))
    assert (over.finished, over.winner) == (True, 1)


def test_a_correction_never_rewrites_a_later_deal_and_marks_what_would_have_been_another() -> None:
    before = sheet("canastra-regional", deal(1490, 300), deal(100, 200), deal(50, 60))
    after = corrected(before, 1, 0, Total(1500), BY)
    now = progress_of(after)
    assert [each.points.totals for each in now.deals] == [(1500, 300), (100, 200), (50, 60)]
    marks = [[(each.code, each.side, dict(each.figures)) for each in each.marks] for each in now.deals]
    # The third deal was played from 1590: it had its minimum already.
    assert marks == [[], [("sheet_mark_minimum", 0, {"then": 0, "now": 75})], []]
    kept = after.deals[0].corrections[0]
    assert (kept.before, kept.after, kept.author, kept.deals) == (Total(1490), Total(1500), "Rosa", 3)
    # A deal entered after the correction was played by the corrected points.
    assert progress_of(corrected(sheet("canastra-regional", deal(1490, 300)), 1, 0, Total(1500), BY)).vulnerable == (
        True,
        False,
    )
    back = progress_of(corrected(after, 1, 0, Total(1490), BY))
    assert [each.marks for each in back.deals] == [(), (), ()]


def test_a_correction_that_ends_a_match_earlier_or_later_marks_the_deals_behind() -> None:
    one = sheet("tranca", deal(1990, 500), deal(0, 0), deal(50, 0))
    ended = progress_of(corrected(one, 1, 0, Total(2000), BY))
    assert [[each.code for each in each.marks] for each in ended.deals] == [
        [],
        ["sheet_mark_after_end"],
        ["sheet_mark_after_end"],
    ]
    assert (ended.match.points, ended.winner) == ((2050, 500), 0)
    two = sheet("tranca", deal(2000, 500), deal(100, 0, 2), encounter=EncounterRecord(Encounter(3)))
    lower = progress_of(corrected(two, 1, 0, Total(1990), BY))
    assert lower.encounter is not None
    assert [each.code for each in lower.deals[1].marks] == ["sheet_mark_before_end"]
    assert lower.encounter.won == (0, 0)


def test_a_correction_moves_the_deal_that_the_loser_gives() -> None:
    """Buraco Art. 3: the players may agree that the loser deals."""
    played = sheet("buraco", deal(100, 200), deal(0, 10), next_dealer=NextDealer.LOSER)
    now = progress_of(corrected(played, 1, 0, Total(300), BY))
    assert [(each.code, dict(each.figures)) for each in now.deals[1].marks] == [
        ("sheet_mark_dealer", {"then": "A2", "now": "B1"})
    ]


def test_cards_counts_and_totals_mix() -> None:
    cards = Laid(Side(melds=("4H 5H 6H 7H 8H 9H TH",), hands=("KS",), morto=True))
    counts = Counted({"laid": 12, "dirty": 1, "went_out": 1, "morto": 1})
    now = progress_of(sheet("buraco", DealEntry((cards, counts)), DealEntry((Total(-100), cards))))
    assert [each.points.totals for each in now.deals] == [(260, 320), (-100, 260)]
    assert now.deals[0].points.scores[0].clean == 200
    assert all(not each.warnings for each in now.deals)


def test_warnings_stay_until_a_referee_lets_them_stand() -> None:
    odd = sheet("canastra-regional", deal(437, 0))
    found = progress_of(odd).deals[0]
    assert [(each.code, each.side, each.article) for each in found.warnings] == [("sheet_off_step", 0, "Art. 12")]
    let = progress_of(accepted(odd, 1, Acceptance("sheet_off_step", 0, "multa da mesa", "Rosa"))).deals[0]
    assert (let.warnings, [each.reason for _, each in let.accepted]) == ((), ["multa da mesa"])


def test_a_warning_let_stand_counts_anew_once_its_entry_is_corrected() -> None:
    let = accepted(sheet("canastra-regional", deal(437, 436)), 1, Acceptance("sheet_off_step", 0, "multa"))
    let = accepted(let, 1, Acceptance("sheet_off_step", 1, "multa"))
    now = progress_of(corrected(let, 1, 0, Total(438), BY)).deals[0]
    assert [each.side for each in now.warnings] == [0]
    assert [each.side for each, _ in now.accepted] == [1]


def test_hands_that_count_only_if_the_others_went_out_ask_for_it() -> None:
    hands = Counted({"laid": 9, "hand": 4})
    asked = progress_of(sheet("canastra-duelo", DealEntry((hands, Total(250))))).deals[0]
    assert [each.code for each in asked.warnings] == ["sheet_out_unknown"]
    told = progress_of(sheet("canastra-duelo", DealEntry((hands, Total(250, went_out=True))))).deals[0]
    assert (told.points.totals, told.warnings) == ((50, 250), ())


def test_a_recorded_match_becomes_a_sheet_that_stands_as_it_does() -> None:
    found = 0
    for path in sorted(CONFORMANCE.glob("*.canastra")):
        try:
            replayed = replay(read_file(path))
            made = sheet_of(replayed.record)
        except (RecordError, RecordRuleError, InputError):
            continue
        now = progress_of(made)
        assert (now.match.points, now.match.finished, now.match.winner) == (
            replayed.match.points,
            replayed.match.finished,
            replayed.match.winner,
        ), path.name
        assert [each.points.scores for each in now.deals if not each.entry.annulled] == [
            each.scores for each in replayed.deals if each.scores
        ]
        assert not any(each.warnings or each.marks for each in now.deals)
        if made.rulebook.extends is None:
            assert parse_sheet(write_sheet(made)) == made
        found += bool(now.deals)
    assert found > 50


def test_hidden_cards_make_no_sheet() -> None:
    replayed = replay(read_file(CONFORMANCE / "canastra-regional-golden-1.canastra")).deals[0]
    hands = [list(hand) for hand in replayed.deal.piles.hands]
    seat, card = next(
        (seat, card) for seat, hand in enumerate(hands) for card in hand if holds_still(replayed, seat, card)
    )
    hands[seat][hands[seat].index(card)] = UNKNOWN
    piles = replace(replayed.deal.piles, hands=tuple(map(tuple, hands)))
    record = Record(official("canastra-regional"), tuple("ABCD"), deals=(replace(replayed.deal, piles=piles),))
    with pytest.raises(InputError) as found:
        sheet_of(record)
    assert (found.value.code, found.value.figures) == ("sheet_hidden_cards", {"deal": 1})


def holds_still(deal: ReplayedDeal, seat: int, card: Card) -> bool:
    """Return whether a seat holds at the end a card that was dealt to it and that none of its turns names."""
    named = any(str(card) in str(line) for line in deal.deal.turns if line.seat == seat)
    return not named and card in cards_of(deal.state.hands[seat])
