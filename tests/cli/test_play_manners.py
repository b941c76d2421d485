"""The terminal's questions and remarks: names, options of a resumed match, the pager, the order of moves, prompts."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from canastra.bots.explain import step_facts
from canastra.cli.ui.help import brief_help, help_page
from canastra.cli.ui.pages import in_order
from canastra.cli.ui.terminal import Terminal
from canastra.engine import Discard, Phase, parse_action, view
from canastra.records import read_file
from tests.cli.running import canastra
from tests.drawing import table


def text_of(lines: list[object]) -> str:
    terminal = Terminal()
    with terminal.console.capture() as caught:
        terminal.show(lines)
    return caught.get()


def test_who_gives_no_name_is_you_on_the_screen_and_a_player_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    begun = canastra("play", "--file", path, "--seed", "5", "--level", "greedy", stdin=b"\n")
    assert "Você" in begun.out
    assert "Jogador" not in begun.out
    assert read_file(path).players[0] == "Jogador"
    again = canastra("play", "--resume", path, "--lang", "en", stdin=b"\n")
    assert "You" in again.out
    assert "Jogador" not in again.out
    assert read_file(path).players[0] == "Jogador"


def test_options_that_change_nothing_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.canastra"
    canastra("play", "--file", path, "--seed", "5", "--name", "Ana", "--level", "greedy", stdin=b"\n")
    same = canastra("play", "--resume", path, "--seed", "5", "--name", "Ana", "--rulebook", "buraco", stdin=b"\n")
    assert "Sem efeito" not in same.out
    other = canastra("play", "--resume", path, "--seed", "9", "--name", "Zé", "--rulebook", "tranca", stdin=b"\n")
    assert "--rulebook, --name, --seed" in " ".join(other.out.split())


def test_a_record_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "referee.canastra"
    canastra("simulate", "--rulebook", "buraco", "--deals", "1", "--seed", "3", "--out", path)
    content = "# the referee's own words\n" + path.read_text("utf-8")
    path.write_text(content, "utf-8")
    ran = canastra("play", "--resume", path, stdin=b"\n")
    assert "fica como está" in " ".join(ran.out.split())
    assert path.read_text("utf-8") == content
    (new,) = (each for each in tmp_path.glob("*.canastra") if each != path)
    assert read_file(new).deals[0] == read_file(path).deals[0]


def test_a_command_at_the_pause_between_pages_counts() -> None:
    terminal = Terminal()
    terminal.interactive = True
    for typed, then in (("d KS", "d KS"), ("q", "next"), ("", "next")):
        with mock.patch("builtins.input", side_effect=[typed, "next"]):
            terminal.pages([["a"] * 5, ["b"] * (terminal.console.height - 4)], "more")
            assert terminal.ask() == then


@pytest.mark.parametrize("width", [20, 40, 80])
def test_a_long_question_stands_above_its_answer(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    question = "Você corta o baralho: uma carta de 1 a 103, ou Enter para cortar ao acaso: "
    terminal = Terminal()
    with mock.patch.object(Terminal, "width", width):
        assert terminal.prompt("> ") == "> "
        shown = terminal.prompt(question)
    out = capsys.readouterr().out
    assert (shown, out.split()) == ("> ", question.split())
    assert max(map(len, out.splitlines())) < width


def test_moves_are_numbered_in_the_order_in_which_they_stand() -> None:
    actions = [parse_action(each) for each in ("draw", "discard KS", "refuse", "discard 4H", "take")]
    listed = in_order(actions)
    assert [isinstance(each, Discard) for each in listed] == [False, False, False, True, True]
    assert set(listed) == set(actions)


def test_help_at_a_server_speaks_of_no_file() -> None:
    for page in (help_page, brief_help):
        here, there = (text_of(list(page("pt", online=online))) for online in (False, True))
        assert "salv" in here
        assert "salv" not in there
        assert "o arquivo" not in there.lower()


def test_a_hint_to_go_out_says_nothing_of_who_plays_next() -> None:
    clean = "4H 5H 6H 7H 8H 9H TH"
    game = table("buraco", "8C", phase=Phase.PLAY, ours=[clean], theirs=["5C 6C 7C"], has_morto=(True, True))
    seen = [each.code for each in step_facts(view(game.state, 0), parse_action("discard 8C"))]
    assert "hint_going_out" in seen
    assert not [each for each in seen if each.startswith("explain_")]
