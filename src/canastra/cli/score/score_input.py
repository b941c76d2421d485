"""The input of `canastra score`: a real table, on the command line or in a small TOML file for both sides.

::

    rulebook = "tranca"            # an id, or the file of a house's rulebook
    [[sides]]                      # one or two
    name = "Nós"
    melds = ["4H 5H 6H 7H 8H 9H TH", "KS KD KC"]
    hands = ["9S"]                 # one text per player with cards left
    red_threes = "3H 3D"           # the exposed ones
    unreplaced = "3H"              # kept in hands because the stock ran out (tranca Art. 8)
    morto = true                   # taken
    unplayed_morto = false         # taken by discarding; the others went out before its first play
    went_out = true
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from canastra.errors import InputError, RecordError, TomlError
from canastra.scoresheet.real_table.side import ScoreInput, Side
from canastra.toml import read_toml

LARGEST: Final = 64 * 1024
"""Bytes of the largest file that is read."""
_SIDE_KEYS: Final = {"name", "melds", "hands", "red_threes", "unreplaced", "morto", "unplayed_morto", "went_out"}


def read_score_input(path: Path) -> ScoreInput:
    """Read the TOML file; an `InputError` says what is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        raise InputError("file_unreadable", file=str(path), reason=reason) from error
    if len(data) > LARGEST:
        raise InputError("score_file_too_large", file=str(path), limit=LARGEST)
    try:
        table = read_toml(data.decode("utf-8"))
    except TomlError as error:
        raise InputError("score_not_toml", file=str(path), place=error.line, **error.cause) from error
    except UnicodeDecodeError as error:
        raise RecordError("not_utf8", data[: error.start].count(b"\n") + 1) from error
    except RecursionError as error:
        raise RecordError("nested_too_deeply") from error
    return _input(table, path)


def _input(table: dict[str, Any], path: Path) -> ScoreInput:
    _only(table, {"rulebook", "sides"})
    rulebook = _typed(table, "rulebook", str)
    sides = _typed(table, "sides", list)
    if len(sides) not in (1, 2) or not all(isinstance(side, dict) for side in sides):
        raise InputError("score_sides")
    beside = path.parent / rulebook
    return ScoreInput(str(beside) if beside.is_file() else rulebook, tuple(_side(side) for side in sides))


def _side(table: dict[str, Any]) -> Side:
    _only(table, _SIDE_KEYS)
    texts: dict[str, str] = {
        key: _typed(table, key, str) for key in ("name", "red_threes", "unreplaced") if key in table
    }
    flags: dict[str, bool] = {
        key: _typed(table, key, bool) for key in ("morto", "unplayed_morto", "went_out") if key in table
    }
    lists: dict[str, tuple[str, ...]] = {}
    for key in ("melds", "hands"):
        values = _typed(table, key, list) if key in table else []
        if not all(isinstance(value, str) for value in values):
            raise InputError("expected_texts", key=key)
        lists[key] = tuple(values)
    return Side(**texts, **flags, **lists)  # type: ignore[arg-type]


def _only(table: dict[str, Any], allowed: set[str]) -> None:
    for key in table:
        if key not in allowed:
            raise InputError("key_unknown", key=key[:60], allowed=", ".join(sorted(allowed)))


def _typed(table: dict[str, Any], key: str, kind: type) -> Any:
    if key not in table:
        raise InputError("key_missing", key=key)
    value = table[key]
    if type(value) is not kind:
        expected = {str: "expected_text", bool: "score_expected_flag", list: "expected_list"}[kind]
        raise InputError(expected, key=key)
    return value
