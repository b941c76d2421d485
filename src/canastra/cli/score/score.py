"""`canastra score`: the points of a table played with real cards, item by item."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from canastra.cards import cards_text
from canastra.cli.command import AsJson, argument, command, option, rulebook_option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_json, write_line
from canastra.cli.records.position import canasta_kind
from canastra.cli.records.replay import component, points_text
from canastra.cli.score.score_input import read_score_input
from canastra.engine import lookup_of
from canastra.engine.scoring import UNPLAYED_CHARGE, component_article
from canastra.errors import CanastraError
from canastra.messages import for_people, number_text, text
from canastra.records import score_json
from canastra.rulebooks import Rulebook, load
from canastra.scoresheet.real_table.settlement import Reading, ScoredSide, settle_table
from canastra.scoresheet.real_table.side import ScoreInput, Side

Item = tuple[str, int | None, str]
"""A component of the points, how many, and the article."""


_CARDS = "metavar_cards"


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreOptions:
    """Options of `canastra score`: a file, or one side of a table with an option for each thing on it."""

    file: Annotated[Path | None, argument("metavar_file", "argument_table")] = None
    rulebook: Annotated[str | None, rulebook_option()] = None
    melds: Annotated[list[str], option("--meld", "--melds", metavar=_CARDS, help="option_meld")] = field(
        default_factory=list
    )
    hands: Annotated[list[str], option("--hand", "--hands", metavar=_CARDS, help="option_hand")] = field(
        default_factory=list
    )
    red_threes: Annotated[str, option(metavar=_CARDS, help="option_reds")] = ""
    unreplaced: Annotated[str, option(metavar=_CARDS, help="option_unreplaced")] = ""
    morto: Annotated[bool, option("--morto/--no-morto", help="option_morto")] = False
    unplayed_morto: Annotated[bool, option("--unplayed-morto", help="option_unplayed")] = False
    went_out: Annotated[bool, option("--went-out", help="option_out_self")] = False
    other_went_out: Annotated[bool, option("--other-went-out", help="option_out_other")] = False
    as_json: AsJson = False


def run_score(options: ScoreOptions, language: Language) -> int:
    """Score a table, write the result and return the exit status.

    Raises `BadParameter` if there is nothing to score.
    """
    typed = _input_of(options)
    if typed is None:
        raise typer.BadParameter(text("score_usage", language))
    as_json, reading = options.as_json, Reading()
    file = str(typed) if isinstance(typed, Path) else ""
    try:
        table = read_score_input(typed) if isinstance(typed, Path) else typed
        rulebook = load(table.rulebook)
        sides = settle_table(table, rulebook, reading)
    except CanastraError as error:
        where = text("score_place", language, number=reading.meld, meld=reading.words) if reading.meld else file
        if reading.meld and len(table.sides) > 1:
            where = f"{_name(table.sides[reading.side - 1], reading.side, language)}, {where}"
        return report(error, language, as_json, file=where)
    if as_json:
        write_json({"rulebook": rulebook.id, "sides": [_as_object(side, rulebook) for side in sides]})
        return EXIT_OK
    write_line(rulebook.names[language])
    for number, side in enumerate(sides, 1):
        _show(side, _name(side.side, number, language) if len(sides) > 1 else side.side.name, rulebook, language)
    return EXIT_OK


COMMAND = command(ScoreOptions, run_score)


def _input_of(options: ScoreOptions) -> ScoreInput | Path | None:
    """The input that the options describe: a file or one side; None if they give both or neither."""
    flags = (options.red_threes, options.unreplaced, options.morto, options.unplayed_morto, options.went_out)
    side = Side("", tuple(options.melds), tuple(options.hands), *flags)
    if options.rulebook is not None and options.file is None:
        return ScoreInput(options.rulebook, (side,), options.other_went_out)
    alone = options.rulebook is None and side == Side() and not options.other_went_out
    return options.file if alone else None


def _name(side: Side, number: int, language: Language) -> str:
    return side.name or text("score_side", language, number=number)


def _items(scored: ScoredSide, rulebook: Rulebook) -> list[Item]:
    """The components that are not 0, the morto always, each with the article it comes from."""
    found: list[Item] = []
    for name, points in scored.score._asdict().items():
        if name == "morto":
            found += _morto_items(scored, rulebook)
        elif points:
            found.append((name, points, component_article(name, rulebook)))
    return found


def _morto_items(scored: ScoredSide, rulebook: Rulebook) -> list[Item]:
    rules, has_morto = rulebook.morto, scored.side.morto or scored.side.unplayed_morto
    name = "taken" if has_morto else "not_taken"
    items: list[Item] = [(f"morto_{name}", getattr(rules, name), rulebook.article(f"morto.{name}"))]
    if scored.charged:
        items.append(("morto_unplayed", -UNPLAYED_CHARGE, rulebook.article("morto.unplayed")))
    return items


def _as_object(scored: ScoredSide, rulebook: Rulebook) -> dict[str, Any]:
    tables = lookup_of(rulebook)
    return {
        "name": scored.side.name,
        "melds": [
            {
                "cards": cards_text(read.meld.cards),
                "rearranged": read.rearranged,
                "canasta": canasta_kind(read.meld, rulebook),
                "points": tables.points(read.meld.cards),
            }
            for read in scored.melds
        ],
        "items": [{"item": name, "points": points, "article": art} for name, points, art in _items(scored, rulebook)],
        "score": score_json(scored.score),
    }


def _show(scored: ScoredSide, name: str, rulebook: Rulebook, language: Language) -> None:
    write_line("")
    table = new_table(name)
    table.add_column(text("score_item", language), overflow="fold")
    table.add_column(text("score_points", language), justify="right")
    table.add_column(text("score_article", language))
    tables = lookup_of(rulebook)
    for read in scored.melds:
        kind = canasta_kind(read.meld, rulebook)
        marks = [text(f"meld_{kind}", language)] if kind else []
        if read.rearranged:
            marks.append(text("score_rearranged", language))
        words = for_people(str(read.meld)) + (f" ({', '.join(marks)})" if marks else "")
        table.add_row(words, number_text(tables.points(read.meld.cards), language), "")
    table.add_section()
    for item, points, article in _items(scored, rulebook):
        table.add_row(component(item, language), points_text(points, language), article)
    table.add_section()
    table.add_row(component("total", language), points_text(scored.score.total, language), "", style="bold")
    print_table(table)
