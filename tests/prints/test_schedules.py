"""The whole schedule and the guide cards of a phase, the numbers on sheets, names that all look alike."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.prints.bracket import KnockoutTie, bracket_print
from canastra.prints.event.files import EventPrints, Printed
from canastra.prints.event.schedule import guide_cards, printed_schedules, scheduled_groups
from canastra.prints.event.standings import placed_groups
from canastra.prints.flow import Occasion
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating, pairings_by_table
from canastra.rulebooks import load
from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.fixtures import pair_round, planned_rounds
from tests.prints.measurement import overlapping, pages, text_of
from tests.tournament.days import Day, regulations_text

WON = (2000, 500)


def printed(day: Day, what: Printed) -> bytes:
    (data,) = EventPrints(day.state, load(day.regulations.rulebook), "pt").files(what).values()
    return data


@pytest.fixture
def groups() -> Day:
    """A group of four and one of three, drawn and not yet paired."""
    day = Day(regulations_text("club-day", ("least = 8", "least = 7")), 7)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7))
    return day


def test_the_schedule_of_groups_is_there_right_after_the_draw(groups: Day) -> None:
    first, second = printed_schedules(groups.state, 1, "pt")
    assert (first.name, [each.name for each in first.rounds]) == (
        "Grupos: grupo A",
        ["1ª rodada", "2ª rodada", "3ª rodada"],
    )
    met = [tuple(side.number for side in table.sides) for each in first.rounds for table in each.tables]
    assert {frozenset(each) for each in met} == {frozenset((a, b)) for a in range(1, 5) for b in range(1, a)}
    assert [len(each.tables) for each in second.rounds] == [2, 2, 2]
    assert Counter(table.sides[0].number for each in second.rounds for table in each.tables if not table.table) == {
        5: 1,
        6: 1,
        7: 1,
    }
    words = text_of(printed(groups, Printed.SCHEDULE))
    assert "grupo B" in words
    assert "folga" in words
    cards = guide_cards(groups.state, 1, "pt")
    assert [card.side.number for card in cards] == list(range(1, 8))
    assert [len(card.lines) for card in cards] == [3] * 7
    for data in (printed(groups, Printed.SCHEDULE), printed(groups, Printed.CARDS), printed(groups, Printed.GROUPS)):
        assert not [each for page in pages(data) for each in overlapping(page)]


def test_the_groups_sheet_has_rounds_tables_and_numbers(groups: Day) -> None:
    first = scheduled_groups(groups.state, 1, "pt")[0]
    drafted = pair_round(groups.state)
    one, two = drafted.fixtures[0], drafted.fixtures[1]
    assert first.schedule[0] == (
        f"1ª rodada: mesa {one.table}, {one.one[0]} × {one.two[0]} · mesa {two.table}, {two.one[0]} × {two.two[0]}"
    )
    assert first.schedule[0] in text_of(printed(groups, Printed.GROUPS))


def test_before_the_first_result_nobody_has_a_place_or_goes_on(groups: Day) -> None:
    first = placed_groups(groups.state, 1, "pt")[0]
    assert {(each.place, each.goes_on, each.reason) for each in first} == {("–", False, "")}
    groups.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON}, byes=(7,))
    assert [each.goes_on for each in placed_groups(groups.state, 1, "pt")[0]] == [True, True, False, False]


@pytest.mark.parametrize(("example", "sides"), [("italy-mitchell", 13), ("individual", 16)])
def test_a_card_says_what_the_rounds_then_are(example: str, sides: int) -> None:
    day = Day(regulations_text(example), sides)
    day.begin(1, range(1, sides + 1))
    cards = {card.side.number: card.lines for card in guide_cards(day.state, 1, "pt")}
    assert len(cards) == sides
    rounds = planned_rounds(day.state, 1)
    assert len(rounds) == day.regulations.phases[0].rounds  # type: ignore[union-attr]
    for number in range(len(rounds)):
        day.add(pair_round(day.state))
        day.open(1, number + 1)
        found = day.state.phases[0].rounds[number]
        assert {side for side, lines in cards.items() if not lines[number].table} == set(found.byes)
        for table in found.tables:
            for letter, half in (("A", table.fixture.one), ("B", table.fixture.two)):
                for side in half:
                    line = cards[side][number]
                    assert (line.table, line.letter) == (str(table.fixture.table), letter)
                    assert (line.partner is None) == (len(half) == 1)


def test_a_published_round_is_printed_as_it_was_changed(groups: Day) -> None:
    drafted = pair_round(groups.state)
    groups.draft(1, 1, [(2, 1), (4, 3), (6, 7)], byes=(5,))
    assert planned_rounds(groups.state, 1)[0].fixtures == drafted.fixtures  # a draft says nothing yet
    groups.open(1, 1)
    assert [(each.one, each.two) for each in planned_rounds(groups.state, 1)[0].fixtures] == [
        ((2,), (1,)),
        ((4,), (3,)),
        ((6,), (7,)),
    ]


def test_what_depends_on_results_has_no_schedule() -> None:
    day = Day(regulations_text("club-rounds"), 12)
    day.begin(1, range(1, 13))
    assert planned_rounds(day.state, 1) == ()
    with pytest.raises(EventRefusedError) as refused:
        printed(day, Printed.SCHEDULE)
    assert refused.value.code == "print_no_schedule"


def test_a_league_of_all_against_all_has_the_rounds_of_every_evening() -> None:
    day = Day(regulations_text("league-evenings", ('pairing = "swiss"', 'pairing = "round_robin"')), 8)
    day.begin(1, range(1, 9))
    terms = day.regulations.phases[0]
    rounds = planned_rounds(day.state, 1)
    assert len(rounds) == terms.evenings * terms.rounds  # type: ignore[union-attr]
    assert rounds[0].fixtures == rounds[7].fixtures  # seven rounds, then again


MIXED = (
    PrintedSide("Os Imbatíveis da Vila", ("Ana Lúcia da Silva Souza", "Rui Barbosa Lima"), 1),
    PrintedSide("Ana Maria dos Santos e Sebastião Gonçalves", ("Ana Maria dos Santos", "Sebastião Gonçalves"), 2),
    PrintedSide("Bia e Leo", ("Bia", "Leo"), 3),
    PrintedSide("Cão", ("Zé", "Lia"), 4),
)


def test_all_names_of_a_list_are_equally_large_and_none_has_brackets_alone() -> None:
    tables = [TableSeating("1", MIXED[:2]), TableSeating("2", MIXED[2:])]
    data = pairings_by_table(Occasion(event="Copa"), tables, "pt")
    names = [ink.size for ink in pages(data)[0].texts if ink.left > 60 and ink.size > 12 and ink.top > 45]
    assert len(names) == 4
    assert len(set(names)) == 1
    assert "(" not in text_of(data)  # though "Cão (Zé / Lia)" alone would fit


def test_points_of_several_matches_lie_over_no_name() -> None:
    long = "3.050 × 2.900; 2.000 × 3.010; 3.005 × 2.995"
    sides = [PrintedSide(f"Maria Aparecida e Conceição {number}", number=number) for number in range(1, 17)]
    rounds = []
    while len(sides) > 1:
        rounds.append([KnockoutTie((a, b), ("2", "1"), 0, long) for a, b in zip(sides[::2], sides[1::2], strict=True)])
        sides = sides[::2]
    (page,) = pages(bracket_print(Occasion(event="Copa"), rounds, "pt", third=rounds[1][0]))
    assert not overlapping(page)
    notes = [ink for ink in page.texts if ink.size <= 7]
    names = [ink for ink in page.texts if ink.size > 7]
    assert len(notes) == 16  # fifteen ties and the third place
    # The gap between a note and the next name below it is more than what letters reach.
    for note in notes:
        below = [
            name.top - note.bottom
            for name in names
            if name.top > note.top and name.left < note.right and name.right > note.left
        ]
        assert min(below, default=9) > 0


def test_sheets_have_the_numbers_of_both_sides() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.add(ev.SideRegistered(77, "Os Últimos", ("Zé", "Lia"), ""))
    day.add(ev.CheckedIn(77))
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 77))
    day.draft(1, 1, [(5, 77)])
    day.open(1, 1)
    assert "77" in text_of(printed(day, Printed.SHEETS)).split()


def test_one_file_has_all_that_is_printed_now(groups: Day) -> None:
    groups.draft(1, 1, [(1, 2), (3, 4), (5, 6)], byes=(7,))
    groups.open(1, 1)
    found = text_of(printed(groups, Printed.ALL))
    at = [found.index(title) for title in ("Onde jogo?", "Mesas", "Tabela", "Folha de pontos")]
    assert at == sorted(at)
    single = sum(
        len(pages(printed(groups, each)))
        for each in (Printed.NAMES, Printed.TABLES, Printed.SCHEDULE, Printed.GROUPS, Printed.CARDS, Printed.SHEETS)
    )
    assert len(pages(printed(groups, Printed.ALL))) == single
    assert printed(groups, Printed.ALL) == printed(groups, Printed.ALL)


def test_after_the_first_round_the_schedule_is_not_printed_again(groups: Day) -> None:
    groups.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON}, byes=(7,))
    groups.draft(1, 2, [(1, 3), (2, 4), (6, 7)], byes=(5,))
    groups.open(1, 2)
    groups.add(pair_round(groups.state))
    prints = EventPrints(groups.state, load("buraco"), "pt")
    with pytest.raises(EventRefusedError) as refused:
        prints.files(Printed.ALL, 3)
    assert refused.value.code == "print_not_published"
    found = text_of(printed(groups, Printed.ALL))
    assert "2ª rodada" in found
    assert "Tabela" not in found
    assert "Folha de pontos" in found


def test_the_file_for_the_end_has_the_ata_and_certificates_and_waits_for_the_end() -> None:
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 4"), ("rounds = 5", "rounds = 1")), 4)
    day.begin(1, range(1, 5))
    with pytest.raises(EventRefusedError) as refused:
        printed(day, Printed.END)
    assert refused.value.code == "print_not_over"
    day.play(1, {(1, 2): WON, (3, 4): WON})
    found = text_of(printed(day, Printed.END))
    assert found.index("Classificação") < found.index("Ata") < found.index("CERTIFICADO")
