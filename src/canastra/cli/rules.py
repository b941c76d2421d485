"""`canastra rules`: the rulebooks, each rule with its value and its article."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from canastra.cli.command import AsJson, argument, command, complete_rulebook
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import NARROWEST, console, new_table, print_table, wrapped, write_json, write_line
from canastra.errors import InputError
from canastra.messages import text
from canastra.rulebooks import (
    OFFICIAL,
    POPULAR,
    Clause,
    Rulebook,
    describe,
    load,
    parameter_name,
    parameters,
    reason,
    shipped,
    title_of,
)
from canastra.rulebooks.schema import CONSTANTS
from canastra.rulebooks.values import Value, kinds

DECISION = "*"
"""Marks a parameter that a rulebook leaves open and docs/rules.md decided."""
BESIDE_WIDTH = 24
"""Columns that a rulebook needs in a comparison side by side."""
THREE_COLUMNS = 72
"""Columns from which a rule, its value and its article stand beside each other."""
RULE_WIDTH = 26


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesOptions:
    """Options of `canastra rules`."""

    rulebooks: Annotated[list[str], argument("metavar_rulebooks", "argument_ids", autocompletion=complete_rulebook)] = (
        field(default_factory=list)
    )
    as_json: AsJson = False


def run_rules(options: RulesOptions, language: Language) -> int:
    """Show the list, one rulebook, or several beside each other; return the exit status."""
    try:
        rulebooks = [load(name) for name in dict.fromkeys(options.rulebooks)]
    except InputError as error:
        return report(error, language, options.as_json)
    if options.as_json:
        shown = rulebooks or [shipped(name) for name in (*OFFICIAL, *POPULAR)]
        write_json({"rulebooks": [_as_object(rulebook, language, whole=bool(rulebooks)) for rulebook in shown]})
    elif not rulebooks:
        _list(language)
    elif len(rulebooks) == 1:
        _show(rulebooks[0], language)
    else:
        _compare(rulebooks, language)
    return EXIT_OK


COMMAND = command(RulesOptions, run_rules)


def _as_object(rulebook: Rulebook, language: Language, *, whole: bool) -> dict[str, Any]:
    head: dict[str, Any] = {
        "id": rulebook.id,
        "name": rulebook.names[language],
        "revision": rulebook.revision,
        "extends": rulebook.extends,
        "sha256": rulebook.sha256,
    }
    if whole:
        head["parameters"] = {
            key: {"value": kinds()[key].spell(value), "article": clause.article, "decision": clause.decision}
            for key, value, clause in parameters(rulebook)
        }
        head["clauses"] = {name: rulebook.article(f"clauses.{name}") for name in CONSTANTS}
        head["decisions"] = [
            {
                "name": decision.name,
                "about": decision.about,
                "article": decision.article,
                "reason": reason(decision, language),
            }
            for decision in rulebook.decisions
        ]
    return head


def _list(language: Language) -> None:
    abouts = [(name, text(f"about_{name.replace('-', '_')}", language)) for name in (*OFFICIAL, *POPULAR)]
    if console().width < THREE_COLUMNS:
        for name, about in abouts:
            _lines(name, [about])
        return
    table = new_table()
    table.add_column(text("rules_id", language), no_wrap=True)
    table.add_column(text("rules_about", language))
    for name, about in abouts:
        table.add_row(name, about)
    print_table(table)


def _show(rulebook: Rulebook, language: Language) -> None:
    _paragraph(_title(rulebook, language))
    if console().width < THREE_COLUMNS:
        _show_lines(rulebook, language)
        return
    table = new_table()
    for heading in ("rules_rule", "rules_value", "rules_article"):
        table.add_column(text(heading, language))
    for key, value, clause in parameters(rulebook):
        table.add_row(title_of(rulebook, key, language), describe(key, value, language), _cited(clause))
    table.add_section()
    for name in CONSTANTS:
        table.add_row(parameter_name(f"clauses.{name}", language), "", _cited(rulebook.clauses[f"clauses.{name}"]))
    print_table(table)
    _show_decisions(rulebook, language)


def _show_lines(rulebook: Rulebook, language: Language) -> None:
    write_line("")
    for key, value, clause in parameters(rulebook):
        _lines(title_of(rulebook, key, language), [f"{describe(key, value, language)} ({_cited(clause)})"])
    for name in CONSTANTS:
        _lines(parameter_name(f"clauses.{name}", language), [_cited(rulebook.clauses[f"clauses.{name}"])])
    _paragraph(text("rules_decisions", language))
    write_line("")
    for decision in rulebook.decisions:
        _lines(decision.article, [reason(decision, language)])


def _show_decisions(rulebook: Rulebook, language: Language) -> None:
    write_line("")
    _paragraph(text("rules_decisions", language))
    table = new_table()
    for heading in ("rules_article", "rules_reason"):
        table.add_column(text(heading, language))
    for decision in rulebook.decisions:
        table.add_row(decision.article, reason(decision, language))
    print_table(table)


def _title(rulebook: Rulebook, language: Language) -> str:
    name = f"{rulebook.names[language]} ({rulebook.id})"
    return text("rules_extends", language, name=name, base=rulebook.extends) if rulebook.extends else name


def _cited(clause: Clause) -> str:
    return clause.article + (f" {DECISION}" if clause.decision else "")


def _compare(rulebooks: list[Rulebook], language: Language) -> None:
    rows: list[tuple[str, list[str]]] = []
    same = 0
    for found in zip(*(parameters(rulebook) for rulebook in rulebooks), strict=True):
        if len({value for _, value, _ in found}) == 1:
            same += 1
        else:
            key = found[0][0]
            rows.append(
                (parameter_name(key, language), [_cell(key, value, clause, language) for _, value, clause in found])
            )
    wide = console().width >= RULE_WIDTH + BESIDE_WIDTH * len(rulebooks)
    if not wide:
        write_line("")
    (_beside if wide else _below)(rulebooks, rows, language)
    _paragraph(text("rules_same", language, same=same))
    _paragraph(text("rules_decision", language))


def _cell(key: str, value: Value, clause: Clause, language: Language) -> str:
    own = f"“{clause.called}”, " if clause.called else ""
    return f"{describe(key, value, language)} ({own}{_cited(clause)})"


def _beside(rulebooks: list[Rulebook], rows: list[tuple[str, list[str]]], language: Language) -> None:
    table = new_table()
    table.show_lines = True
    table.add_column(text("rules_rule", language), max_width=RULE_WIDTH)
    for rulebook in rulebooks:
        table.add_column(rulebook.id)
    for name, cells in rows:
        table.add_row(name, *cells)
    print_table(table)


def _below(rulebooks: list[Rulebook], rows: list[tuple[str, list[str]]], language: Language) -> None:
    """Show one rulebook below the other, for narrow screens."""
    for name, cells in rows:
        _lines(name, [f"{rulebook.id}: {cell}" for rulebook, cell in zip(rulebooks, cells, strict=True)])


def _lines(heading: str, lines: list[str]) -> None:
    """Write a heading, its lines and a blank line."""
    for line in (heading, *(f"  {line}" for line in lines)):
        _paragraph(line)
    write_line("")


def _paragraph(words: str) -> None:
    """Write a paragraph wrapped at the width of the tables."""
    for line in wrapped(words, max(NARROWEST, console().width)):
        write_line(line)
