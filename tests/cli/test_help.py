"""Help, usage errors, languages, versions and completion."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest

from canastra.messages import catalogue
from canastra.rulebooks import OFFICIAL, POPULAR
from tests.cli.running import Ran, canastra, process

COMMANDS = (
    "play",
    "replay",
    "position",
    "verify",
    "simulate",
    "rules",
    "score",
    "sheet",
    "rule",
    "analyse",
    "tournament",
    "arena",
    "check-bot",
    "serve",
    "worker",
    "database",
    "cluster",
    "admin",
)
TYPERS_WORDS = re.compile(
    r"Usage|Options|Arguments|Commands|Show this|required\]|[<>]=|\[default|Examples|Invalid|Missing"
)


def squeezed(words: str) -> str:
    return " ".join(words.split())


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command(command: str, language: str) -> None:
    words = catalogue(language)
    ran = canastra(command, "--help", "--lang", language)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{words['help_usage']} canastra {command} ")
    assert words["help_examples"] in ran.out
    assert squeezed(words[f"help_{command}"]) in squeezed(ran.out)
    for line in words[f"examples_{command}"].splitlines():
        assert line in ran.out
    assert "--lang" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    if language == "pt":
        assert not TYPERS_WORDS.search(ran.out)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_help_of_the_whole(language: str) -> None:
    ran = canastra("--help", "--lang", language)
    assert ran.status == 0
    for command in COMMANDS:
        assert f"  {command} " in ran.out
        assert catalogue(language)[f"short_{command}"] in ran.out
    assert canastra("--lang", language) == ran


def test_version() -> None:
    assert canastra("--version").out == f"canastra {version('canastra')}\n"


@pytest.mark.parametrize(
    ("arguments", "variables", "language"),
    [
        ([], {}, "pt"),
        ([], {"LANG": "de_DE.UTF-8"}, "pt"),
        ([], {"LANG": "C"}, "pt"),
        ([], {"LANG": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8", "LC_ALL": "pt_BR.UTF-8"}, "pt"),
        ([], {"LC_ALL": "pt_BR.UTF-8", "CANASTRA_LANG": "en"}, "en"),
        (["--lang", "pt"], {"CANASTRA_LANG": "en"}, "pt"),
        (["--lang=en"], {}, "en"),
    ],
)
@pytest.mark.parametrize("before", [True, False])
def test_language(arguments: list[str], variables: Any, language: str, before: bool) -> None:
    line = [*arguments, "rules"] if before else ["rules", *arguments]
    ran = canastra(*line, **variables)
    assert catalogue(language)["rules_about"] in ran.out


def refused(ran: Ran, *words: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert "--help" in ran.err
    for word in words:
        assert word in ran.err
    assert "Traceback" not in ran.err


def test_usage_errors() -> None:
    refused(canastra("repla"), "repla", "talvez replay")
    refused(canastra("replay"), "falta ARQUIVO", "canastra replay --help")
    refused(canastra("replay", "--lang", "en"), "FILE is missing")
    refused(canastra("replay", "x", "--jsn"), "--jsn", "talvez --json")
    refused(canastra("position", "x", "y"), "argumentos demais: y")
    refused(canastra("--lang", "fr", "rules"), "--lang")
    refused(canastra("simulate", "--rulebook", "buraco", "--deals", "0", "--out", "x"), "--deals")
    refused(canastra("simulate", "--rulebook", "buraco", "--deals", "ten", "--out", "x"), "--deals")
    refused(canastra("simulate", "--rulebook"), "--rulebook")
    refused(canastra("score"), "canastra score --help")


def test_a_usage_error_as_json() -> None:
    ran = canastra("replay", "--json")
    assert ran.status == 2
    assert ran.json["error"]["line"] is None


def completed(words: str, run: Callable[..., Ran] = canastra) -> list[str]:
    ran = run(
        _CANASTRA_COMPLETE="complete_bash",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split(" ")) - 1),
    )
    return ran.out.split()


def test_completion() -> None:
    assert completed("canastra ", process) == completed("canastra ") == list(COMMANDS)
    assert completed("canastra re") == ["replay"]
    assert completed("canastra rules canastra-d") == ["canastra-duelo"]
    assert completed("canastra simulate --rulebook ") == [*OFFICIAL, *POPULAR]
    assert completed("canastra replay --j") == ["--json"]
    assert completed("canastra replay --lang ") == ["pt", "en"]
