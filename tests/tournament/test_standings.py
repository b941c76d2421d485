"""Places and their reasons, worked out by hand: groups with ties, unequal groups, penalties, absence, evenings."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from canastra.messages import LANGUAGES
from canastra.tournament import events as ev
from canastra.tournament.fixtures import pair_round
from canastra.tournament.progression import compared, going_on, overall, qualifiers
from canastra.tournament.regulations import Criterion, StandingsTerms
from canastra.tournament.results import Credit
from canastra.tournament.standings import (
    ABSENCE,
    POINTS,
    REACHED,
    SEED,
    Bout,
    Ledger,
    Ranking,
    Separation,
    Standing,
    Totals,
    criterion_name,
    criterion_values,
    phase_standings,
    reason_for_place,
)
from tests.tournament.days import Day, regulations_text

Scores = dict[tuple[int, int], tuple[int, int]]
HEAD, AMONG, DIFFERENCE, LOT = (
    Criterion.HEAD_TO_HEAD,
    Criterion.DIFFERENCE_AMONG,
    Criterion.DIFFERENCE,
    Criterion.LOT,
)


def bout(one: int, two: int, score: tuple[int, int]) -> Bout:
    """Three points for a win, one for a draw."""
    points = (1, 1) if score[0] == score[1] else (3, 0) if score[0] > score[1] else (0, 3)
    credits = tuple(
        Credit(points[half], int(points[half] == 3), int(points[half] == 1), 0, 0, score[half], score[1 - half])
        for half in (0, 1)
    )
    return Bout((one,), (two,), (credits[0], credits[1]), 1)


def ranked(scores: Scores, two: list[Criterion], more: list[Criterion], restart: bool = True) -> tuple[Standing, ...]:
    sides = tuple(sorted({side for pair in scores for side in pair}))
    ledger = Ledger(sides, tuple(bout(*pair, score) for pair, score in scores.items()))
    lots = {side: -side for side in sides}  # the highest number has drawn the first place
    return Ranking(ledger, StandingsTerms(tuple(two), tuple(more), restart), lots).standings()


def order(standings: tuple[Standing, ...]) -> list[int]:
    return [each.side for each in standings]


def basis(standings: tuple[Standing, ...], side: int) -> list[str]:
    return [why.basis for each in standings if each.side == side for why in each.reasons]


FIVE: Scores = {
    (1, 2): (2000, 1500),
    (2, 3): (2000, 1800),
    (3, 1): (2000, 1900),
    (1, 4): (2000, 1000),
    (1, 5): (2000, 1900),
    (2, 4): (2000, 0),
    (2, 5): (2000, 0),
    (3, 4): (2000, 1500),
    (3, 5): (2000, 1500),
    (4, 5): (2000, 1000),
}
"""A group of five. 1, 2 and 3 beat each other in a circle, and both others: nine points each.

Among the three: 1 has +500 −100 = +400, 2 has −500 +200 = −300, 3 has −200 +100 = −100. In all: 1 has +1500, 2 has
+3700, 3 has +900.
"""


def test_three_tied_in_a_group_of_five_by_the_difference_among_them() -> None:
    found = ranked(FIVE, [HEAD, LOT], [HEAD, AMONG, DIFFERENCE, LOT])
    assert order(found) == [1, 3, 2, 4, 5]
    assert basis(found, 1) == basis(found, 3) == [POINTS, "difference_among"]
    why = found[0].reasons[1]
    assert why.values == {1: 400, 2: -300, 3: -100}
    assert found[0].reasons[0].values == {1: 9, 2: 9, 3: 9, 4: 3, 5: 0}
    assert basis(found, 4) == [POINTS]


def test_three_tied_in_a_group_of_five_by_the_whole_difference() -> None:
    found = ranked(FIVE, [HEAD, LOT], [HEAD, DIFFERENCE, LOT])
    assert order(found) == [2, 1, 3, 4, 5]
    assert found[0].reasons[-1].values == {1: 1500, 2: 3700, 3: 900}


CIRCLE: Scores = {
    **FIVE,
    (1, 2): (2000, 1800),
    (2, 3): (2000, 1700),
    (3, 1): (2000, 1900),
}
"""Now 1 has +200 −100 = +100 among the three, 2 has −200 +300 = +100, 3 has −300 +100 = −200."""


def test_when_one_is_separated_the_two_that_are_left_begin_again() -> None:
    """1 beat 2: with a restart that decides. Without one the next criterion of the three does: 2 has more in all."""
    chains = ([HEAD, LOT], [AMONG, DIFFERENCE, LOT])
    restarted = ranked(CIRCLE, *chains, restart=True)
    assert order(restarted)[:3] == [1, 2, 3]
    assert basis(restarted, 1) == basis(restarted, 2) == [POINTS, "difference_among", "head_to_head"]
    assert basis(restarted, 3) == [POINTS, "difference_among"]
    went_on = ranked(CIRCLE, *chains, restart=False)
    assert order(went_on)[:3] == [2, 1, 3]
    assert basis(went_on, 1) == [POINTS, "difference_among", "difference"]


def test_two_tied_by_their_own_encounter() -> None:
    """4 beat 5 by ten points and lost by two thousand to 6, who drew: the difference alone would put 5 first."""
    scores: Scores = {(4, 5): (2000, 1990), (4, 6): (0, 2000), (5, 7): (3000, 0), (6, 7): (5, 5)}
    found = ranked(scores, [HEAD, LOT], [LOT])
    assert {each.side: each.totals.points for each in found} == {4: 3, 5: 3, 6: 4, 7: 1}
    assert order(found) == [6, 4, 5, 7]
    assert basis(found, 4) == [POINTS, "head_to_head"]
    assert found[1].reasons[-1].values == {4: 3, 5: 0}
    assert order(ranked(scores, [DIFFERENCE, LOT], [LOT])) == [6, 5, 4, 7]


def test_head_to_head_among_three_is_applied_only_if_all_met() -> None:
    """1 beat 2 and 2 beat 3, but 1 and 3 never met: nothing follows from that."""
    scores: Scores = {(1, 2): (10, 0), (2, 3): (20, 0), (3, 4): (90, 0), (1, 4): (0, 10), (4, 5): (0, 10)}
    found = ranked(scores, [HEAD, LOT], [HEAD, DIFFERENCE, LOT])
    points = {each.side: each.totals.points for each in found}
    assert points == {1: 3, 2: 3, 3: 3, 4: 3, 5: 3}
    # By difference 3 has +70, 2 and 5 +10, 1 has 0 and 4 −90; 2 and 5 never met, and 5 drew the better lot.
    assert order(found) == [3, 5, 2, 1, 4]
    assert all(each.reasons[1].basis == "head_to_head" and each.reasons[1].values == {} for each in found)
    ledger = Ledger((1, 2, 3), tuple(bout(*pair, score) for pair, score in scores.items()))
    assert criterion_values(HEAD, ledger, (1, 2, 3), {}) is None
    assert criterion_values(HEAD, ledger, (1, 2), {}) == {1: 3, 2: 0}


def test_lots_decide_last_and_only_between_those_who_are_equal() -> None:
    scores: Scores = {(1, 2): (5, 5), (3, 4): (5, 5)}
    found = ranked(scores, [HEAD, LOT], [HEAD, DIFFERENCE, LOT])
    assert order(found) == [4, 3, 2, 1]
    assert basis(found, 1)[-1] == "lot"


def test_buchholz_and_sonneborn_berger() -> None:
    """1 and 3 had the stronger opponents, each other; 3 drew the better lot. 2 beat 4, who has no points."""
    scores: Scores = {(1, 3): (10, 0), (2, 4): (10, 0), (3, 4): (10, 0)}
    ledger = Ledger((1, 2, 3, 4), tuple(bout(*pair, score) for pair, score in scores.items()))
    assert criterion_values(Criterion.BUCHHOLZ, ledger, (1, 2), {}) == {1: 3, 2: 0}
    assert criterion_values(Criterion.SONNEBORN_BERGER, ledger, (1, 2, 3), {}) == {1: 6, 2: 0, 3: 0}
    assert order(ranked(scores, [Criterion.BUCHHOLZ, LOT], [Criterion.BUCHHOLZ, LOT])) == [3, 1, 2, 4]


def unequal(normalise: str) -> Day:
    """Nine pairs in a group of five and one of four; two of each go on, and the better third.

    The third of the first group is pair 3: it beat 4 by 100 and 5, the last, by 900; it lost by 200 and 300. That is 6
    points from 4 encounters and +500; without the encounter with the last 3 points and −400. The third of the second
    group is pair 8: it beat 9 by 50 and lost twice by 100: 3 points from 3 encounters and −150.
    """
    text = regulations_text(
        "club-day",
        ("number = 0\nsize = 4", "number = 2\nsize = 0"),
        ("best_others = 0", "best_others = 1"),
        ('normalise = "none"', f'normalise = "{normalise}"'),
        ("target = 0            # 0: o do regulamento\nminutes = 60", "target = 100\nminutes = 60"),
    )
    day = Day(text, sides=9)
    day.begin(1, (1, 2, 3, 4, 5), (6, 7, 8, 9))
    won = {(1, 2): 10, (1, 3): 200, (1, 4): 300, (1, 5): 400, (2, 3): 300, (2, 4): 300, (2, 5): 300}
    won |= {(3, 4): 100, (3, 5): 900, (4, 5): 100}
    won |= {(6, 7): 10, (6, 8): 100, (6, 9): 200, (7, 8): 100, (7, 9): 200, (8, 9): 50}
    rounds = [
        [(1, 2), (3, 4), (6, 7), (8, 9)],
        [(1, 3), (2, 5), (6, 8), (7, 9)],
        [(1, 4), (3, 5), (6, 9), (7, 8)],
        [(1, 5), (2, 4)],
        [(2, 3), (4, 5)],
    ]
    assert sorted(pair for each in rounds for pair in each) == sorted(won)
    for each in rounds:
        day.play(1, {pair: (1000 + won[pair], 1000) for pair in each})
    return day


@pytest.mark.parametrize(
    ("normalise", "third", "why"),
    [("none", 3, POINTS), ("drop_last", 8, "difference"), ("per_encounter", 3, POINTS)],
)
def test_the_best_third_of_unequal_groups(normalise: str, third: int, why: str) -> None:
    day = unequal(normalise)
    found = qualifiers(day.state, 1)
    assert {each.side for each in found} == {1, 2, 6, 7, third}
    last = found[-1]
    assert (last.side, last.place, last.best_other) == (third, 3, True)
    best = compared(day.state, 1, (3, 8))[0]
    assert best.reasons[-1].basis == why
    if normalise == "drop_last":
        assert best.reasons[-1].values == {3: -400, 8: -150}
        assert best.reasons[0].values == {3: 3, 8: 3}
    if normalise == "per_encounter":
        assert [float(each) for each in best.reasons[0].values.values()] == [1.5, 1.0]


def test_who_withdrew_passes_the_place_on() -> None:
    """3 comes second in the place of 2; the thirds are now 4, with −600, and 8, with −150, each with three points."""
    day = unequal("none")
    day.add(ev.SideWithdrawn(2, "viajou"))
    assert [each.side for each in qualifiers(day.state, 1)][2:] == [3, 7, 8]


def small(*changes: tuple[str, str]) -> Day:
    """One group of three pairs, by hand: 1 beats 2, 2 beats 3, 3 beats 1."""
    text = regulations_text("club-day", ("least = 8", "least = 3"), ("passing = 2 ", "passing = 1 "), *changes)
    day = Day(text, sides=3)
    day.begin(1, (1, 2, 3))
    return day


def test_a_penalty_costs_points_of_the_classification_only() -> None:
    """Buraco Art. 18; EVENTS: a penalty never gains the other side anything."""
    day = small()
    day.play(1, {(1, 2): (3000, 2000)}, byes=[3])
    before = {each.side: each.totals for each in phase_standings(day.state, 1)[0]}
    day.add(ev.PenaltyApplied(1, 1, "atraso", "oito minutos"))
    after = {each.side: each.totals for each in phase_standings(day.state, 1)[0]}
    assert after[1] == before[1]._replace(points=2)
    assert (after[2], after[3]) == (before[2], before[3])


def test_an_absent_side_stands_behind_all_with_whom_it_is_tied() -> None:
    """1 was absent once and won once; 2 and 3 have three points each too, and smaller differences."""
    day = small()
    day.draft(1, 1, [(1, 2)], byes=[3])
    day.open(1, 1)
    day.add(ev.ResultDecided(1, 1, 1, ev.WalkoverResult((0,)), "Congresso, 4", "quinze minutos"))
    day.add(ev.RoundClosed(1, 1))
    day.play(1, {(2, 3): (2000, 2100)}, byes=[1])
    day.play(1, {(3, 1): (100, 4000)}, byes=[2])
    found = phase_standings(day.state, 1)[0]
    assert [each.totals.points for each in found] == [3, 3, 3]
    assert found[-1].side == 1
    assert basis(found, 1) == [POINTS, ABSENCE]
    lenient = small(("costs_tie_breaks = true", "costs_tie_breaks = false"))
    for logged in day.log[len(lenient.log) :]:
        lenient.add(logged.event)
    assert phase_standings(lenient.state, 1)[0][0].side == 1


def test_the_best_evenings_count() -> None:
    """Three evenings of one round, of which two count: 1 has 2, 0, 2 and 2 has 0, 2, 0."""
    text = regulations_text(
        "league-evenings",
        ("least = 6", "least = 2"),
        ("evenings = 10", "evenings = 3"),
        ("best = 8", "best = 2"),
        ("rounds = 3", "rounds = 1"),
        ("loss = 0", "loss = 1"),
        ("walkover = [2, 0]", "walkover = [2, 1]"),
    )
    day = Day(text, sides=2)
    day.begin(1, (1, 2))
    for score in ((3000, 0), (0, 3000), (3000, 0)):
        day.play(1, {(1, 2): score})
    found = phase_standings(day.state, 1)[0]
    assert {each.side: each.totals.points for each in found} == {1: 4, 2: 3}
    assert {each.side: each.totals.encounters for each in found} == {1: 3, 2: 3}
    assert {each.side: (each.totals.scored, each.totals.conceded) for each in found} == {1: (6000, 0), 2: (3000, 3000)}


@pytest.mark.parametrize(("scores", "difference"), [((2500, 2400), 2900), ((2900, 2400), 3000)])
def test_of_evenings_with_the_same_points_the_better_one_counts(scores: tuple[int, int], difference: int) -> None:
    """One of two counts, both are wins: of 2,900 points more than the other side, then of 100 or of 3,000."""
    text = regulations_text(
        "league-evenings", ("least = 6", "least = 2"), ("evenings = 10", "evenings = 2"), ("best = 8", "best = 1")
    )
    day = Day(text.replace("rounds = 3", "rounds = 1"), sides=2)
    day.begin(1, (1, 2))
    day.play(1, {(1, 2): (3000, 100)})
    day.play(1, {(1, 2): scores if difference == 2900 else (3000, 0)})
    totals = phase_standings(day.state, 1)[0][0].totals
    assert (totals.points, totals.scored - totals.conceded) == (2, difference)


def group_day(withdrawn: str) -> Day:
    """Two groups of four. In the first 1 beats 2 and loses to 3 before it leaves; 4 was to meet it."""
    day = Day(regulations_text("club-day", ('withdrawn = "kept"', f'withdrawn = "{withdrawn}"')), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): (3000, 0), (3, 4): (3000, 2000), (5, 6): (3000, 0), (7, 8): (3000, 0)})
    day.play(1, {(3, 1): (3000, 0), (4, 2): (3000, 2500), (5, 7): (3000, 0), (6, 8): (3000, 0)})
    return day


def test_results_of_a_side_that_left_its_group_are_kept_or_annulled() -> None:
    """Kept: 3 has 6 points, 4 and 1 three each. Annulled: 3 and 4 three each of one win, 2 none; results of 1 don't
    count.
    """
    kept, annulled = group_day("kept"), group_day("annulled")
    for day in (kept, annulled):
        day.add(ev.SideWithdrawn(1, "adoeceu"))
    points = {each.side: (each.totals.points, each.totals.encounters) for each in phase_standings(kept.state, 1)[0]}
    assert points == {3: (6, 2), 4: (3, 2), 1: (3, 2), 2: (0, 2)}
    found = phase_standings(annulled.state, 1)[0]
    standing = [(each.side, each.totals.points, each.totals.encounters) for each in found]
    assert standing == [(3, 3, 1), (4, 3, 2), (2, 0, 1), (1, 0, 0)]
    assert basis(found, 1) == ["withdrawn"]
    assert reason_for_place(found[3], {}, "pt") == "saiu do torneio, resultados anulados"
    assert [each.place for each in found] == [1, 2, 3, 4]


def test_who_was_to_meet_a_side_whose_results_are_annulled_rests() -> None:
    kept, annulled = group_day("kept"), group_day("annulled")
    for day in (kept, annulled):
        day.add(ev.SideWithdrawn(1, "adoeceu"))
    with_it, without = pair_round(kept.state), pair_round(annulled.state)
    gone = [each for each in with_it.fixtures if 1 in (*each.one, *each.two)]
    assert without.fixtures == tuple(each for each in with_it.fixtures if each not in gone)
    assert {1, *without.byes} == {*gone[0].one, *gone[0].two}


def test_who_has_played_all_of_the_group_keeps_it() -> None:
    day = group_day("annulled")
    day.play(1, {(1, 4): (3000, 0), (2, 3): (3000, 0), (5, 8): (3000, 0), (6, 7): (3000, 0)})
    before = phase_standings(day.state, 1)
    line = day.add(ev.SideWithdrawn(1, "viajou"))
    assert phase_standings(day.state, 1) == before
    assert 1 not in [each.side for each in qualifiers(day.state, 1)]
    day.add(ev.Revoked(line, "voltou"))
    members = [each.side for each in qualifiers(day.state, 1)]
    day.begin(2, members)
    day.add(ev.SideWithdrawn(1, "viajou"))
    assert phase_standings(day.state, 1) == before
    assert going_on(day.state, 1) == {*members}, "nobody goes on afterwards in their place"


def test_partners_of_a_round_get_the_same() -> None:
    day = Day(regulations_text("individual", ("least = 8", "least = 4")), sides=4)
    day.begin(1, (1, 2, 3, 4))
    for number, (one, two) in enumerate([((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))], 1):
        day.add(ev.RoundDrafted(1, number, (ev.Fixture(1, one, two),), ()))
        day.open(1, number)
        day.paper(1, number, 1, (900, 400))
        day.add(ev.RoundClosed(1, number))
    found = phase_standings(day.state, 1)[0]
    assert {each.side: each.totals.points for each in found} == {1: 6, 2: 2, 3: 2, 4: 2}
    assert found[0].totals.scored - found[0].totals.conceded == 1500


def test_every_place_has_its_reason_and_nobody_shares_one() -> None:
    found = ranked(dict.fromkeys(combinations(range(1, 9), 2), (5, 5)), [HEAD, LOT], [HEAD, LOT])
    assert [each.place for each in found] == list(range(1, 9))
    assert all(each.reasons[-1].basis == "lot" for each in found)


def test_the_reason_is_told_in_both_languages() -> None:
    names = {side: f"Dupla {side}" for side in range(1, 6)}
    found = ranked(FIVE, [HEAD, LOT], [HEAD, AMONG, DIFFERENCE, LOT])
    assert reason_for_place(found[0], names, "pt") == (
        "9 pontos; saldo entre os empatados: 400 contra −100 de Dupla 3 e −300 de Dupla 2"
    )
    assert reason_for_place(found[2], names, "en") == (
        "9 points; difference among the tied: −300 against 400 of Dupla 1 and −100 of Dupla 3"
    )
    assert reason_for_place(found[4], names, "en") == "0 points"


def test_what_an_absence_costs_is_told_with_the_points() -> None:
    won, absent = Credit(2, wins=1, scored=2000), Credit(-1, absences=1)
    bouts = (Bout((1,), (2,), (won, absent), 1), Bout((2,), (1,), (won, Credit(0)), 2))
    found = Ranking(Ledger((1, 2), bouts), StandingsTerms((LOT,), (LOT,), True), {1: 0, 2: 1}).standings()
    names = {1: "Ana", 2: "Bia"}
    assert [reason_for_place(each, names, "pt") for each in found] == ["2 pontos", "1 ponto (W.O.: −1)"]
    assert reason_for_place(found[1], names, "en") == "1 point (walkover: −1)"


def told(basis: str, values: dict[int, int | Fraction], language: str = "pt") -> str:
    names = {1: "Ana", 2: "Bia", 3: "Olga"}
    return reason_for_place(Standing(2, 1, Totals(), (Separation(basis, values),)), names, language)


@pytest.mark.parametrize(
    ("basis", "values", "said"),
    [
        (POINTS, {1: 1}, "1 ponto"),
        (POINTS, {1: -1}, "−1 ponto"),
        (POINTS, {1: -2}, "−2 pontos"),
        (POINTS, {1: 3450}, "3.450 pontos"),
        (POINTS, {1: Fraction(7, 3)}, "2,33 pontos"),
        ("buchholz", {1: 1, 3: 0}, "soma dos pontos dos adversários: 1 contra 0 de Olga"),
        ("difference", {1: 50, 2: 50, 3: -1200}, "saldo de pontos: 50 contra −1.200 de Olga"),
        ("conceded", {1: -900, 3: -1000}, "pontos sofridos: 900 contra 1.000 de Olga"),
        ("walkovers", {1: 0, 3: -1}, "ausências: 0 contra 1 de Olga"),
        ("lot", {1: -2, 2: -1, 3: -3}, "pelo sorteio, atrás de Bia e à frente de Olga"),
        (SEED, {1: -1, 2: -2}, "pela posição de cabeça de chave, à frente de Bia"),
    ],
)
def test_a_reason_reads_as_a_person_says_it(basis: str, values: dict[int, int | Fraction], said: str) -> None:
    assert told(basis, values) == said


def test_half_points_are_told_as_halves_though_they_are_kept_twice_as_large() -> None:
    assert told("sonneborn_berger", {1: 5, 3: 2}).endswith(": 2,5 contra 1 de Olga")
    assert told("sonneborn_berger", {1: 5, 3: 2}, "en").endswith(": 2.5 against 1 of Olga")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("basis", [*Criterion, POINTS, ABSENCE, REACHED, SEED])
def test_every_basis_has_a_name(basis: str, language: str) -> None:
    assert criterion_name(str(basis), language)


def test_a_lot_and_a_league_that_is_not_applied_are_told() -> None:
    names = {side: f"Dupla {side}" for side in range(1, 9)}
    scores: Scores = {(1, 2): (5, 5), (3, 4): (5, 5), (5, 6): (5, 5)}
    found = ranked(scores, [HEAD, LOT], [HEAD, DIFFERENCE, LOT])
    assert reason_for_place(found[0], names, "pt") == (
        "1 ponto; confronto direto não se aplica: os empatados não jogaram todos entre si; "
        "pelo sorteio, à frente de Dupla 5, Dupla 4, Dupla 3 e mais 2"
    )


def test_who_is_annulled_is_behind_all_that_went_out_of_the_groups() -> None:
    """4 lost all encounters and has a penalty, but ranks before 7, whose results are annulled."""
    day = Day(regulations_text("club-day", ('withdrawn = "kept"', 'withdrawn = "annulled"')), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.add(ev.SideWithdrawn(7, "adoeceu"))
    for round_ in ([(1, 2), (3, 4), (5, 6)], [(1, 3), (2, 4), (6, 8)], [(1, 4), (2, 3), (5, 8)]):
        day.play(1, dict.fromkeys(round_, (3000, 0)))
    day.add(ev.PenaltyApplied(1, 4, "atraso", "tarde"))
    assert overall(day.state)[-2:] == (4, 7)
