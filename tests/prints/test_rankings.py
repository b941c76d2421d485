"""Categories and clubs on paper: below the standings, in the Ata, on certificates and in spreadsheets."""

from __future__ import annotations

import io
import zipfile

import pytest

from canastra.prints.event.files import EventPrints, Printed
from canastra.prints.event.standings import rankings
from canastra.rulebooks import load
from tests.prints.measurement import overlapping, pages, text_of
from tests.tournament.days import Day, regulations_text

LONGEST = "Iniciantes e Convidados do Interior do P"
CLUBS = '\n[clubs]\nbest = 2\norder = "points"\n'


def played(
    clubs: str = CLUBS, ended: bool = True, categories: tuple[str, ...] = ("Sênior", "", "Mista", LONGEST)
) -> Day:
    """Eight pairs of two clubs, of which the one with the lower number always wins."""
    rounds = ("rounds = 5", "rounds = 1") if ended else ("rounds = 5", "rounds = 2")
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 4"), rounds) + clubs)
    for number in range(1, 9):
        day.enter(number, ("AABB", "Minas Tênis")[number % 2], categories[number % len(categories)])
    day.begin(1, range(1, 9))
    day.play(1, {(number, 9 - number): (2000, 1000 + 100 * number) for number in range(1, 5)})
    return day


def printed(day: Day, what: Printed, language: str = "pt") -> bytes:
    found = EventPrints(day.state, load("buraco"), language, log=day.log).files(what)
    return next(iter(found.values()))


def test_the_standings_end_with_categories_and_clubs() -> None:
    content = printed(played(), Printed.STANDINGS)
    words = text_of(content)
    for part in ("Classificação por categoria", "Sênior", "Mista", LONGEST, "Classificação dos clubes", "Minas Tênis"):
        assert part in words
    assert words.index("Classificação por categoria") < words.index("Classificação dos clubes")
    assert [overlapping(page) for page in pages(content)] == [[]] * len(pages(content))
    assert "· 4 de 5" in text_of(printed(played(CLUBS.replace("2", "5")), Printed.STANDINGS))
    assert "Standings of the clubs" in text_of(printed(played(), Printed.STANDINGS, "en"))


def test_nothing_is_said_where_there_are_none_and_before_anything_is_played() -> None:
    day = played(clubs="", categories=("",))
    for what in (Printed.STANDINGS, Printed.MINUTES):
        assert "categoria" not in text_of(printed(day, what)).lower()
    fresh = Day(regulations_text("club-rounds", ("least = 12", "least = 4")) + CLUBS)
    for number in range(1, 5):
        fresh.enter(number, "AABB", "Sênior")
    fresh.begin(1, range(1, 5))
    assert not rankings(fresh.state, "pt")


def test_the_ata_has_the_categories_of_entries_and_the_terms_of_clubs() -> None:
    words = text_of(printed(played(), Printed.MINUTES))
    for part in ("Categoria", "Classificação por categoria", "Classificação dos clubes", "no máximo 2"):
        assert part in words


def test_groups_print_their_standings_too_where_there_are_categories() -> None:
    for category, there in (("", False), ("Sênior", True)):
        day = Day(regulations_text("club-day"))
        for number in range(1, 9):
            day.enter(number, "", category)
        day.begin(1, range(1, 5), range(5, 9))
        day.play(1, {(1, 2): (2000, 1000), (3, 4): (2000, 900), (5, 6): (2000, 800), (7, 8): (2000, 700)})
        assert (Printed.STANDINGS in EventPrints(day.state, load("buraco"), "pt").usual()) == there


def test_certificates_are_for_the_first_three_of_all_and_of_each_category() -> None:
    content = printed(played(), Printed.CERTIFICATES)
    found = [page.words for page in pages(content)]
    won = [  # 1 to 4 have won, 1 with the largest difference; 5 lost with the smallest.
        ("Jogador 1.1", "1º lugar", ""),
        ("Jogador 2.1", "2º lugar", "1º lugar da categoria Mista"),
        ("Jogador 3.1", "3º lugar", f"1º lugar da categoria {LONGEST}"),
        ("Jogador 7.1", "2º lugar", f"da categoria {LONGEST}"),
        ("Jogador 6.1", "2º lugar", "da categoria Mista"),
        ("Jogador 4.1", "1º lugar", "da categoria Sênior"),
        ("Jogador 8.1", "2º lugar", "da categoria Sênior"),
    ]
    assert len(found) == len(won)
    for words, (player, place, category) in zip(found, won, strict=True):
        lines = words.splitlines()
        assert player in lines
        assert place in lines
        assert category in lines if category else "categoria" not in words
    assert [overlapping(page) for page in pages(content)] == [[]] * len(won)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_spreadsheets_have_the_category_and_sheets_of_their_own(language: str) -> None:
    found = EventPrints(played().state, load("buraco"), language).files(Printed.SPREADSHEETS)
    standings, _, workbook = found.values()
    head, *lines = standings.decode("utf-8-sig").splitlines()
    at = head.split(";").index("Categoria" if language == "pt" else "Category")
    assert {line.split(";")[at] for line in lines} == {"Sênior", "", "Mista", LONGEST}
    sheets = zipfile.ZipFile(io.BytesIO(workbook)).read("xl/workbook.xml").decode()
    names = ("Classificação por categoria", "Classificação dos clubes")
    if language == "en":
        names = ("Standings by category", "Standings of the clubs")
    assert all(name in sheets for name in names)
    plain = EventPrints(played(clubs="", categories=("",)).state, load("buraco"), language).files(Printed.SPREADSHEETS)
    assert "ategor" not in next(iter(plain.values())).decode("utf-8-sig").splitlines()[0]
