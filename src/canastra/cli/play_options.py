"""What can be typed after `canastra play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

import typer

from canastra.cli.language import Language
from canastra.messages import text

NextDealers = Literal["next_seat", "loser", "draw"]
"""Those of `canastra.engine.NextDealer`, which `--help` need not load."""
_LOCAL = ("rulebook", "name", "seed", "level", "file", "resume", "undo", "next_dealer", "best_of", "lot")
"""Options of a match in this terminal."""
_NOT_ONLINE = ("seed", "file", "resume")
"""Those that a server's table can't be given."""
_OPENING = ("best_of", "next_dealer", "lot", "undo")
"""Those of a server's table that is opened from here; one that is there has its own."""
_MOST_MATCHES = 99
"""Of an encounter, as in a record."""


def play_command(
    say: Callable[..., str], language: Language, rulebook: Any, lang: Any
) -> tuple[Callable[..., int], dict[str, tuple[Any, Any]]]:
    """What is run, and its options by name with their types; `rulebook` and `lang` are those that commands share."""

    def play(**given: Any) -> int:
        from canastra.cli.play import PlayOptions, run_play, run_play_online
        from canastra.engine import NextDealer

        matches = given["best_of"]
        if matches is not None and (matches % 2 == 0 or not 1 <= matches <= _MOST_MATCHES):
            raise typer.BadParameter(text("play_best_of", language, found=matches, most=_MOST_MATCHES))
        if given["server"] is not None:
            _check_online(given, language)
            return run_play_online(given, str(language))
        local = {name: given[name] for name in _LOCAL}
        local["next_dealer"] = given["next_dealer"] and NextDealer(given["next_dealer"])
        return run_play(PlayOptions(**local, lang=str(language)))

    return play, {"rulebook": (str | None, rulebook), **_options(say), "lang": (Language | None, lang)}


def _check_online(given: Mapping[str, Any], language: Language) -> None:
    """Raises typer.BadParameter if an option doesn't go with ``--server``."""
    ways = [("play_not_online", _NOT_ONLINE), ("play_not_opened", _OPENING if given["table"] else ())]
    for code, names in ways:
        refused = [
            f"--{name.replace('_', '-')}" for name in names if given[name] is not None and given[name] is not False
        ]
        if refused:
            raise typer.BadParameter(text(code, language, options=", ".join(refused)))


def _options(say: Callable[..., str]) -> dict[str, tuple[Any, Any]]:
    file, level, words = say("metavar_file"), say("metavar_level"), say("metavar_text")

    def one(flag: str, kind: Any, metavar: str, code: str = "") -> tuple[Any, Any]:
        code = code or f"option_{flag.replace('-', '_')}"
        return kind | None, typer.Option(None, f"--{flag}", metavar=metavar, help=say(code))

    def switch(flag: str) -> tuple[Any, Any]:
        return bool, typer.Option(False, f"--{flag}", help=say(f"option_{flag}"))

    return {
        "name": one("name", str, say("metavar_name")),
        "seed": one("seed", int, "N"),
        "level": one("level", str, level),
        "file": one("file", Path, file, "option_play_file"),
        "resume": one("resume", Path, file),
        "best_of": one("best-of", int, "N"),
        "next_dealer": one("next-dealer", NextDealers, "|".join(get_args(NextDealers))),
        "lot": switch("lot"),
        "server": one("server", str, "URL"),
        "table": one("table", str, "ID"),
        "invitation": one("invitation", str, words),
        "new": switch("new"),
        "private": switch("private"),
        "bots": one("bots", str, level),
        "watch": switch("watch"),
        "undo": switch("undo"),
    }
