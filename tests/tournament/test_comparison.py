"""Duplicate: each deal compared with those who had the same cards. Drawn by hand, and held to its definition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.messages import LANGUAGES
from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.errors import RegulationsError
from canastra.tournament.events import AbandonedResult, DealsResult, PlayedResult, Score, WalkoverResult
from canastra.tournament.regulations import parse_regulations, regulations_warnings, victory_tables
from canastra.tournament.results import compared_points, round_credits
from canastra.tournament.standings import phase_standings, reason_for_place
from tests.tournament.days import Day, regulations_text

SMALL = ("number = 4", "number = 2"), ("least = 12", "least = 4")
TWO_DEALS = regulations_text("duplicate", *SMALL)
Deals = dict[tuple[int, int], tuple[Score, ...]]


def seven_sides() -> Day:
    """Three tables and a bye; every table plays the same two packs."""
    day = Day(TWO_DEALS, 7)
    day.begin(1, range(1, 8))
    return day


def played(day: Day, number: int, deals: Deals, byes: tuple[int, ...] = ()) -> None:
    day.draft(1, number, deals, byes)
    day.open(1, number)
    for table, scores in enumerate(deals.values(), 1):
        day.add(ev.SheetReceived(1, number, table, DealsResult(scores)))
    day.add(ev.RoundClosed(1, number))


def points(day: Day) -> dict[int, int]:
    groups = phase_standings(day.state, 1)
    return {each.side: int(each.totals.points) for group in groups for each in group}


FIRST: Deals = {
    (1, 2): ((500, 300), (1200, 100)),
    (3, 4): ((350, 150), (700, 700)),
    (5, 6): ((100, 400), (900, 400)),
}
"""The points of the first line above the second: in deal 1 +200, +200, −300; in deal 2 +1100, 0, +500.

Deal 1: 1 and 3 did equally well, and better than 5: each has 1 for the level one and 2 for the worse one, 3 in all; 5
has 0. In the other line 2 and 4 have lost 200 where 6 has won 300: 1 each, and 6 has 4.
Deal 2: 1 is the best of its line with 4, 5 has 2, 3 has 0; in the other line 4 has 4, 6 has 2, 2 has 0.
So 1 has 7, 2 has 1, 3 has 3, 4 has 5, 5 has 2, 6 has 6. The most is 8: two deals, two other tables, 2 points each. The
bye is 60 % of it, 4.8, which makes 5.
"""


def test_three_tables_by_hand() -> None:
    day = seven_sides()
    played(day, 1, FIRST, (7,))
    assert points(day) == {1: 7, 2: 1, 3: 3, 4: 5, 5: 2, 6: 6, 7: 5}
    standings = phase_standings(day.state, 1)[0]
    # 4 and 7 have 5 points each. 4 lost its first deal by 200 and drew the second: −200; a bye counts in no difference.
    assert [each.side for each in standings] == [1, 6, 7, 4, 3, 5, 2]
    names = {number: side.name for number, side in day.state.sides.items()}
    assert reason_for_place(standings[3], names, "en") == "5 points; difference of points: −200 against 0 of Lado 7"
    assert (standings[0].totals.wins, standings[0].totals.scored, standings[0].totals.conceded) == (1, 1700, 400)
    assert standings[4].totals.wins == 1, "3 won its encounter by 200, though it did badly with its cards"


def test_a_win_that_others_win_higher_is_worth_less_than_a_small_loss() -> None:
    """The pair with the poor cards can come first: this is what the comparison is for."""
    found = compared_points({1: [(600, 0)], 2: [(900, 0)], 3: [(800, 0)]}, 3, 1)
    assert found == {1: (0, 4), 2: (4, 0), 3: (2, 2)}


def test_what_is_not_played_counts_as_level_for_all_others() -> None:
    """5 doesn't come: 6 has 60 % of 8, which makes 5, and 5 has nothing. The third table is 1 for each of the others.

    Deal 1: 1 and 3 are level with each other and with the third table, 2 each; so are 2 and 4. Deal 2: 1 is better than
    3 and has 3, 3 has 1; in the other line 4 has 3 and 2 has 1.
    """
    day = seven_sides()
    day.draft(1, 1, FIRST, (7,))
    day.open(1, 1)
    for table, scores in enumerate(list(FIRST.values())[:2], 1):
        day.add(ev.SheetReceived(1, 1, table, DealsResult(scores)))
    day.add(ev.ResultDecided(1, 1, 3, WalkoverResult((0,)), "Congresso, 4", "não veio"))
    assert points(day) == {1: 5, 2: 3, 3: 3, 4: 5, 5: 0, 6: 5, 7: 5}
    day.add(ev.ResultDecided(1, 1, 3, AbandonedResult(1, ((100, 400),)), "Congresso, 4", "foi embora"))
    assert points(day) == {1: 5, 2: 3, 3: 3, 4: 5, 5: 5, 6: 0, 7: 5}


def test_a_deal_that_the_call_of_time_took_counts_as_level() -> None:
    limit = ("\nminutes = 0", "\nminutes = 40"), ('at_call = "play_on"', 'at_call = "finish_deal"')
    day = Day(regulations_text("duplicate", *SMALL, *limit), 4)
    day.begin(1, range(1, 5))
    played(day, 1, {(1, 2): ((500, 0), (300, 0)), (3, 4): ((200, 0),)})
    assert points(day) == {1: 3, 2: 1, 3: 1, 4: 3}
    both_short = compared_points({1: [(500, 0)], 2: [(200, 0)]}, 2, 2)
    assert both_short == {1: (3, 1), 2: (1, 3)}


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (DealsResult(((500, 300),)), "result_deals"),
        (DealsResult(((500, 300),) * 3), "result_deals"),
        (PlayedResult(((800, 600),)), "result_deals"),
    ],
)
def test_a_result_holds_the_score_of_each_deal(result: ev.EncounterResult, code: str) -> None:
    day = seven_sides()
    day.draft(1, 1, FIRST, (7,))
    day.open(1, 1)
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.SheetReceived(1, 1, 1, result))
    assert refused.value.code == code
    assert len({refused.value.message(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_scores_of_deals_are_for_the_comparison_alone() -> None:
    day = Day(regulations_text("italy-mitchell"), 12)
    day.begin(1, range(1, 13))
    day.draft(1, 1, [(1, 2)])
    day.open(1, 1)
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.SheetReceived(1, 1, 1, DealsResult(((500, 300),) * 4)))
    assert refused.value.code == "result_not_compared"


REFUSED = [
    ('length = "deals"', 'length = "exactly"', "regulations_compared_length", "encounters.quatro.length"),
    ("least = 12", "least = 3", "regulations_compared_alone", "phases[0].scoring"),
    ('kind = "pairs"', 'kind = "teams"', "regulations_compared_form", "phases[0].scoring"),
    ("walkover = [60, 0]", "walkover = [60, 10]", "regulations_rewards_absence", "scorings.comparacao.walkover"),
    ("bye = 60", "bye = 101", "regulations_rewards_bye", "scorings.comparacao.bye"),
]


@pytest.mark.parametrize(("before", "after", "code", "key"), REFUSED)
def test_regulations_that_compare_what_cannot_be(before: str, after: str, code: str, key: str) -> None:
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(regulations_text("duplicate", (before, after)))
    assert (refused.value.code, refused.value.key) == (code, key)


def online(packs: str) -> str:
    table = regulations_text("online-rounds").partition("[online]")[2]
    assert 'packs = "own"' in table
    return "\n[online]" + table.replace('packs = "own"', f'packs = "{packs}"')


def test_a_mitchell_whose_lines_are_switched_is_not_warned_of() -> None:
    """Then those who sit and those who move are compared with each other."""
    parts = regulations_text("duplicate").partition("[scorings")
    rest = "[scorings" + parts[2].partition("[victory")[0]
    text = regulations_text("italy-mitchell", ('scoring = "vp"', 'scoring = "comparacao"'))
    text = text.partition("[scorings.vp]")[0] + rest + "[victory" + text.partition("[victory")[2]
    for switched, warned in ((0, True), (1, False)):
        regulations = parse_regulations(text.replace("switched = 0", f"switched = {switched}"))
        codes = [each.code for each in regulations_warnings(regulations, victory_tables(regulations))]
        assert ("regulations_compared_lines" in codes) is warned


def test_online_the_same_packs_and_the_comparison_go_together() -> None:
    parse_regulations(regulations_text("duplicate") + online("same"))
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(regulations_text("duplicate") + online("own"))
    assert (refused.value.code, refused.value.key) == ("regulations_packs_compared", "online.packs")
    limit = ("\nminutes = 55", "\nminutes = 0"), ("warning = 10", "warning = 0"), ("finish_turn", "play_on")
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(regulations_text("italy-mitchell", *limit) + online("same"))
    assert (refused.value.code, refused.value.key) == ("regulations_packs_same", "phases[0].scoring")


WARNED = [
    (
        ('two = ["difference"', 'two = ["points_for", "difference"'),
        "regulations_not_monotone_compared",
        "standings.more",
    ),
    (('more = ["difference"', 'more = ["buchholz"'), "regulations_not_monotone_points", "standings.more"),
    (
        ('kind = "swiss"', 'kind = "mitchell"\nmove = 1\nskip = false\nswitched = 0'),
        "regulations_compared_lines",
        "phases[0].kind",
    ),
    (
        ("rounds = 5", 'rounds = 2\nevenings = 3\nbest = 2\npairing = "swiss"'),
        "regulations_not_monotone_compared",
        "phases[0].best",
    ),
]


@pytest.mark.parametrize(("change", "code", "key"), WARNED)
def test_what_the_organisers_of_a_comparison_are_warned_of(change: tuple[str, str], code: str, key: str) -> None:
    league = (('kind = "swiss"', 'kind = "league"'),) if "evenings" in change[1] else ()
    fewer = (('"points_for", "lot"]', '"lot"]'),) if '"points_for", "diff' in change[1] else ()
    regulations = parse_regulations(regulations_text("duplicate", *league, *fewer, change))
    assert (code, key) in {
        (each.code, each.key) for each in regulations_warnings(regulations, victory_tables(regulations))
    }


SCORES = st.integers(0, 4).map(lambda step: 100 * step)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[dict[int, list[Score]], int, int]:
    """A round of up to seven tables, of which some didn't play or not all deals; few scores, so that many are level."""
    tables, deals = draw(st.integers(2, 7)), draw(st.integers(1, 3))
    played = draw(st.lists(st.integers(1, tables), unique=True, min_size=1))
    score = st.tuples(SCORES, SCORES)
    return {table: draw(st.lists(score, max_size=deals)) for table in sorted(played)}, tables, deals


@given(rounds())
@settings(max_examples=300, deadline=None)
def test_points_are_what_the_definition_says(case: tuple[dict[int, list[Score]], int, int]) -> None:
    """2 for each other table that did worse in the same line, 1 for one as good, or where one did not play it."""
    scores, tables, deals = case
    found = compared_points(scores, tables, deals)
    most = 2 * (tables - 1) * deals
    for table, half in product(scores, (0, 1)):
        due = 0
        for deal, other in product(range(deals), set(range(1, tables + 1)) - {table}):
            own, theirs = scores[table][deal : deal + 1], scores.get(other, [])[deal : deal + 1]
            if not own or not theirs:
                due += 1
                continue
            (mine,), (yours,) = own, theirs
            ahead = (mine[half] - mine[1 - half]) - (yours[half] - yours[1 - half])
            due += 2 if ahead > 0 else 1 if ahead == 0 else 0
        assert found[table][half] == due
        assert sum(found[table]) == most


@given(rounds(), st.data())
@settings(max_examples=300, deadline=None)
def test_more_points_in_a_deal_never_help_another_side_more(
    case: tuple[dict[int, list[Score]], int, int], data: st.DataObject
) -> None:
    scores, tables, deals = case
    places = [(table, deal) for table, each in scores.items() for deal in range(len(each))]
    if not places:
        return
    (table, deal), half = data.draw(st.sampled_from(places)), data.draw(st.integers(0, 1))
    raised = [list(each) for each in scores[table]]
    raised[deal][half] += data.draw(st.integers(1, 4)) * 100
    before = compared_points(scores, tables, deals)
    after = compared_points({**scores, table: [(one, two) for one, two in raised]}, tables, deals)
    gains = {(each, side): after[each][side] - before[each][side] for each, side in product(scores, (0, 1))}
    own = gains.pop((table, half))
    assert own >= max(0, *gains.values())
    assert gains[table, 1 - half] == -own


def test_a_side_that_was_annulled_is_compared_with_nobody() -> None:
    """A group of four and one of three: results of 4 don't count, so its table is level for the others."""
    text = regulations_text(
        "club-day",
        ('length = "best_of"\nnumber = 1', 'length = "deals"\nnumber = 1'),
        ("minutes = 60", "minutes = 0"),
        ("warning = 10", "warning = 0"),
        ('at_call = "finish_deal"', 'at_call = "play_on"'),
        ('withdrawn = "kept"', 'withdrawn = "annulled"'),
    )
    head, _, rest = text.partition('scoring = "vitorias"')
    one, _, final = rest.partition("[scorings.vitorias]")
    compared = regulations_text("duplicate").partition("[scorings")[2].partition("[victory")[0]
    day = Day(f'{head}scoring = "comparacao"{one}[scorings{compared}[scorings.vitorias]{final}', 8)
    day.begin(1, range(1, 5), range(5, 9))
    played(day, 1, {(1, 4): ((900, 0),), (2, 3): ((100, 0),), (5, 8): ((500, 0),), (6, 7): ((0, 50),)})
    # Of four tables 1 is the best of its line with 6 points, 5 has 4, 2 has 2, 6 none; without 4, 2 has 3 and 6 has 1.
    assert points(day) == {1: 6, 2: 2, 3: 4, 4: 0, 5: 4, 6: 0, 7: 6, 8: 2}
    day.add(ev.SideWithdrawn(4, "foi embora"))
    assert points(day) == {1: 0, 2: 3, 3: 3, 4: 0, 5: 5, 6: 1, 7: 5, 8: 1}


def test_credits_come_with_their_tables() -> None:
    day = seven_sides()
    played(day, 1, FIRST, (7,))
    found = day.state.phases[0].rounds[0]
    assert [(table.fixture.table, both[0].points) for table, both in round_credits(day.state, 1, found)] == [
        (1, 7),
        (2, 3),
        (3, 2),
    ]
