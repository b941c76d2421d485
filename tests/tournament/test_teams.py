"""Teams meet at several tables at once: each has a sheet and a result of its own, and a pair that the line-up names."""

from __future__ import annotations

import pytest

from canastra.prints.event.files import EventPrints, Printed
from canastra.rulebooks import load
from canastra.tournament import EventRefusedError, RegulationsError
from canastra.tournament import events as ev
from canastra.tournament.events import (
    DefaultResult,
    EncounterResult,
    Fixture,
    LineUp,
    PlayedResult,
    WalkoverResult,
)
from canastra.tournament.fixtures import pair_round
from canastra.tournament.progression import final_standings
from canastra.tournament.regulations import parse_regulations
from canastra.tournament.verifier import find_contradictions
from tests.prints.measurement import text_of
from tests.prints.test_schedules import printed
from tests.tournament.days import Day, regulations_text

TEAMS = regulations_text("club-teams")
BY_TABLES = regulations_text("club-teams", ('decided_by = "points"', 'decided_by = "tables"'))
CUP = regulations_text(
    "club-day",
    ('kind = "pairs"', 'kind = "teams"'),
    ('[[phases]]\nkind = "groups"', '[teams]\ntables = 2\ndecided_by = "points"\n\n[[phases]]\nkind = "groups"'),
)


def played(one: int, two: int) -> PlayedResult:
    return PlayedResult(((one, two),))


def begun(text: str = TEAMS, sides: int = 8) -> Day:
    """Four encounters of eight teams, being played."""
    day = Day(text, sides=sides)
    day.begin(1, range(1, sides + 1))
    day.draft(1, 1, [(side, side + 1) for side in range(1, sides, 2)])
    day.open(1, 1)
    return day


def settle(day: Day, *results: EncounterResult, first: int = 1) -> None:
    """The results of tables in a row."""
    for table, result in enumerate(results, first):
        if isinstance(result, PlayedResult):
            day.add(ev.SheetReceived(1, 1, table, result))
        else:
            day.add(ev.ResultDecided(1, 1, table, result, "Congresso, 4", "ausente"))


def of_side(day: Day, side: int) -> tuple[int, ...]:
    """Points, encounters, wins, draws, points of play for and against, absences."""
    own = next(each.totals for each in final_standings(day.state, 1)[0] if each.side == side)
    return tuple(map(int, (own.points, own.encounters, own.wins, own.draws, own.scored, own.conceded, own.absences)))


def test_each_encounter_has_tables_of_its_own() -> None:
    day = begun()
    tables = day.state.phases[0].rounds[0].tables
    assert [(each.fixture.table, each.fixture.one, each.fixture.two) for each in tables] == [
        (1, (1,), (2,)),
        (2, (1,), (2,)),
        (3, (3,), (4,)),
        (4, (3,), (4,)),
        (5, (5,), (6,)),
        (6, (5,), (6,)),
        (7, (7,), (8,)),
        (8, (7,), (8,)),
    ]
    settle(day, played(2010, 1500))
    assert of_side(day, 1)[1] == 0, "an encounter counts once all of its tables have a result"
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.RoundClosed(1, 1))
    assert (refused.value.code, refused.value.figures["tables"]) == ("round_outstanding", "2, 3, 4, 5, 6, 7, 8")


@pytest.mark.parametrize(
    ("text", "results", "one", "two"),
    [
        # The example gives 2, 1 and 0 points; a walkover 1,000 to 0 and 2 to −1.
        (TEAMS, (played(2000, 1500), played(900, 1000)), (2, 1, 1, 0, 2900, 2500, 0), (0, 1, 0, 0, 2500, 2900, 0)),
        (TEAMS, (played(2000, 1500), played(900, 1400)), (1, 1, 0, 1, 2900, 2900, 0), (1, 1, 0, 1, 2900, 2900, 0)),
        (TEAMS, (WalkoverResult((0,)), played(3000, 1500)), (2, 1, 1, 0, 3000, 2500, 0), (0, 1, 0, 0, 2500, 3000, 0)),
        (TEAMS, (WalkoverResult((0,)),) * 2, (-1, 1, 0, 0, 0, 2000, 1), (2, 1, 1, 0, 2000, 0, 0)),
        (TEAMS, (WalkoverResult((0, 1)),) * 2, (-1, 1, 0, 0, 0, 0, 1), (-1, 1, 0, 0, 0, 0, 1)),
        (TEAMS, (DefaultResult(1), played(1200, 1000)), (0, 1, 0, 0, 1200, 2000, 0), (2, 1, 1, 0, 2000, 1200, 0)),
        (BY_TABLES, (played(2000, 1500), played(900, 1000)), (2, 1, 1, 0, 2900, 2500, 0), (2, 1, 0, 0, 2500, 2900, 0)),
        (BY_TABLES, (played(2000, 1500), played(900, 1400)), (2, 1, 0, 1, 2900, 2900, 0), (2, 1, 0, 1, 2900, 2900, 0)),
        (BY_TABLES, (played(2000, 1500), played(500, 400)), (4, 1, 1, 0, 2500, 1900, 0), (0, 1, 0, 0, 1900, 2500, 0)),
    ],
)
def test_what_the_tables_give_together(
    text: str, results: tuple[EncounterResult, ...], one: tuple[int, ...], two: tuple[int, ...]
) -> None:
    day = begun(text)
    settle(day, *results)
    assert (of_side(day, 1), of_side(day, 2)) == (one, two)


def test_victory_points_are_those_of_the_sum() -> None:
    scoring = '[scorings.vitorias]\nkind = "points"\nwin = 2\ndraw = 1\nloss = 0\n'
    text = regulations_text(
        "club-teams", (scoring, '[scorings.vitorias]\nkind = "victory_points"\ntable = "twenty-shared-3"\n')
    )
    day = begun(text)
    settle(day, played(2000, 1500), played(1000, 1100))
    assert (of_side(day, 1)[0], of_side(day, 2)[0]) == (14, 6), "a difference of 400, from 355 to 500"


def test_a_tie_of_a_knockout_ends_with_a_winner() -> None:
    day = Day(CUP, sides=12)
    day.begin(1, *(range(first, first + 4) for first in (1, 5, 9)))
    while len(day.state.phases[0].rounds) < 3:
        day.add(pair_round(day.state))
        number = len(day.state.phases[0].rounds)
        day.open(1, number)
        for table in day.state.phases[0].rounds[-1].tables:
            day.paper(1, number, table.fixture.table, (2010 + table.fixture.table, 500))
        day.add(ev.RoundClosed(1, number))
    day.begin(2, range(1, 9))
    day.add(pair_round(day.state))
    day.open(2, 1)
    day.paper(2, 1, 1, (2010, 1500), (2010, 1500))
    with pytest.raises(EventRefusedError) as refused:
        day.paper(2, 1, 2, (1500, 2010), (1500, 2010))
    assert refused.value.code == "result_needs_winner"
    day.paper(2, 1, 2, (1500, 2010), (1500, 2020))
    winner = day.state.phases[1].rounds[0].fixtures[0].two[0]
    for number in range(3, 9):
        day.paper(2, 1, number, (2010, 1500), (2010, 1500))
    day.add(ev.RoundClosed(2, 1))
    assert winner in {side for each in pair_round(day.state).fixtures for side in (*each.one, *each.two)}
    assert list(find_contradictions(day.state)) == []


def test_sides_change_places_with_all_their_tables() -> None:
    day = begun()
    settle(day, played(2000, 1500), first=8)
    day.add(ev.FixturesChanged(1, 1, (Fixture(1, (1,), (4,)), Fixture(2, (3,), (2,))), (), "engano"))
    assert [(each.fixture.one, each.fixture.two) for each in day.state.phases[0].rounds[0].tables[:4]] == [
        ((1,), (4,)),
        ((1,), (4,)),
        ((3,), (2,)),
        ((3,), (2,)),
    ]
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.FixturesChanged(1, 1, (Fixture(4, (8,), (7,)),), (), "engano"))
    assert (refused.value.code, refused.value.figures) == ("table_has_result", {"table": 8})


def test_a_team_names_a_pair_for_each_table() -> None:
    day = begun()
    day.add(ev.LineUpGiven(1, 1, 2, ((1, 3), (2, 4))))
    day.add(ev.LineUpGiven(1, 1, 2, ((4, 3), (2, 1))))
    settle(day, played(2000, 1500))
    day.add(ev.LineUpGiven(1, 1, 2, ((4, 3), (1, 2))))
    assert day.state.phases[0].rounds[0].line_ups == {2: ((4, 3), (1, 2))}
    day.add(ev.LineUpGiven(1, 1, 1, ((1, 2), (3, 4))))


@pytest.mark.parametrize(
    ("side", "line_up", "code"),
    [
        (2, ((1, 3),), "line_up_count"),
        (2, ((1, 3), (2,)), "line_up_count"),
        (2, ((1, 3), (3, 4)), "line_up_players"),
        (2, ((1, 3), (4, 5)), "line_up_players"),
        (2, ((1, 4), (2, 3)), "line_up_settled"),
        (9, ((1, 3), (2, 4)), "line_up_no_table"),
    ],
)
def test_a_line_up_that_can_not_be_is_refused(side: int, line_up: LineUp, code: str) -> None:
    day = begun()
    day.add(ev.LineUpGiven(1, 1, 2, ((1, 3), (2, 4))))
    settle(day, played(2000, 1500))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.LineUpGiven(1, 1, side, line_up))
    assert refused.value.code == code
    assert refused.value.message("pt") != refused.value.message("en")


def test_pairs_have_no_line_up_and_drafts_have_none_yet() -> None:
    for text in (regulations_text("club-rounds"), TEAMS):
        day = Day(text, sides=12)
        day.begin(1, range(1, 13))
        day.draft(1, 1, [(side, side + 1) for side in range(1, 13, 2)])
        with pytest.raises(EventRefusedError) as refused:
            day.add(ev.LineUpGiven(1, 1, 1, ((1, 2), (3, 4))))
        assert refused.value.code == "round_stage"
    pairs = Day(regulations_text("club-rounds"), sides=12)
    pairs.begin(1, range(1, 13))
    pairs.draft(1, 1, [(side, side + 1) for side in range(1, 13, 2)])
    pairs.open(1, 1)
    with pytest.raises(EventRefusedError) as refused:
        pairs.add(ev.LineUpGiven(1, 1, 1, ((1, 2),)))
    assert refused.value.code == "line_up_no_table"


def test_only_teams_have_several_tables() -> None:
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(TEAMS.replace('kind = "teams"', 'kind = "pairs"'))
    assert (refused.value.code, refused.value.key) == ("regulations_no_teams", "teams")


def test_a_team_has_a_player_for_every_seat() -> None:
    day = Day(TEAMS.replace("tables = 2 ", "tables = 3 "))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.SideRegistered(1, "Tijuca", ("Ana", "Bia", "Caio", "Davi"), ""))
    assert (refused.value.code, refused.value.figures["fewest"]) == ("side_players", 6)


def test_prints_say_who_sits_where() -> None:
    day = begun()
    day.add(ev.LineUpGiven(1, 1, 2, ((1, 3), (2, 4))))
    sheets = text_of(printed(day, Printed.SHEETS))
    for table in range(1, 9):
        assert f"Mesa {table}" in sheets
    first, second = sheets.index("Jogador 2.3"), sheets.index("Jogador 2.4")
    assert sheets.count("Jogador 2.3") == sheets.count("Jogador 2.4") == 1
    assert first < second
    names = " ".join(text_of(printed(day, Printed.NAMES)).split())
    # Each player stands once: at one table with a line-up, otherwise at both.
    assert [names.count(f"Jogador {side}.{player}") for side in (1, 2) for player in range(1, 5)] == [4] * 4 + [2] * 4
    assert names.count("1–2") == 4
    settle(day, played(2000, 1500), played(900, 1000), played(700, 800), played(700, 800))
    (pdf,) = EventPrints(day.state, load("tranca"), "pt", log=day.log).files(Printed.MINUTES).values()
    minutes = text_of(pdf)
    assert "escalação de 2 Lado 2: Jogador 2.1/Jogador 2.3; Jogador 2.2/Jogador 2.4" in " ".join(minutes.split())
