"""Declares commands: each option is a field of a dataclass, beside the function that runs with them.

The help and the metavar of an option are keys of `canastra.messages`; `canastra.cli.help` puts them into the language
of the command line. An option with an environment variable names it after its help.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from canastra.cli.language import Language

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class Command:
    """The parameters of a command and its function, which returns the exit status."""

    parameters: tuple[Parameter, ...]
    run: Callable[[dict[str, Any], Language], int]


def command(options: type[Options], run: Callable[[Options, Language], int]) -> Command:
    """The command whose options are the fields of a dataclass, in their order."""
    hints = get_type_hints(options, include_extras=True)
    parameters = []
    for field in fields(options):  # type: ignore[arg-type]
        default = Parameter.empty if field.default is MISSING else field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        parameters.append(parameter(field.name, hints[field.name], default))
    return Command(tuple(parameters), lambda given, language: run(options(**given), language))


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """An option or argument as Typer reads it."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def option(*flags: str, help: str, **more: Any) -> Any:
    """An option; without flags, its flag is made of its name."""
    return typer.Option(*flags, help=help, show_default=False, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """An argument, which has no flag."""
    return typer.Argument(metavar=metavar, help=help, **more)


def complete_rulebook(incomplete: str) -> list[str]:
    """The ids of the package's rulebooks that begin with the typed text."""
    from canastra.rulebooks import OFFICIAL, POPULAR

    return [name for name in (*OFFICIAL, *POPULAR) if name.startswith(incomplete)]


def rulebook_option(help: str = "option_rulebook") -> Any:
    """An option that takes an official id or a file, completed with the ids."""
    return option("--rulebook", metavar="metavar_rulebook", help=help, autocompletion=complete_rulebook)


AsJson = Annotated[bool, option("--json", help="option_json")]
"""The answer as JSON."""
House = Annotated[str | None, option("--rulebook", metavar="metavar_file", help="option_house")]
"""The file of the house rulebook under which a record was played."""
RecordFile = Annotated[str, argument("metavar_file", "argument_record")]
LANGUAGE = parameter("lang", Annotated[Language | None, option("--lang", metavar="pt|en", help="option_lang")], None)
"""Shared by all commands; its value is read before all others, see `canastra.cli.language`."""


Commands = Mapping[str, Command]
"""The commands of a group, by name."""
