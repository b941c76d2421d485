"""A program on a seat: the messages that it gets, and the effects of its mistakes."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from unittest import mock

import pytest

from canastra.bots import RandomBot
from canastra.bots.external import ProgramBot, program, read_command
from canastra.bots.external.driver import Driver
from canastra.bots.external.process import LINE_LIMIT
from canastra.bots.fallback import fallback_action
from canastra.cards import parse_cards
from canastra.engine import Action, Piles, State, View, apply, deal_out, settle, start_deal, start_match, view
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL, official
from tests.bots.external.programs import command, looping, page_bot
from tests.drawing import table
from tests.playing import shuffled

PATIENCE = 60_000
"""Milliseconds, more than any answer takes even on a busy machine."""


def piles(rulebook_id: str, seed: int) -> tuple[Piles, int]:
    players = official(rulebook_id).table.players
    return deal_out(shuffled(seed), players, seed % players), seed % players


def first_view(rulebook_id: str = "buraco", seed: int = 3) -> tuple[State, View]:
    dealt, dealer = piles(rulebook_id, seed)
    state = settle(start_deal(official(rulebook_id), dealt, dealer))
    return state, view(state, state.seat)


@contextmanager
def bot(folder: Path, source: str, ms: int = PATIENCE) -> Iterator[ProgramBot]:
    made = ProgramBot(read_command(command(folder, source)), ms)
    try:
        yield made
    finally:
        made.close()


def codes(made: ProgramBot) -> list[str]:
    return [fault.error.code for fault in made.behaviour.faults]


def steps(made: ProgramBot, state: State, number: int) -> list[Action]:
    """The actions of a bot that plays for all seats."""
    played = []
    for _ in range(number):
        action = made.choose(view(state, state.seat))
        played.append(action)
        state = apply(state, action)
    return played


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_views_alone_suffice(rulebook_id: str, tmp_path: Path) -> None:
    state, _ = first_view(rulebook_id)
    with bot(tmp_path, page_bot()) as made:
        assert len(steps(made, state, 30)) == 30
    behaviour = made.behaviour
    assert (behaviour.name, behaviour.asked, behaviour.answered, behaviour.faults) == ("example", 30, 30, [])
    assert (behaviour.out, behaviour.status, behaviour.ended) == (None, 0, True)


def test_an_illegal_answer_is_refused_with_code_and_article_and_asked_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    each = 'answer(n, "take" if seen == 1 else "draw")'
    source = looping(each).replace("m = json.loads(line)", f"m = json.loads(line); open({str(log)!r}, 'a').write(line)")
    _, seen = first_view()
    with bot(tmp_path, source) as made:
        assert str(made.choose(seen)) == "draw"
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert [each["type"] for each in told] == ["hello", "ask", "refused", "ask", "bye"]
    _, first, refused, second, _ = told
    assert (first["n"], refused["n"], second["n"]) == (1, 1, 2)
    assert (first["legal"], first["view"]) == (second["legal"], second["view"])
    assert second["ms"] <= first["ms"] == PATIENCE
    fault = refused["fault"]
    assert (fault["code"], fault["article"]) == ("pile_empty", seen.rulebook.article("pile.purchase"))
    assert fault["en"] == "the discard pile is empty"
    assert codes(made) == ["pile_empty"]


def test_the_first_ask_tells_the_whole_time_also_where_the_process_was_held_up(tmp_path: Path) -> None:
    held_up = count(step=0.1)
    late = mock.Mock(monotonic=lambda: time.monotonic() + next(held_up))
    _, seen = first_view()
    with (
        mock.patch.object(program, "time", late),
        bot(tmp_path, looping(f'answer(n, "draw" if m["ms"] == {PATIENCE} else "dance")')) as made,
    ):
        for _ in range(5):
            assert str(made.choose(seen)) == "draw"
    assert made.behaviour.faults == []


@pytest.mark.parametrize(
    ("each", "code"),
    [
        ('answer(n, "discard AS")', "draw_first"),
        ('answer(n, "dance")', "action_unknown"),
        ('answer(n, "discard 10S")', "action_malformed"),
        ('answer(n, "discard ??")', "program_unknown_card"),
        ('answer(n + 5, "draw")', "program_number"),
        ('answer(0, "draw")', "program_number"),
        ('answer(n, ["draw"])', "program_keys"),
        ('answer(True, "draw")', "program_keys"),
        ('say(type="act", n=n)', "program_keys"),
        ('say(type="act", n=n, action="draw", because="why not")', "program_keys"),
        ('say(type="play", n=n, action="draw")', "program_type"),
        ('say(type=["act"], n=n, action="draw")', "program_type"),
        ("print([], flush=True)", "program_type"),
        ('print("draw", flush=True)', "program_not_json"),
        ("print(flush=True)", "program_not_json"),
        ('print("[" * 9999, flush=True)', "program_not_json"),
        ('os.write(1, b"\\xff\\n")', "program_not_json"),
        (f'print("x" * {LINE_LIMIT + 1}, flush=True)', "program_line_long"),
        ('print("x" * 3_000_000, flush=True)', "program_line_long"),
        ('answer(n, "\\ud800")', "action_unknown"),
    ],
)
def test_the_second_bad_answer_is_played_for(each: str, code: str, tmp_path: Path) -> None:
    _, seen = first_view()
    with bot(tmp_path, looping(each)) as made:
        assert made.choose(seen) == fallback_action(seen)
        assert codes(made) == [code, code]
        assert made.behaviour.out is None
    assert made.behaviour.asked == 2


def test_a_lay_of_several_cards_is_legal_but_no_step(tmp_path: Path) -> None:
    seen = view(table("buraco", "4H 5H 6H 7H KD", pile="9C", stock=parse_cards("3S 5D")).play("draw 3S").state, 0)
    with bot(tmp_path, looping('answer(n, "meld 4H 5H 6H 7H" if seen == 1 else "meld 4H 5H 6H")')) as made:
        assert str(made.choose(seen)) == "meld 4H 5H 6H"
        assert codes(made) == ["program_not_a_step"]


def test_a_late_answer_is_played_for_and_ignored_when_it_comes(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    wait = f"while n == 1 and not os.path.exists({str(flag)!r}): time.sleep(0.01)"
    source = looping(f"{wait}\n        answer(n, legal[-1])")
    state, seen = first_view()
    with bot(tmp_path, source, ms=300) as made:
        assert made.choose(seen) == fallback_action(seen)
        assert codes(made) == ["program_late"]
        flag.touch()
        made.ms = PATIENCE
        state = apply(state, fallback_action(seen))
        after = view(state, state.seat)
        assert made.choose(after) == after.legal[-1]
    assert (made.behaviour.ignored, made.behaviour.answered, codes(made)) == (1, 1, ["program_late"])


def test_a_late_answer_that_is_repeated_was_not_asked_for(tmp_path: Path) -> None:
    source = looping("answer(n, legal[0]); answer(n, legal[0])")
    state, _ = first_view()
    with bot(tmp_path, source) as made:
        steps(made, state, 3)
    assert set(codes(made)) <= {"program_unasked", "program_number"}
    assert codes(made)


def test_with_ten_faults_it_is_out_and_the_stand_in_plays_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _, seen = first_view()
    with bot(tmp_path, looping('answer(n, "dance")')) as made, caplog.at_level(logging.WARNING, "canastra.program"):
        for _ in range(8):
            assert made.choose(seen) == fallback_action(seen)
    assert len(codes(made)) == program.MOST_FAULTS
    assert made.behaviour.out is not None
    assert (made.behaviour.out.code, made.behaviour.status) == ("program_faults", -9)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_one_that_crashes_is_out_and_its_last_words_are_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    source = looping('print("chosen:", legal[0], file=sys.stderr)\n        1 / 0')
    _, seen = first_view()
    with caplog.at_level(logging.INFO, "canastra.program"), bot(tmp_path, source) as made:
        assert made.choose(seen) == made.choose(seen) == fallback_action(seen)
    behaviour = made.behaviour
    assert behaviour.out is not None
    assert (behaviour.out.code, behaviour.status, behaviour.asked) == ("program_ended", 1, 1)
    assert behaviour.errors[0] == "chosen: draw"
    assert behaviour.errors[-1].startswith("ZeroDivisionError")
    assert "chosen: draw" in caplog.messages


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("", "program_ended_early"),
        ("import sys; sys.stdin.readline(); sys.exit('no')", "program_ended_early"),
        ("import sys; print('Hello!', flush=True); sys.stdin.read()", "program_not_ready"),
        ("import sys; print('Hello!', end='')", "program_not_ready"),
        ("while True: print('x' * 80)", "program_not_ready"),
        ("while True: print('x' * 80, end='')", "program_not_ready"),
        ("""print('{"type": "ready", "v": 2}', flush=True)""", "program_version"),
        ("""print('{"type": "ready", "v": 1, "name": 7}', flush=True)""", "program_not_ready"),
        ("""print('{"type": "ready"}', flush=True)""", "program_not_ready"),
    ],
)
def test_a_bad_beginning(source: str, code: str, tmp_path: Path) -> None:
    _, seen = first_view()
    with bot(tmp_path, source) as made:
        assert made.choose(seen) == fallback_action(seen)
    assert made.behaviour.out is not None
    assert (made.behaviour.out.code, made.behaviour.asked) == (code, 0)


def test_one_that_says_nothing(tmp_path: Path) -> None:
    _, seen = first_view()
    with mock.patch.object(program, "START_MS", 200), bot(tmp_path, "import sys; sys.stdin.read()") as made:
        made.choose(seen)
    assert made.behaviour.out is not None
    assert made.behaviour.out.code == "program_silent"


def test_one_that_writes_without_reading_or_reads_without_writing_blocks_nobody(tmp_path: Path) -> None:
    ready = """print('{"type": "ready", "v": 1}', flush=True)"""
    flood = f"{ready}\nimport sys\nwhile True: print('x' * 500); print('y' * 500, file=sys.stderr)"
    deaf = f"{ready}\nimport time\ntime.sleep(1000)"
    _, seen = first_view()
    for source, ms in ((flood, PATIENCE), (deaf, 5)):
        with bot(tmp_path, source, ms) as made:
            for _ in range(40):
                assert made.choose(seen) == fallback_action(seen)
        assert made.behaviour.out is not None
        assert made.behaviour.out.code == "program_faults"


def children(pid_file: Path) -> list[int]:
    return [int(word) for word in pid_file.read_text().split()]


def is_running(pid: int) -> bool:
    """A zombie, whose parent hasn't looked yet, has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("end", ["bye", "forgotten"])
def test_what_it_started_ends_with_it(end: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    head = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
    )
    _, seen = first_view()
    made = ProgramBot(read_command(command(tmp_path, head + looping("answer(n, legal[0])"))), PATIENCE)
    made.choose(seen)
    assert all(map(is_running, children(pids)))
    if end == "bye":
        made.close()
    del made
    limit = time.monotonic() + 30
    while any(map(is_running, children(pids))) and time.monotonic() < limit:
        time.sleep(0.02)
    assert not any(map(is_running, children(pids)))


def test_one_that_stays_after_the_bye_is_killed(tmp_path: Path) -> None:
    _, seen = first_view()
    with (
        mock.patch("canastra.bots.external.process.GRACE", 0.2),
        bot(tmp_path, looping("answer(n, legal[0])", bye="time.sleep(1000)")) as made,
    ):
        made.choose(seen)
    assert (made.behaviour.ended, made.behaviour.status, made.behaviour.sound) == (False, -9, False)


def test_a_command_that_is_gone_is_an_error(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/nowhere/at/all\n")
    script.chmod(0o755)
    with pytest.raises(InputError, match="can't be started"):
        ProgramBot(read_command(str(script))).choose(first_view()[1])


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_partners_and_opponents_are_processes_of_their_own(rulebook_id: str, tmp_path: Path) -> None:
    """One program on all seats but one: no two of them are one process, and none is ever wrong."""
    pids = tmp_path / "pids"
    source = page_bot().replace(
        "for line in sys.stdin:",
        f"import os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')\nfor line in sys.stdin:",
    )
    dealt, dealer = piles(rulebook_id, 4)
    rulebook = official(rulebook_id)
    words = read_command(command(tmp_path, source))
    programs = [ProgramBot(words, PATIENCE) for _ in range(rulebook.table.players - 1)]
    try:
        Driver(start_match(rulebook, dealer), [RandomBot(1), *programs]).play_deal(dealt)
    finally:
        for each in programs:
            each.close()
    assert all(each.behaviour.sound and each.behaviour.answered for each in programs)
    assert len(set(children(pids))) == len(programs)
    assert os.getpid() not in children(pids)
