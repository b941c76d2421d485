"""Narrow terminals: rules keep all their words, messages break between words."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from canastra.messages import LANGUAGES
from canastra.rulebooks import OFFICIAL, describe, official, parameters
from tests.cli.running import canastra, environment
from tests.samples import diagonal

WIDTHS = (40, 46, 50, 70, 80)
SETS = [some for number in range(1, 6) for some in combinations(OFFICIAL, number)]


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w-]{3,}", text))


@pytest.mark.parametrize(("width", "lang"), diagonal(3, WIDTHS, LANGUAGES))
def test_rules_keep_every_word(width: int, lang: str) -> None:
    for some in SETS:
        ran = canastra("rules", *some, "--lang", lang, COLUMNS=str(width))
        assert max(map(len, ran.out.splitlines())) <= width, some
        assert "…" not in ran.out.replace("… K", ""), some
        rows = zip(*(parameters(official(each)) for each in some), strict=True)
        shown = [row for row in rows if len(some) == 1 or len({value for _, value, _ in row}) > 1]
        needed = {word for row in shown for key, value, _ in row for word in words(describe(key, value, lang))}
        assert needed <= words(ran.out), (some, needed - words(ran.out))


def test_the_list_of_rulebooks_is_readable() -> None:
    ran = canastra("rules", COLUMNS="40")
    assert max(map(len, ran.out.splitlines())) <= 40
    assert set(OFFICIAL) <= set(ran.out.split())


def at_terminal(width: int, *arguments: str | Path) -> str:
    """Return the output of a command at a terminal of a width, both streams."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "canastra", *map(str, arguments)]
    variables = environment(COLUMNS=str(width), TERM="dumb", NO_COLOR="1")
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=variables) as running:
        os.close(slave)
        parts = []
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # Linux says so at the end
                break
            if not part:
                break
            parts.append(part)
        running.wait()
    os.close(master)
    return b"".join(parts).decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("width", [40, 80])
def test_messages_break_between_words(width: int, tmp_path: Path) -> None:
    plain = canastra("rules", "duelo").err
    shown = at_terminal(width, "rules", "duelo")
    assert shown.count("\n") > 1
    assert max(map(len, shown.splitlines())) <= width
    assert shown.split() == plain.split()


def test_a_position_breaks_between_cards(tmp_path: Path) -> None:
    path = tmp_path / "m.canastra"
    canastra("simulate", "--rulebook", "buraco", "--deals", "1", "--seed", "3", "--out", path)
    shown = at_terminal(40, "position", path, "--turn", "20")
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.split() == canastra("position", path, "--turn", "20").out.split()
