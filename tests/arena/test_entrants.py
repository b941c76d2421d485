"""The entrants of a run, and their errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.arena.entrants import BotSource, Entrant, local_sources, read_entrants, renamed, sources
from canastra.errors import InputError
from tests.arena.runs import config


def test_a_list_of_bots_and_partners() -> None:
    found = read_entrants("greedy, random ,random+greedy")
    assert [each.name for each in found] == ["greedy", "random", "random+greedy"]
    assert [each.is_mixed for each in found] == [False, False, True]


def test_mixed_adds_all_partnerships_that_are_not_there() -> None:
    assert [each.name for each in read_entrants("greedy,random", mixed=True)] == ["greedy", "random", "greedy+random"]
    assert [each.name for each in read_entrants("random+greedy,random", mixed=True)] == ["random+greedy", "random"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("greedy", "arena_entrants_few"),
        ("greedy,random,greedy", "arena_entrant_twice"),
        ("greedy+random,random+greedy", "arena_entrant_twice"),
        ("greedy,greedy+greedy", "arena_entrant_twice"),
        ("greedy,nobody", "bot_unknown"),
        ("greedy,random+nobody", "bot_unknown"),
        ("greedy,", "arena_entrant_malformed"),
        ("", "arena_entrant_malformed"),
        ("greedy,random+", "arena_entrant_malformed"),
        ("greedy,random+greedy+random", "arena_entrant_malformed"),
    ],
)
def test_what_is_no_list_of_entrants(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entrants(text)
    assert caught.value.code == code


def seats(entrant: Entrant, pair: int) -> dict[int, str]:
    return {seat: bot.name for seat, bot in entrant.on_side(0, players=4, pair=pair).items()}


def test_partners_change_their_seats_from_pair_to_pair() -> None:
    mixed = read_entrants("greedy+random,greedy")[0]
    assert seats(mixed, 0) == {0: "greedy", 2: "random"}
    assert seats(mixed, 1) == {0: "random", 2: "greedy"}


def test_a_side_of_one_player() -> None:
    greedy = BotSource("greedy", "greedy")
    assert Entrant((greedy, greedy)).on_side(1, players=2, pair=0) == {1: greedy}


def test_no_partners_where_two_play() -> None:
    with pytest.raises(InputError) as caught:
        config("greedy,greedy+random", "canastra-duelo")
    assert caught.value.code == "arena_no_partners"


ECHO = "program:echo"


@pytest.mark.parametrize(
    ("text", "names", "words"),
    [
        (f"{ECHO} 'a,b',greedy", [f"{ECHO} 'a,b'", "greedy"], [["echo", "a,b"]]),
        (
            f'{ECHO} "--opt=a,b+c" d\\,e,random',
            [f'{ECHO} "--opt=a,b+c" d\\,e', "random"],
            [["echo", "--opt=a,b+c", "d,e"]],
        ),
        (f"my={ECHO} x=1,greedy,my+greedy", ["my", "greedy", "my+greedy"], [["echo", "x=1"]]),
        (f"my+greedy,my = {ECHO}", ["my+greedy", "my"], [["echo"]]),
        (f"{ECHO} a=b,greedy", [f"{ECHO} a=b", "greedy"], [["echo", "a=b"]]),
        (f"a={ECHO},b={ECHO}", ["a", "b"], [["echo"], ["echo"]]),
    ],
)
def test_programs_with_names_and_quotes(text: str, names: list[str], words: list[list[str]]) -> None:
    found = read_entrants(text)
    assert [each.name for each in found] == names
    assert [list(each.command.words) for each in sources(found) if each.is_program] == words


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{ECHO} --opt=a,b,greedy", "arena_separator"),
        ("program:g++,greedy", "arena_separator"),
        (f"{ECHO} 'a,greedy", "program_quotes"),
        ("program:,greedy", "program_empty"),
        ("program:no-such-program,greedy", "program_not_found"),
        (f"greedy={ECHO},random", "arena_name_taken"),
        (f"a={ECHO},a={ECHO} b", "arena_name_taken"),
        (f"{ECHO},{ECHO}", "arena_entrant_twice"),
        (f"a={ECHO},a", "arena_entrant_twice"),
        ("no_such_module:Bot,greedy", "class_no_module"),
        ("random:Bot,greedy", "class_not_there"),
    ],
)
def test_what_is_no_program_or_class(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entrants(text)
    assert caught.value.code == code


def test_names_that_programs_give_themselves() -> None:
    entrants = read_entrants(f"{ECHO} a,{ECHO} b,greedy")
    one, two, _ = sources(entrants)
    assert [each.name for each in renamed(entrants, {one: "uno", two: "due"})] == ["uno", "due", "greedy"]
    for names in ({one: "uno", two: "uno"}, {one: "greedy"}, {one: "mestre"}):
        with pytest.raises(InputError, match="name of its own"):
            renamed(entrants, names)


def test_what_tells_one_state_of_a_program_from_another(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("one")
    entrants = read_entrants(f"my=program:sh {script} no-file,greedy")
    (before,) = local_sources(entrants).values()
    assert before["text"] == f"program:sh {script} no-file"
    assert before["files"].keys() == {"sh", str(script)}
    script.write_text("two")
    after = local_sources(entrants)["my"]["files"]
    assert after["sh"] == before["files"]["sh"]
    assert after[str(script)] != before["files"][str(script)]
    assert local_sources(read_entrants("greedy,random")) == {}
