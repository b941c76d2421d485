"""The bracket with its consolation, the standings of groups and the Ata's regulations, from a tournament."""

from __future__ import annotations

import pytest

from canastra.prints.event.files import EventPrints, Printed, file_name
from canastra.prints.event.minutes import regulations_words
from canastra.prints.event.standings import bracket_rounds, consolation_rounds
from canastra.rulebooks import load
from canastra.tournament import EventRefusedError, Tournament
from canastra.tournament import events as ev
from canastra.tournament.regulations import parse_regulations
from tests.prints.measurement import overlapping, pages, text_of
from tests.tournament.days import Day, regulations_text

WON = (3000, 0)


@pytest.fixture(scope="module")
def groups() -> Tournament:
    """Two groups of four after two rounds; in the first all have won once."""
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON, (7, 8): WON})
    day.play(1, {(2, 3): (2100, 2000), (4, 1): WON, (5, 7): WON, (6, 8): WON})
    return day.state


@pytest.fixture(scope="module")
def knockout() -> Tournament:
    """Seven sides after the first round, 1 had a bye; then the losers of 2 × 7 and 3 × 6 in the consolation: 6 wins."""
    text = regulations_text(
        "club-day", ("consolation = false", "consolation = true"), ('seeding = "crossing"', 'seeding = "standing"')
    )
    day = Day(text, sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON, (7, 8): WON})
    day.begin(2, range(1, 8))
    for scores in ({(4, 5): WON, (2, 7): WON, (3, 6): WON}, {(1, 4): WON, (2, 3): WON, (7, 6): WON[::-1]}):
        plays(day, scores)
    return day.state


def plays(day: Day, scores: dict[tuple[int, int], tuple[int, int]]) -> None:
    """A round of the knock-out: two matches of the same score for each meeting."""
    number = len(day.state.phases[1].rounds) + 1
    day.draft(2, number, scores)
    day.open(2, number)
    for table, score in enumerate(scores.values(), 1):
        day.paper(2, number, table, score, score)
    day.add(ev.RoundClosed(2, number))


def printed(state: Tournament, what: Printed, language: str = "pt") -> bytes:
    files = EventPrints(state, load("buraco"), language).files(what, None, lambda table: "")
    assert list(files) == [file_name(f"{what}.pdf", language)]
    return files[file_name(f"{what}.pdf", language)]


def test_the_consolation_is_a_bracket_of_its_own(knockout: Tournament) -> None:
    rounds = consolation_rounds(knockout, 2, "pt")
    named = [[[side.name if side else "" for side in tie.sides] for tie in ties] for ties in rounds]
    assert named == [[["Lado 5", ""], ["Lado 7", "Lado 6"]], [["Lado 5", "Lado 6"]]]
    assert [tie.winner for tie in rounds[0]] == [0, 1]
    assert rounds[0][1].scores == ("0", "2")
    main, third = bracket_rounds(knockout, 2, "pt")
    assert [len(ties) for ties in main] == [4, 2, 1]
    assert third is not None
    data = printed(knockout, Printed.BRACKET)
    assert len(pages(data)) == 2
    assert "Consolação" in text_of(data)
    assert "Vencedor da consolação" in text_of(data)
    assert not [each for page in pages(data) for each in overlapping(page)]


def test_a_bracket_goes_on_past_who_left_between_two_rounds() -> None:
    day = Day(regulations_text("club-day", ('seeding = "crossing"', 'seeding = "standing"')), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON, (7, 8): WON})
    day.begin(2, range(1, 9))
    plays(day, {(1, 8): WON, (4, 5): WON, (2, 7): WON, (3, 6): WON})
    day.add(ev.SideWithdrawn(1, "passou mal"))
    plays(day, {(2, 3): WON})
    (_, semifinals, (final,)), third = bracket_rounds(day.state, 2, "pt")
    (left, _), after = semifinals, [side.name if side else "" for side in final.sides]
    assert ([side.name if side else "" for side in left.sides], left.winner, left.note) == (
        ["Lado 1", "Lado 4"], 1, "W.O."
    )  # fmt: skip
    assert after == ["Lado 4", "Lado 2"]
    assert third is not None
    assert [side.name if side else "" for side in third.sides] == ["", "Lado 3"]


def test_what_is_printed_now_leaves_out_a_round_that_is_over(groups: Tournament) -> None:
    """After the last round is closed, lists of tables and sheets are left out."""
    over = text_of(printed(groups, Printed.ALL))
    assert "Grupos" in over
    assert not [each for each in ("Onde jogo?", "Folha de pontos") if each in over]
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    day.open(1, 1)
    now = text_of(printed(day.state, Printed.ALL))
    assert [each for each in ("Onde jogo?", "Folha de pontos", "Mesas") if each not in now] == []


def test_without_a_consolation_there_is_one_page() -> None:
    day = Day(regulations_text("club-day", ('seeding = "crossing"', 'seeding = "standing"')), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON, (7, 8): WON})
    day.begin(2, range(1, 5))
    assert consolation_rounds(day.state, 2, "pt") == []
    assert len(pages(printed(day.state, Printed.BRACKET))) == 1


@pytest.mark.parametrize(("language", "name"), [("pt", "Grupos: grupo B"), ("en", "group B")])
def test_standings_of_groups_have_their_reasons(groups: Tournament, language: str, name: str) -> None:
    data = printed(groups, Printed.STANDINGS, language)
    words = text_of(data)
    assert name in words
    assert ("saldo entre os empatados" if language == "pt" else "difference among the tied") in words
    assert not [each for page in pages(data) for each in overlapping(page)]
    assert data != printed(groups, Printed.GROUPS, language)


def test_the_ata_says_what_was_decided_on_what_is_not_played() -> None:
    text = regulations_text(
        "club-day", ("as_played = false", "as_played = true"), ('withdrawn = "kept"', 'withdrawn = "annulled"')
    )
    said = dict(regulations_words(parse_regulations(text), "pt"))
    assert said["Vitória dada"] == "O placar é 1.500 × 0. Conta nos saldos."
    assert said["Folga"] == "O placar é 0 × 0."
    assert said["Abandono"] == "Valem os pontos jogados até ali. Conta nos saldos."
    assert said["Mesas e lugares"].startswith("Mesas por sorteio. Quem senta primeiro")
    assert said["Mesas e lugares"].endswith("até a rodada 2.")
    assert "W.O. 3/0, vitória dada 3/0, abandono 3/0" in said["1ª fase: Grupos"]
    assert "são anulados" in said["1ª fase: Grupos"]


def test_files_are_called_in_the_readers_language(groups: Tournament) -> None:
    def names(state: Tournament, language: str) -> list[str]:
        prints = EventPrints(state, load("buraco"), language)
        return [name for what in prints.usual() for name in prints.files(what)]

    assert names(groups, "pt") == [
        "mesas-fase-1-rodada-2.pdf",
        "nomes-fase-1-rodada-2.pdf",
        "folhas-fase-1-rodada-2.pdf",
        "tabela.pdf",
        "cartoes.pdf",
        "grupos.pdf",
        "ata.pdf",
        "classificacao.csv",
        "resultados.csv",
        "torneio.xlsx",
    ]
    assert names(groups, "en")[:2] == ["tables-phase-1-round-2.pdf", "names-phase-1-round-2.pdf"]
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 8")), sides=8)
    day.begin(1, range(1, 9))
    day.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    day.open(1, 1)
    assert names(day.state, "pt")[0] == "mesas-rodada-1.pdf"


def test_there_are_no_certificates_before_all_rounds_were_played() -> None:
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 8")), sides=8)
    day.begin(1, range(1, 9))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON, (7, 8): WON})
    with pytest.raises(EventRefusedError) as error:
        printed(day.state, Printed.CERTIFICATES)
    assert error.value.code == "print_not_over"
