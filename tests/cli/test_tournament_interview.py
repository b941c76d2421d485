"""The regulations' questions at a terminal: every answer fits the regulations, or is refused with a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pexpect
import pytest

from canastra.cli.language import Language
from canastra.cli.tournament.interview import Interview
from canastra.cli.tournament.questions import FORMS, document_of, questions
from canastra.cli.ui.terminal import ClosedError, Terminal
from canastra.errors import InputError
from canastra.messages import catalogue
from canastra.tournament.regulations import (
    AtCall,
    ClubTerms,
    ComparisonPoints,
    Criterion,
    EncounterLength,
    GroupsPhase,
    MatchPoints,
    OnlineTerms,
    Regulations,
    SideKind,
    TeamTerms,
    VictoryPoints,
    example_regulations,
    parse_regulations,
    regulations_document,
)

PT = Language.PT


class Typist(Terminal):
    """Types a given answer to each question that has one, once each, and Enter to all others."""

    def __init__(self, answers: dict[str, Sequence[str]], language: Language = PT) -> None:
        super().__init__()
        self.said: list[str] = []
        self.asked: list[str] = []
        self._left = {catalogue(language)[f"ask_{code}"]: list(typed) for code, typed in answers.items()}
        self._question = ""

    def say(self, words: str, style: str = "") -> None:
        self.said.append(words)
        if style == "bold":
            self._question = words
            self.asked.append(words)

    def ask(self, prompt: str = "> ") -> str:
        left = self._left.get(self._question)
        return left.pop(0) if left else ""

    @property
    def untyped(self) -> list[str]:
        """Return the answers to questions that were not asked."""
        return [each for left in self._left.values() for each in left]


def interview(
    folder: Path, known: dict[str, str] | None = None, /, **answers: Sequence[str]
) -> tuple[Regulations, Typist]:
    typist = Typist(answers)
    text = Interview(typist, PT, folder).run(known or {})
    assert typist.untyped == []
    return parse_regulations(text), typist


@pytest.mark.parametrize("form", FORMS)
def test_enter_takes_the_example(form: str, tmp_path: Path) -> None:
    typist = Typist({"form": [str(list(FORMS).index(form) + 1)]})
    text = Interview(typist, PT, tmp_path).run({})
    assert regulations_document(parse_regulations(text)) == document_of(form)
    assert text.startswith("# O que o Congresso Técnico decidiu")
    # All but the form, and questions of a server or of clubs, which no example ranks.
    assert text.count("ninguém decidiu ainda") == len(typist.asked) - 3 > 20
    if form == "groups_knockout":
        assert parse_regulations(text) == parse_regulations(example_regulations("club-day"))


def test_deals_may_be_compared(tmp_path: Path) -> None:
    """The question is asked only if an encounter is a number of deals. A missing result is then a percentage."""
    refused, typist = interview(tmp_path, form=["rodadas pela classificação, sem"], scoring=["comparison"])
    assert isinstance(refused.scoring_of(0), MatchPoints)
    assert any("de 1 a 2" in words for words in typist.said)
    regulations, _ = interview(
        tmp_path,
        form=["rodadas pela classificação, sem"],
        length=["deals"],
        number=["3"],
        scoring=["comparison"],
        bye_percent=["55"],
    )
    assert regulations.scoring_of(0) == ComparisonPoints((60, 0), (60, 0), (60, 0), 55)


def test_a_full_stop_takes_the_rest(tmp_path: Path) -> None:
    regulations, typist = interview(tmp_path, name=["Sábado"], entries=["8 16"], phase_name=["."])
    assert (regulations.name, regulations.entries.most, len(regulations.phases)) == ("Sábado", 16, 2)
    assert len(typist.asked) == 7


def test_regulations_online(tmp_path: Path) -> None:
    """Choices that a table of the server lacks are not offered, nor taken from the example."""
    regulations, typist = interview(tmp_path, form=["9"], online=["2"], online_turn=["30"], stand_in=["s"], talk=["1"])
    assert regulations.online == OnlineTerms(30, 300, True, True, False, "off", "own")
    assert {form.at_call for form in regulations.encounters.values()} == {AtCall.FINISH_DEAL}
    assert not [words for words in typist.said if "volta da mesa" in words]


def test_clubs_are_ranked_where_somebody_wants_it(tmp_path: Path) -> None:
    regulations, typist = interview(tmp_path, clubs=["s"], clubs_best=["3"])
    assert regulations.clubs == ClubTerms(3, "places")
    assert "O que se soma para um clube?" not in typist.asked, "groups and a knock-out have no points in common"
    regulations, _ = interview(tmp_path, form=["rodadas pela classificação, sem"], clubs=["s"], clubs_order=["2"])
    assert regulations.clubs == ClubTerms(2, "points")


def test_teams_play_at_as_many_tables_as_somebody_says(tmp_path: Path) -> None:
    regulations, _ = interview(tmp_path, kind=["equipes"], team_tables=["3"], decided_by=["2"])
    assert regulations.teams == TeamTerms(3, "tables")
    regulations, typist = interview(tmp_path, kind=["equipes"], team_tables=["1"])
    assert regulations.teams == TeamTerms(1, "points")
    assert "O que decide o confronto de duas equipes?" not in typist.asked
    assert interview(tmp_path, kind=["duplas"])[0].teams is None


def test_what_the_command_line_said_is_not_asked(tmp_path: Path) -> None:
    regulations, typist = interview(tmp_path, {"name": 'Da "AABB"', "rulebook": "tranca"}, kind=["equipes"])
    assert (regulations.name, regulations.rulebook, regulations.entries.kind) == ('Da "AABB"', "tranca", SideKind.TEAMS)
    assert "Como se chama o torneio?" not in typist.asked


def test_regulations_of_answers(tmp_path: Path) -> None:
    regulations, _ = interview(
        tmp_path,
        entries=["9, 30"],
        size=["0"],
        groups=["3"],
        passing_groups=["2"],
        best_others=["2"],
        length=["time", ""],
        minutes=["50", ""],
        at_call=["4"],
        last_minutes=["5"],
        points=["2 1 0"],
        two=["1 7"],
        restart=["n"],
        penalties=["atraso, -1, Congresso 7; grosseria, −3, Congresso 8"],
    )
    groups = regulations.phases[0]
    assert isinstance(groups, GroupsPhase)
    assert (groups.number, groups.size, groups.passing, groups.best_others) == (3, 0, 2, 2)
    form = regulations.form_of(0)
    assert (form.length, form.number, form.minutes, form.last_minutes) == (EncounterLength.TIME, 0, 50, 5)
    scoring = regulations.scoring_of(0)
    assert isinstance(scoring, MatchPoints)
    assert (scoring.win, scoring.walkover, scoring.bye) == (2, (2, 0), 2)
    assert regulations.standings.two == (Criterion.HEAD_TO_HEAD, Criterion.DIFFERENCE, Criterion.LOT)
    assert not regulations.standings.restart
    assert [(each.id, each.points) for each in regulations.penalties] == [("atraso", -1), ("grosseria", -3)]


def test_points_of_a_table(tmp_path: Path) -> None:
    regulations, _ = interview(tmp_path, scoring=["2"], victory_table=["twenty-shared-3"], penalties=["-"])
    scoring = regulations.scoring_of(0)
    assert isinstance(scoring, VictoryPoints)
    assert (scoring.table, regulations.penalties) == ("twenty-shared-3", ())


@pytest.mark.parametrize(
    ("code", "typed", "said"),
    [
        ("form", "12", "de 1 a 11"),
        ("name", "N" * 121, "name tem um valor"),
        ("rulebook", "casa.toml", "casa.toml"),
        ("kind", "times", "de 1 a 3"),
        ("entries", "8", "cabem 2"),
        ("entries", "oito 16", "números inteiros"),
        ("entries", "20 10", "maior que o máximo"),
        ("size", "1", "menos de dois"),
        ("passing_groups", "5", "passam mais do que jogam"),
        ("number", "0", "a partir de 1"),
        ("minutes", "5000", "encounters.grupo.minutes"),
        ("warning", "60", "menos de 60"),
        ("points", "1 1 1", "ganhar tem de valer mais"),
        ("walkover_points", "0 3", "faltar ou sair"),
        ("bye_points", "4", "folgar valeria"),
        ("walkover_score", "0 1500", "o placar começa"),
        ("two", "1 1", "duas vezes"),
        ("two", "0 17", "de 1 a 16"),
        ("two", "sorteio", "de 1 a 16"),
        ("penalties", "atraso -1", "nome, pontos, artigo"),
        ("penalties", "atraso, 1, Congresso", "penalties[0].points"),
        ("restart", "talvez", "de 1 a 2"),
    ],
)
def test_a_wrong_answer_is_refused_at_once(code: str, typed: str, said: str, tmp_path: Path) -> None:
    regulations, typist = interview(tmp_path, **{code: [typed]})
    assert [words for words in typist.said if said in words], typist.said
    assert regulations == parse_regulations(example_regulations("club-day"))


@pytest.mark.parametrize("form", FORMS)
def test_every_option_of_every_question_can_be_chosen(form: str, tmp_path: Path) -> None:
    chosen = str(list(FORMS).index(form) + 1)
    for question in list(questions(document_of(form))):
        for number in range(1, len(question.form.options(PT)) + 1):
            typist = Typist({"form": [chosen], question.code: [str(number)]})
            parse_regulations(Interview(typist, PT, tmp_path).run({}))
            refusals = [words for words in typist.said if "phases[" in words or "encounters." in words]
            # Only what contradicts the form itself.
            assert not refusals or question.code == "seeding", (question, number, refusals)


@pytest.mark.parametrize("language", list(Language))
def test_every_question_has_its_words(language: Language) -> None:
    for form in FORMS:
        for question in questions(document_of(form)):
            assert catalogue(language)[f"ask_{question.code}"].endswith(("?", ")"))
            for words in question.form.options(language):
                assert words.strip()


def test_the_end_of_the_input_writes_nothing(tmp_path: Path) -> None:
    typist = Typist({})
    with mock.patch.object(Typist, "ask", side_effect=ClosedError), pytest.raises(InputError) as error:
        Interview(typist, PT, tmp_path).run({})
    assert error.value.code == "ask_closed"


def spawn(folder: Path, *arguments: str) -> pexpect.spawn[str]:
    environment = {**os.environ, "TERM": "xterm", "LANG": "pt_BR.UTF-8", "NO_COLOR": "1", "PYTHONWARNINGS": ""}
    command = ["-c", "from canastra.cli.main import main; main()", "tournament", "new", "sabado", *arguments]
    return pexpect.spawn(sys.executable, command, encoding="utf-8", env=environment, timeout=60, cwd=folder)


def test_a_terminal_is_asked_and_yes_is_not(tmp_path: Path) -> None:
    child = spawn(tmp_path)
    child.expect("Como se disputa")
    child.expect(r"\] ")
    child.sendline("4")
    child.expect("Como se chama o torneio")
    child.sendline(".")
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    path = tmp_path / "sabado" / "regulations.toml"
    assert parse_regulations(path.read_text("utf-8")) == parse_regulations(example_regulations("club-rounds"))
    again = spawn(tmp_path)
    again.expect("já existe")
    again.expect(pexpect.EOF)
    assert again.wait() == 2
    path.unlink()
    quiet = spawn(tmp_path, "--yes")
    quiet.expect(pexpect.EOF)
    assert quiet.wait() == 0
    assert parse_regulations(path.read_text("utf-8")) == parse_regulations(example_regulations("club-day"))
