"""What can be typed after `canastra rule`: a decision, one of four, each with what it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import typer

from canastra.cli.language import Language

if TYPE_CHECKING:
    from canastra.records.rulings import Category

Categories = Literal["lateness", "absence", "abandonment", "conduct", "signals", "irregularity", "material", "other"]
"""Those of `canastra.records.rulings.Category`, which `--help` need not load."""


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What the command line was given."""

    file: str
    points: int | None
    annul: bool
    forfeit: bool
    take_back: bool
    ruling: int | None
    """Which ruling of the deal is taken back, from 1."""
    deal: int | None
    """From 1; None for the last one."""
    side: str | None
    reason: str | None
    author: str | None
    time: str | None
    """RFC 3339; None for now."""
    category: Category | None
    as_json: bool
    house: str | None


def rule_command(
    say: Callable[[str], str], language: Language, common: tuple[Any, Any, Any]
) -> tuple[Callable[..., int], dict[str, tuple[Any, Any]]]:
    """What is run, and its options by name with their types; `common` are those for JSON, a house and the language."""

    def rule(**given: Any) -> int:
        from canastra.cli.rule import run_rule
        from canastra.records.rulings import Category

        del given["lang"]
        category = given.pop("category")
        return run_rule(RuleOptions(**given, category=category and Category(category)), language)

    as_json, house, lang = common
    options = _options(say)
    options |= {"as_json": (bool, as_json), "house": (str | None, house), "lang": (Language | None, lang)}
    return rule, options


def _options(say: Callable[[str], str]) -> dict[str, tuple[Any, Any]]:
    words = say("metavar_text")

    def flag(name: str) -> Any:
        return typer.Option(False, f"--{name}", help=say(f"option_rule_{name.replace('-', '_')}"))

    def value(name: str, metavar: str, **limits: Any) -> Any:
        return typer.Option(None, f"--{name}", metavar=metavar, help=say(f"option_rule_{name}"), **limits)

    return {
        "file": (str, typer.Argument(..., metavar=say("metavar_file"), help=say("argument_rule"))),
        "points": (int | None, value("points", "N")),
        "annul": (bool, flag("annul")),
        "forfeit": (bool, flag("forfeit")),
        "take_back": (bool, flag("take-back")),
        "deal": (int | None, value("deal", "N", min=1)),
        "ruling": (int | None, value("ruling", "N", min=1)),
        "side": (str | None, value("side", words)),
        "reason": (str | None, value("reason", words)),
        "author": (str | None, value("author", words)),
        "time": (str | None, value("time", words)),
        "category": (Categories | None, value("category", words)),
    }
