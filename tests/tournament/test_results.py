"""The points of an encounter: by matches instead of points, by deals, by time, by victory points, without play."""

from __future__ import annotations

import pytest
from msgspec.json import encode

from canastra.cli.language import Language
from canastra.cli.tournament.tables import result_text
from canastra.tournament import EventRefusedError, RoundStage, RoundState, start
from canastra.tournament.events import AbandonedResult, DefaultResult, EncounterResult, PlayedResult, WalkoverResult
from canastra.tournament.regulations import Regulations, parse_regulations
from canastra.tournament.results import (
    ScoreRange,
    bye_credit,
    credits,
    doubtful_scores,
    hold_to_form,
    score_range,
    victory_points,
    winner_of,
)
from tests.tournament.days import regulations_text

CLUB = parse_regulations(regulations_text("club-day"))
ITALY = parse_regulations(regulations_text("italy-mitchell"))
FINAL = 2
"""The phase of the club's regulations that is played best of three."""


def test_the_side_with_most_matches_wins_whatever_the_points_are() -> None:
    """Buraco Art. 19 and tranca's second Art. 20."""
    result = PlayedResult(((3010, 2990), (0, 5000), (3005, 3000)))
    hold_to_form(CLUB, FINAL, result)
    assert winner_of(CLUB.form_of(FINAL - 1), result) == 0
    one, two = credits(CLUB, FINAL, result)
    assert (one.points, one.matches, one.matches_lost, one.scored, one.conceded) == (3, 2, 1, 6015, 10990)
    assert (two.points, two.matches, two.matches_lost) == (0, 1, 2)


def test_best_of_three_ends_with_the_second_win() -> None:
    hold_to_form(CLUB, FINAL, PlayedResult(((3000, 0), (3000, 0))))
    with pytest.raises(EventRefusedError) as refused:
        hold_to_form(CLUB, FINAL, PlayedResult(((3000, 0), (3000, 0), (3000, 0))))
    assert refused.value.code == "result_too_many"
    with pytest.raises(EventRefusedError) as refused:
        hold_to_form(CLUB, FINAL, PlayedResult(((3000, 0), (0, 3000))))
    assert refused.value.code == "result_too_few"


def exactly(matches: int) -> Regulations:
    changes = (
        ('length = "best_of"\nnumber = 1', f'length = "exactly"\nnumber = {matches}'),
        ("minutes = 60", "minutes = 0"),
    )
    limits = ("warning = 10", "warning = 0"), ('at_call = "finish_deal"', 'at_call = "play_on"')
    return parse_regulations(regulations_text("club-day", *changes, *limits))


def test_exactly_two_matches_are_both_played_and_may_be_level() -> None:
    regulations = exactly(2)
    result = PlayedResult(((3000, 0), (2000, 3000)))
    hold_to_form(regulations, 1, result)
    assert winner_of(regulations.form_of(0), result) is None
    assert [each.points for each in credits(regulations, 1, result)] == [1, 1]
    with pytest.raises(EventRefusedError):
        hold_to_form(regulations, 1, PlayedResult(((3000, 0),)))


@pytest.mark.parametrize("score", [(1990, 100), (2010, 2010)])
def test_a_match_is_not_over_below_the_target_nor_while_it_is_level(score: tuple[int, int]) -> None:
    """Buraco Art. 13 §2: level above the target, another deal is played."""
    with pytest.raises(EventRefusedError) as refused:
        hold_to_form(exactly(1), 1, PlayedResult((score,)))
    assert refused.value.code == "result_target"


def test_time_ends_the_last_match_below_the_target() -> None:
    result = PlayedResult(((700, 690),))
    hold_to_form(CLUB, 1, result)
    assert winner_of(CLUB.form_of(0), result) == 0


def test_a_knockout_needs_a_winner() -> None:
    by_deals = parse_regulations(regulations_text("club-day", ('"best_of"\nnumber = 3', '"deals"\nnumber = 3')))
    with pytest.raises(EventRefusedError) as refused:
        hold_to_form(by_deals, FINAL, PlayedResult(((2000, 2000),)))
    assert refused.value.code == "result_needs_winner"


def test_both_sides_may_be_absent_in_any_phase() -> None:
    both = WalkoverResult((0, 1))
    hold_to_form(CLUB, FINAL, both)
    hold_to_form(CLUB, 1, both)


def test_victory_points_by_the_difference_of_all_deals() -> None:
    """The table for three deals that Italian sites publish."""
    result = PlayedResult(((1500, 1230),))
    hold_to_form(ITALY, 1, result)
    assert [each.points for each in credits(ITALY, 1, result)] == [13, 7]
    assert [each.points for each in credits(ITALY, 1, PlayedResult(((1230, 1500),)))] == [7, 13]


PUBLISHED = {
    "twenty-shared-3": (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "twenty-shared-4": (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
"""The largest difference of each band from 10:10 to 19:1, by puntiburraco.it, and for three deals eburraco.com too."""


@pytest.mark.parametrize("table", PUBLISHED)
def test_the_tables_for_three_and_four_deals_are_the_published_ones(table: str) -> None:
    for more, end in enumerate(PUBLISHED[table]):
        assert victory_points(ITALY, table, end) == (10 + more, 10 - more)
        assert victory_points(ITALY, table, end + 5) == (11 + more, 9 - more)


@pytest.mark.parametrize("table", ["twenty-shared-2", *PUBLISHED])
def test_every_multiple_of_the_step_shares_twenty(table: str) -> None:
    for difference in range(0, 3000, 5):
        assert sum(victory_points(ITALY, table, difference)) == 20


def test_a_bye_is_a_small_win() -> None:
    """As Italy has it: 14 points and a difference of 355."""
    nothing = RoundState(1, RoundStage.PLAYING, (), ())
    credit = bye_credit(start(ITALY), 1, nothing)
    assert (credit.points, credit.scored - credit.conceded, credit.wins) == (14, 355, 0)
    assert bye_credit(start(CLUB), 1, nothing).scored == 0


@pytest.mark.parametrize(
    ("result", "points", "wins", "scored", "absences"),
    [
        (WalkoverResult((0,)), (0, 3), (0, 1), (0, 1500), (1, 0)),
        (WalkoverResult((1,)), (3, 0), (1, 0), (1500, 0), (0, 1)),
        (WalkoverResult((0, 1)), (0, 0), (0, 0), (0, 0), (1, 1)),
        (DefaultResult(1), (0, 3), (0, 1), (0, 1500), (0, 0)),
        (AbandonedResult(0, ((2000, 100),)), (0, 3), (0, 1), (0, 1500), (0, 0)),
    ],
)
def test_what_was_not_played(
    result: EncounterResult,
    points: tuple[int, int],
    wins: tuple[int, int],
    scored: tuple[int, int],
    absences: tuple[int, int],
) -> None:
    """A default is no absence, though it is worth as much here."""
    found = credits(CLUB, 1, result)
    assert tuple(each.points for each in found) == points
    assert tuple(each.wins for each in found) == wins
    assert tuple(each.scored for each in found) == scored
    assert tuple(each.absences for each in found) == absences


def test_an_abandoned_encounter_may_keep_what_was_played() -> None:
    kept = parse_regulations(regulations_text("club-day", ("as_played = false", "as_played = true")))
    left, stayed = credits(kept, 1, AbandonedResult(0, ((2000, 100), (50, 60))))
    assert (left.scored, left.conceded, stayed.scored, stayed.points) == (2050, 160, 160, 3)


def test_who_resigned_is_said_and_counts_as_whoever_left() -> None:
    left, resigned = (AbandonedResult(1, ((300, 20),), each) for each in (False, True))
    assert credits(CLUB, 1, resigned) == credits(CLUB, 1, left)
    assert winner_of(CLUB.form_of(0), resigned) == 0
    assert [result_text(each, Language.EN) for each in (left, resigned)] == [
        "side 2 abandoned  300 × 20",
        "side 2 resigned  300 × 20",
    ]
    assert encode(left) == b'{"kind":"abandoned","left":1,"matches":[[300,20]]}', "as in logs from before"


def test_a_walkover_may_count_in_no_difference() -> None:
    regulations = parse_regulations(regulations_text("league-evenings"))
    assert [each.scored for each in credits(regulations, 1, WalkoverResult((0,)))] == [0, 0]


def test_a_match_of_a_house_rulebook_has_no_target_that_is_known() -> None:
    """The regulations name a rulebook that is not of the package: its referee knows when a match is over."""
    regulations = parse_regulations(regulations_text("club-day", ('rulebook = "buraco"', 'rulebook = "casa-da-ana"')))
    hold_to_form(regulations, FINAL, PlayedResult(((500, 490), (500, 490))))


@pytest.mark.parametrize(
    ("example", "changes", "expected"),
    [
        # Buraco: no side makes more than 3,940 or less than -1,140 in a deal; 1,990 is the most before the last one.
        ("club-day", (), ScoreRange(10, -2280, 1990 + 3940)),
        ("club-day", (('rulebook = "buraco"', 'rulebook = "canastra-regional"'),), ScoreRange(5, -1960, 2995 + 3780)),
        ("duplicate", (), ScoreRange(10, -1140, 3940)),
        ("individual", (), ScoreRange(10, 3 * -1140, 3 * 3940)),
        ("italy-mitchell", (('rulebook = "buraco"', 'rulebook = "tranca"'),), ScoreRange(10, 3 * -1940, 3 * 4340)),
    ],
)
def test_what_a_score_can_be_follows_from_the_rulebook(
    example: str, changes: tuple[tuple[str, str], ...], expected: ScoreRange
) -> None:
    assert score_range(parse_regulations(regulations_text(example, *changes)), 1) == expected


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ((2010, 1500), []),
        ((2013, 2020), [("step", 2013)]),
        ((2015, 2023), [("step", 2015), ("step", 2023)]),
        ((20100, 1500), [("size", 20100)]),
        ((2010, -2290), [("size", -2290)]),
        ((5930, -2280), []),
    ],
)
def test_what_can_hardly_be_is_told(score: tuple[int, int], told: list[tuple[str, int]]) -> None:
    bounds = score_range(parse_regulations(regulations_text("club-day")), 1)
    assert list(doubtful_scores(PlayedResult((score,)), bounds)) == told
    assert list(doubtful_scores(WalkoverResult((0,)), bounds)) == []
