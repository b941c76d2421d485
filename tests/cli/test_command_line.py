"""Forms of the command line: short help, the module, the version, several files, invalid values."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import canastra as package
from tests.cli.running import CONFORMANCE, canastra, process


def test_help_has_a_short_form() -> None:
    assert canastra("-h").out == canastra("--help").out
    assert canastra("replay", "-h").out == canastra("replay", "--help").out


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "canastra", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == process("--version").out


def test_the_version() -> None:
    assert package.__version__ == version("canastra")
    with pytest.raises(AttributeError, match="__author__"):
        _ = package.__author__


def test_several_records() -> None:
    sound, broken, bad = (
        CONFORMANCE / f"{each}.canastra" for each in ("format-base", "buraco-art10-no-canasta", "format-not-a-card")
    )
    ran = canastra("replay", sound, broken, bad, "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line.get("rulebook") or sorted(line) for line in lines] == ["buraco", ["before", "error"], ["error"]]
    assert ran.status == 2
    assert canastra("replay", sound, sound).status == 0


@pytest.mark.parametrize(
    ("arguments", "option", "words"),
    [
        (("play", "--lang", "es"), "--lang", "pt, en"),
        (("serve", "--port", "abc"), "--port", "um número inteiro"),
        (("simulate", "--rulebook", "buraco", "--seed", "abc"), "--seed", "um número inteiro"),
        (("simulate", "--rulebook", "buraco", "--deals", "0"), "--deals", "1 ou mais"),
        (("analyse", "x", "--worlds", "9999"), "--worlds", "2048 ou menos"),
        (("serve", "--drain", "x"), "--drain", "um número"),
    ],
)
def test_a_wrong_value_is_told_what_fits(arguments: tuple[str, ...], option: str, words: str) -> None:
    ran = canastra(*arguments)
    assert ran.status == 2
    assert f"valor inválido para {option}; é preciso: {words} (" in ran.err


def test_who_went_out_holds_no_cards() -> None:
    table = ("--rulebook", "canastra-duelo", "--meld", "3H 3D 3S", "--hand", "2C AD", "--went-out")
    assert "quem bateu" in canastra("score", *table).err


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print()\n" * 1000, "utf-8")
    assert "não é um banco de dados" in canastra("database", "check", tmp_path / "bot.py").err
    assert "é uma pasta" in canastra("database", "check", tmp_path).err
