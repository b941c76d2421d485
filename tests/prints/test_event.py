"""A club's day as it is printed: seatings, sheets for the tables, results, decisions, taken from the tournament."""

from __future__ import annotations

from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from canastra.prints.event.files import EventPrints, Printed
from canastra.prints.event.history import EventHistory
from canastra.prints.event.rounds import (
    length_words,
    minuted_rounds,
    printed_side,
    results_table,
    round_occasion,
    round_seatings,
    round_sheets,
)
from canastra.prints.event.times import LocalTime, when_played
from canastra.prints.exports import to_csv
from canastra.prints.flow import Occasion
from canastra.prints.minutes import MinutedAct, Minutes, minutes_print
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating, pairings_by_name, pairings_by_table
from canastra.prints.score_sheets import score_sheets_print
from canastra.prints.standings import PlacedSide
from canastra.rulebooks import load
from canastra.tournament import EventRefusedError, log_event, regulations_digest
from canastra.tournament import events as ev
from canastra.tournament.events import AbandonedResult, DealsResult, DefaultResult, PlayedResult, WalkoverResult
from canastra.tournament.regulations import parse_regulations
from tests.prints.measurement import overlapping, pages, text_of
from tests.tournament.days import NOON, Day, regulations_text

BRASILIA = timezone(timedelta(hours=-3))


@pytest.fixture(scope="module")
def day() -> Day:
    """Nine sides in one group: a round with every kind of result, another one that is only a draft."""
    found = Day(regulations_text("club-day"), 9)
    found.begin(1, range(1, 10))
    found.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)], byes=(9,))
    found.open(1, 1)
    found.paper(1, 1, 1, (3050, -120))
    article = "Congresso, W.O."
    found.add(ev.ResultDecided(1, 1, 2, WalkoverResult((1,)), article, "não vieram em 15 minutos"), by="Rosa")
    found.add(ev.ResultDecided(1, 1, 3, DefaultResult(1), "Art. 16", "baralho com 103 cartas"), by="Rosa")
    found.add(ev.CaseDecided("Art. 18", "conversa"), by="Rosa")
    return found


def test_a_round_is_seated_with_its_bye(day: Day) -> None:
    seatings = round_seatings(day.state, 1, 1, "pt")
    assert [each.table for each in seatings] == ["1", "2", "3", "4", ""]
    assert seatings[0].sides[0] == PrintedSide("Lado 1", ("Jogador 1.1", "Jogador 1.2"), 1)
    assert [side.number for side in seatings[-1].sides] == [9]
    occasion = round_occasion(day.state, 1, 1, "pt")
    words = text_of(pairings_by_table(occasion, seatings, "pt"))
    assert "1ª rodada" in words
    assert "folga nesta rodada" in words
    with pytest.raises(EventRefusedError):
        round_seatings(day.state, 1, 2, "pt")


def test_a_name_that_is_made_of_its_players_is_printed_once() -> None:
    day = Day(regulations_text("club-day"))
    day.add(ev.SideRegistered(1, "Ana e Bia", ("Ana", "Bia"), ""))
    assert printed_side(day.state, 1).label() == "Ana e Bia"


def test_a_name_that_is_made_of_its_players_is_shortened_and_found_by_each_of_them() -> None:
    pair = PrintedSide("Ana Lúcia Souza e Rui Braga Lima", ("Ana Lúcia Souza", "Rui Braga Lima"))
    assert list(pair.labels()) == [
        "Ana Lúcia Souza e Rui Braga Lima",
        "Ana L. Souza e Rui B. Lima",
        "Ana Souza e Rui Lima",
        "Ana e Rui",
    ]
    names = text_of(pairings_by_name(Occasion(event="Copa"), [TableSeating("7", (pair,))], "pt"))
    assert names.count("7") == 2


def test_partners_of_one_round_are_printed_together(day: Day) -> None:
    assert printed_side(day.state, 1, 3).label() == "Lado 1 / Lado 3"


def test_every_table_gets_a_sheet_with_names_and_its_own_code(day: Day) -> None:
    sheets = round_sheets(day.state, (1, 1), load("buraco"), "pt", lambda table: f"http://192.168.0.12:8000/m/{table}")
    assert [sheet.table for sheet in sheets] == ["1", "2", "3", "4"]
    assert len({sheet.url for sheet in sheets}) == 4
    found = pages(score_sheets_print(round_occasion(day.state, 1, 1, "pt"), sheets, "pt"))
    assert len(found) == 2
    assert "Lado 8 (Jogador 8.1 / Jogador 8.2)" in found[1].words
    assert [overlapping(page) for page in found] == [[], []]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((), "até 2.000 pontos, no máximo 60 minutos"),
        ((('length = "best_of"\nnumber = 1', 'length = "exactly"\nnumber = 2'),), "2 partidas, até 2.000 pontos"),
        ((('length = "best_of"\nnumber = 1', 'length = "deals"\nnumber = 6'),), "6 mãos, no máximo 60 minutos"),
        ((('length = "best_of"\nnumber = 1', 'length = "time"\nnumber = 0'),), "por tempo: 60 minutos"),
    ],
)
def test_a_sheet_says_what_ends_an_encounter(changes: tuple[tuple[str, str], ...], said: str) -> None:
    form = parse_regulations(regulations_text("club-day", *changes)).form_of(0)
    assert length_words(form, load("buraco"), "pt").startswith(said)


def test_a_sheet_has_its_address_for_who_cannot_scan(day: Day) -> None:
    sheets = round_sheets(
        day.state, (1, 1), load("buraco"), "pt", lambda table: f"http://192.168.0.12/placar?mesa={table}"
    )
    words = text_of(score_sheets_print(round_occasion(day.state, 1, 1, "pt"), sheets, "pt"))
    assert "192.168.0.12/placar?mesa=1" in words
    assert "No fim do tempo termina-se a mão." in words


def test_who_left_is_marked_where_a_table_waits() -> None:
    """On lists and sheets; not once the table has its result."""
    day = Day(regulations_text("club-day", ("least = 8", "least = 4")), 4)
    day.begin(1, range(1, 5))
    day.draft(1, 1, [(1, 2), (3, 4)])
    day.open(1, 1)
    day.add(ev.SideWithdrawn(2, "doente"))

    def printed() -> tuple[str, str]:
        occasion = round_occasion(day.state, 1, 1, "pt")
        sheets = round_sheets(day.state, (1, 1), load("buraco"), "pt")
        listed = pairings_by_table(occasion, round_seatings(day.state, 1, 1, "pt"), "pt")
        return text_of(listed), text_of(score_sheets_print(occasion, sheets, "pt"))

    assert all(words.count("(saiu)") == 1 for words in printed())
    assert "Lado 2 (Jogador 2.1 / Jogador 2.2) (saiu)" in printed()[1]
    day.add(ev.ResultDecided(1, 1, 1, WalkoverResult((1,)), "Congresso, W.O.", "saiu"))
    assert all("(saiu)" not in words for words in printed())


def test_each_side_of_a_table_has_a_slip_with_its_own_code(day: Day) -> None:
    def code(table: int, half: int) -> tuple[str, str]:
        return f"http://192.168.0.12:8080/torneio/x7/mesa#t=secret{table}{half}", f"abcdefghij{table}{half}"

    tables = [each.fixture for each in day.state.phases[0].rounds[0].tables]
    urls = {(1, each.table): (code(each.table, 0), code(each.table, 1)) for each in tables}
    ((name, data),) = EventPrints(day.state, load("buraco"), "pt").codes(None, urls).items()
    assert name == "codigos-fase-1-rodada-1.pdf"
    (page,) = pages(data)
    assert overlapping(page) == []
    slips = page.words.split("Mesa ")[1:]
    assert len(slips) == 2 * len(tables)
    for each, slip in zip([(table, half) for table in tables for half in (0, 1)], slips, strict=True):
        fixture, half = each
        (side,) = (fixture.one, fixture.two)[half]
        assert slip.startswith(f"{fixture.table} · lado {'AB'[half]}\nLado {side} ")
        assert f"e escreva ABCD EFGH IJ{fixture.table}{half}" in slip
    assert "192.168.0.12:8080/torneio/x7/mesa" in page.words
    assert "secret" not in page.words
    with pytest.raises(EventRefusedError) as over:
        EventPrints(day.state, load("buraco"), "pt").codes(1, {})
    assert over.value.code == "print_codes_over"


def test_results_of_every_kind_are_minuted(day: Day) -> None:
    (first,) = minuted_rounds(day.state, "pt")
    played, absent, given, open_one, bye = first.results
    assert (played.scores, played.note) == (("3.050", "−120"), "")
    assert (absent.between, absent.note) == (
        "W.O.",
        "W.O. por falta de Lado 4 (Jogador 4.1 / Jogador 4.2) (Congresso, W.O.)",
    )
    assert given.note == "vitória dada a Lado 6 (Jogador 6.1 / Jogador 6.2) (Art. 16)"
    assert open_one.note == "sem resultado"
    assert bye.sides[1] is None


def test_the_ata_says_whether_results_are_final_and_where_to_sign() -> None:
    day = Day(regulations_text("club-day", ("least = 8", "least = 4")), 4)
    day.begin(1, range(1, 5))
    day.draft(1, 1, [(1, 2), (3, 4)])
    day.open(1, 1)
    for table in (1, 2):
        day.paper(1, 1, table, (2010, 1500))
    assert "Ainda não homologadas, e portanto sujeitas a correção: Grupos, 1ª rodada." in ata(day)
    day.add(ev.RoundClosed(1, 1))
    day.add(ev.RoundRatified(1, 1))
    words = ata(day)
    assert "Todos os resultados foram conferidos e homologados: são definitivos." in words
    assert words.index("Homologação e assinaturas") < words.index("Coordenação Técnica")
    assert words.index("Data") < words.index("Local")


def ata(day: Day) -> str:
    prints = EventPrints(day.state, load("buraco"), "pt", "Salão nobre", day.log, BRASILIA)
    return " ".join(text_of(prints.files(Printed.MINUTES)["ata.pdf"]).split())


def history(day: Day, language: str = "pt") -> EventHistory:
    return EventHistory(day.state, day.log, LocalTime(language, BRASILIA), language)


def test_decisions_are_minuted_with_article_reason_and_author(day: Day) -> None:
    decided = list(history(day).rulings())
    assert [each.article for each in decided] == ["Congresso, W.O.", "Art. 16", "Art. 18"]
    assert all(each.referee == "Rosa" for each in decided)
    assert decided[1].subject.endswith("1ª rodada, Mesa 3")
    assert decided[1].reason == "baralho com 103 cartas"
    assert decided[0].ruling.startswith("Decidiu o resultado: W.O. por falta de Lado 4")
    assert decided[0].time == "21 nov, 9h00", "the hour of the place"


def test_penalties_are_minuted_with_what_they_cost() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.begin(1, range(1, 5), range(5, 9))
    penalty = day.regulations.penalties[0]
    day.add(ev.PenaltyApplied(1, 3, penalty.id, "chegou depois"))
    (found,) = history(day).rulings()
    assert found.ruling == "Punição “atraso”: −1 ponto na classificação"
    assert found.subject == "3 Lado 3"
    assert (found.article, found.referee, found.time) == (penalty.article, "Ana", "21 nov, 9h00")


def test_corrections_are_minuted_with_what_stood_before_and_why() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.begin(1, range(1, 5), range(5, 9))
    day.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    day.open(1, 1)
    day.paper(1, 1, 1, (3050, -120))
    gone = day.add(ev.ResultCorrected(1, 1, 1, PlayedResult(((9, 9),)), "engano"))
    day.add(ev.Revoked(gone, "a folha estava certa"))
    day.add(ev.ResultCorrected(1, 1, 1, PlayedResult(((3050, 120),)), "o sinal"), by="Rosa")
    (found,) = history(day).corrections()
    assert found.heading == "21 nov, 9h00 · Grupos, 1ª rodada, Mesa 1"
    assert found.words == (
        "Lado 1 × Lado 2: era 3.050 × −120; ficou 3.050 × 120.\nMotivo: o sinal\nRegistrado por Rosa"
    )
    (revoked,) = history(day).occurrences()
    assert revoked.words.startswith(
        "Anulou-se: correção de resultado (Grupos, 1ª rodada, Mesa 1). Motivo: a folha estava certa"
    )


def test_draws_are_minuted_with_their_seed_and_what_was_drawn() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.begin(1, range(1, 5), range(5, 9))
    (found,) = history(day).draws()
    assert found.heading == "1ª fase: Grupos"
    seed, what, *groups = found.words.splitlines()
    assert seed == "Semente: Loteria 5921. Foi registrada antes do sorteio, em 21 nov, 9h00, por Ana."
    assert what == "Com ela se sortearam: os grupos e a ordem do último desempate."
    assert groups[1] == "Grupo B: 5 Lado 5; 6 Lado 6; 7 Lado 7; 8 Lado 8"


def test_what_else_happened_is_minuted_with_its_reason() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.add(ev.Adopted(regulations_digest(day.text), "faltou o W.O."))
    day.add(ev.SideCorrected(2, "Bia e Leo", ("Bia", "Leo"), "", "o nome estava errado"))
    day.add(ev.SideWithdrawn(3, "viajaram"))
    (changed,) = history(day).changes()
    assert "Motivo: faltou o W.O." in changed.words
    put_right, left = history(day).occurrences()
    assert put_right.words.startswith("Corrigiu-se a inscrição 2 Bia e Leo. Motivo: o nome estava errado")
    assert left.words.startswith("Saiu do torneio: 3 Lado 3. Motivo: viajaram")


def test_a_clock_is_minuted_from_its_pause_to_its_end() -> None:
    day = Day(regulations_text("club-day"), 8)
    day.begin(1, range(1, 5), range(5, 9))
    day.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    day.open(1, 1)
    day.add(ev.RoundPaused(1, 1, "faltou luz"))
    day.add(ev.RoundResumed(1, 1))
    stopped, went_on = history(day).occurrences()
    assert "o relógio parou. Motivo: faltou luz" in stopped.words
    assert went_on.words.splitlines()[0].endswith("o relógio voltou a andar.")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((), "Grupos, todos contra todos. Passam à fase seguinte, de cada grupo: 2. "),
        ((("best_others = 0", "best_others = 1"),), "de cada grupo: 2. Passam ainda, como melhores dos outros: 1. "),
    ],
)
def test_the_ata_says_how_many_go_on(changes: tuple[tuple[str, str], ...], said: str) -> None:
    day = Day(regulations_text("club-day", *changes), 8)
    day.begin(1, range(1, 5), range(5, 9))
    printed = EventPrints(day.state, load("buraco"), "pt", "", day.log).files(Printed.MINUTES)["ata.pdf"]
    assert said in " ".join(text_of(printed).split()) + " "


def test_the_standings_in_the_ata_begin_below_their_heading() -> None:
    """A heading and the sentence below it are never alone at the end of a page, however much stands before them."""
    first = PlacedSide(
        "A 1º", PrintedSide("Dupla 1"), ("3",), "3 pontos; pelo sorteio, à frente de Dupla 2. " * 3, True
    )
    # The heading with its sentence and the first row takes more than four lines.
    for lines in range(0, 60, 4):
        act = MinutedAct("28 nov", "\n".join(["conversa"] * lines))
        minutes = Minutes(
            rulebook="Buraco", regulations=(), sides=(), rounds=(), rulings=(), occurrences=(act,), over=False,
            columns=("Pts",), standings=(first,),
        )  # fmt: skip
        printed = pages(minutes_print(Occasion(event="Sábado"), minutes, "pt"))
        (page,) = [each.words for each in printed if "Classificação até agora" in each.words]
        assert "A 1º" in page.partition("Classificação até agora")[2], lines


def test_the_day_is_told_by_the_clock_of_the_place(day: Day) -> None:
    times = LocalTime("pt", BRASILIA)
    assert when_played(day.log, times, "pt") == "21 de novembro de 2026, desde as 9h00 (hora local, UTC−3)"
    assert when_played(day.log[:3], times, "pt") == "21 de novembro de 2026 (hora local, UTC−3)"
    assert when_played((), times, "pt") == ""
    rome, week = LocalTime("pt", ZoneInfo("Europe/Rome")), 7 * 86_400_000
    october = log_event(ev.RoundStarted(1, 1), "Ana", NOON - 6 * week)  # 10 October, before the clocks go back
    log = [october, log_event(ev.RoundClosed(1, 2), "Ana", NOON, [october])]
    assert when_played(log, rome, "pt") == (
        "de 10 de outubro de 2026 a 21 de novembro de 2026 (hora local, UTC+2, depois UTC+1)"
    )
    india = LocalTime("en", timezone(timedelta(hours=5, minutes=30)))
    assert (india.stamp(NOON), india.zone(NOON)) == ("21 Nov, 17:30", "UTC+5:30")


def test_results_are_exported_with_numbers(day: Day) -> None:
    lines = to_csv(results_table(day.state, "pt")).decode("utf-8-sig").splitlines()
    assert lines[0] == "Fase;Rodada;Mesa;Dupla 1;Dupla 2;Pontos 1;Pontos 2;Observação"
    assert lines[1].endswith(";1;1;Lado 1 (Jogador 1.1 / Jogador 1.2);Lado 2 (Jogador 2.1 / Jogador 2.2);3050;-120;")
    assert len(lines) == 5


def test_several_matches_are_counted_and_listed() -> None:
    from canastra.prints.event.rounds import _points, result_scores

    result = PlayedResult(((3050, 2000), (1200, 3100), (3000, 2950)))
    assert result_scores(result, "pt") == ("2", "1")
    assert _points(result) == (7250, 8050)
    deals = DealsResult(((500, 300), (-50, 400)))
    assert (result_scores(deals, "pt"), _points(deals)) == (("450", "700"), (450, 700))
    assert result_scores(WalkoverResult((0,)), "pt") == ("", "")
    assert result_scores(AbandonedResult(0, ((300, 450),)), "pt") == ("300", "450")
