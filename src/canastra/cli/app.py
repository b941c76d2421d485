"""The `canastra` command: its commands by name, each in a module that is loaded when it is asked for.

Everything but Typer is imported only when it is needed, so that help appears at once. The words depend on the
language, so that the app is built after the language is known.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from inspect import Parameter, Signature
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from canastra.cli.command import LANGUAGE, Command, Commands, option, parameter
from canastra.cli.exits import EXIT_INPUT, EXIT_INTERRUPTED, EXIT_OK, output_failed
from canastra.cli.help import command_class, group_class, page_key, usage_message
from canastra.cli.language import Language, language_of
from canastra.messages import text

PROGRAM = "canastra"
COMMANDS = {
    "play": "play",
    "replay": "records.replay",
    "position": "records.position",
    "verify": "records.verify",
    "simulate": "records.simulate",
    "rules": "rules",
    "score": "score.score",
    "sheet": "sheet.sheet",
    "rule": "records.rule",
    "analyse": "records.analyse",
    "tournament": "tournament.tournament",
    "arena": "arena",
    "check-bot": "check_bot",
    "serve": "server.serve",
    "worker": "server.worker",
    "database": "server.database",
    "cluster": "server.cluster",
    "admin": "server.admin",
}
"""Each command's module in `canastra.cli`, which has a `COMMAND`, or `COMMANDS` if it is a group of some."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing that a user does ends in a traceback."""
    language = language_of(arguments, os.environ)
    try:
        result = _root(language).main(list(arguments), PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        return _usage(error, arguments, language)
    except typer.Abort:
        return EXIT_INTERRUPTED
    return result if isinstance(result, int) else EXIT_OK


def _usage(error: typer.TyperException, arguments: Sequence[str], language: Language) -> int:
    from canastra.cli.output import write_error, write_json

    message = usage_message(error, language)
    if "--json" in arguments:
        write_json({"error": {"line": None, "message": message, "code": "usage"}})
    else:
        context: Any = getattr(error, "ctx", None)
        path = context.command_path if context else PROGRAM
        write_error(text("usage_error", language, message=message, command=path))
    return EXIT_INPUT


class _Loaded(Mapping[str, TyperCommand | TyperGroup]):
    """All commands by name. A command's module is loaded when the command is asked for."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        module = import_module(f"canastra.cli.{COMMANDS[name]}")
        if hasattr(module, "COMMAND"):
            return _command(name, module.COMMAND, self._language)
        return _group(name, module.COMMANDS, self._language)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


def _root(language: Language) -> TyperGroup:
    """The root group in one language. Its commands are loaded later."""
    app = typer.Typer(
        name=PROGRAM,
        cls=group_class(language),
        help=text("help_canastra", language),
        epilog=text("examples_canastra", language),
        options_metavar=text("metavar_options", language),
        context_settings={"help_option_names": ["-h", "--help"]},
        subcommand_metavar=text("metavar_command", language),
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_page(LANGUAGE, VERSION))
    root = get_command(app)
    assert isinstance(root, TyperGroup)
    root.commands = cast(MutableMapping[str, Any], _Loaded(language))  # Typer only reads them.
    return root


def _group(name: str, commands: Commands, language: Language) -> TyperGroup:
    group = typer.Typer(
        name=name,
        cls=group_class(language, f"{name}_"),
        subcommand_metavar=text("metavar_command", language),
        rich_markup_mode=None,
        **_words(name, language),
    )
    group.callback(invoke_without_command=True)(_page(LANGUAGE))
    found = get_group(group)
    for name_of_command, command in commands.items():
        found.commands[name_of_command] = _command(name_of_command, command, language, f"{name}_")
    return found


def _command(name: str, command: Command, language: Language, group: str = "") -> TyperCommand:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    words = _words(page_key(name, group), language)
    app.command(name, cls=command_class(language), **words)(_callback(command, language))
    found = get_command(app)
    assert isinstance(found, TyperCommand)
    return found


def _words(key: str, language: Language) -> dict[str, Any]:
    """The words of a command's or a group's page."""
    first = text(f"short_{key}", language)
    return {
        "help": f"{first}\n\n{text(f'help_{key}', language)}",
        "short_help": first,
        "epilog": text(f"examples_{key}", language),
        "options_metavar": text("metavar_options", language),
    }


def _callback(command: Command, language: Language) -> Callable[..., int]:
    """Return the function that Typer calls. It reports failed writes itself: Typer's exit status would be that of a
    broken rule.
    """

    def callback(**given: Any) -> int:
        del given["lang"]
        try:
            return command.run(given, language)
        except OSError as error:
            return output_failed(error)

    return _with_signature(callback, *command.parameters, LANGUAGE)


def _page(*options: Parameter) -> Callable[..., int]:
    """Return the function that Typer calls for a group: without a command it shows the group's help page."""

    def page(ctx: typer.Context, **given: Any) -> int:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())
        return EXIT_OK

    return _with_signature(page, parameter("ctx", typer.Context), *options)


def _with_signature(function: Callable[..., int], *parameters: Parameter) -> Callable[..., int]:
    """A function that takes keywords, with the signature that Typer reads its options from."""
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return function


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"{PROGRAM} {version('canastra')}")
        raise typer.Exit


VERSION = parameter(
    "version", Annotated[bool, option("--version", help="option_version", is_eager=True, callback=_show_version)], False
)
