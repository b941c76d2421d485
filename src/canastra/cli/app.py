"""The `canastra` command: what can be typed. What each command does is in the module of its name.

Everything but Typer is imported only when it is needed, so that help appears at once. The words depend on the
language, so that the app is built after the language is known.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import typer

from canastra.cli import INTERRUPTED, output_failed
from canastra.cli.help import command_class, group_class, usage_message
from canastra.cli.language import Language, language_of
from canastra.messages import text

PROGRAM = "canastra"
USAGE = 2
"""Exit status of a command line that can't be understood."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing that a user does ends in a traceback."""
    language = language_of(arguments, os.environ)
    try:
        result = _Builder(language).app(args=list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        return _usage(error, arguments, language)
    except typer.Abort:
        return INTERRUPTED
    return result if isinstance(result, int) else 0


def _usage(error: typer.TyperException, arguments: Sequence[str], language: Language) -> int:
    from canastra.cli.output import write_error, write_json

    message = usage_message(error, language)
    if "--json" in arguments:
        write_json({"error": {"line": None, "message": message, "code": "usage"}})
    else:
        context: Any = getattr(error, "ctx", None)
        path = context.command_path if context else PROGRAM
        write_error(text("usage_error", language, message=message, command=path))
    return USAGE


class _Builder:
    """The app in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.app = typer.Typer(
            name=PROGRAM,
            cls=group_class(language),
            help=self.say("help_canastra"),
            epilog=self.say("examples_canastra"),
            options_metavar=self.say("metavar_options"),
            subcommand_metavar=self.say("metavar_command"),
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )
        self.lang = typer.Option(None, "--lang", help=self.say("option_lang"), metavar="pt|en")
        self.json = typer.Option(False, "--json", help=self.say("option_json"))
        self._callback()
        for add in (self._play, self._replay, self._position, self._verify, self._simulate, self._rules, self._score):
            add()

    def say(self, code: str) -> str:
        """Words of the catalogue."""
        return text(code, self.language)

    def command(self, name: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
        """Register a function as a command."""
        page, first = self.say(f"help_{name}"), self.say(f"short_{name}")
        register = self.app.command(
            name,
            cls=command_class(self.language),
            help=f"{first}\n\n{page}",
            short_help=first,
            epilog=self.say(f"examples_{name}"),
            options_metavar=self.say("metavar_options"),
        )
        return lambda function: register(_guarded(function))

    def rulebook(self, default: Any, flag: str = "--rulebook", words: str = "option_rulebook") -> Any:
        """An option that takes an official id or a file, completed with the ids."""
        metavar = self.say("metavar_rulebook")
        return typer.Option(
            default, flag, help=self.say(words), metavar=metavar, show_default=False, autocompletion=_ids
        )

    def _callback(self) -> None:
        lang = self.lang
        version = typer.Option(
            False, "--version", help=self.say("option_version"), is_eager=True, callback=_show_version
        )

        @self.app.callback(invoke_without_command=True)
        def canastra(ctx: typer.Context, lang: Language | None = lang, version: bool = version) -> int:
            if ctx.invoked_subcommand is None:
                typer.echo(ctx.get_help())
            return 0

    def _replay(self) -> None:
        record, house, as_json, lang = self._record(), self._house(), self.json, self.lang

        @self.command("replay")
        def replay(
            file: str = record,
            as_json: bool = as_json,
            rulebook: str | None = house,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.replay import run_replay

            return run_replay(file, rulebook, as_json, self.language)

    def _position(self) -> None:
        record, house, as_json, lang = self._record(), self._house(), self.json, self.lang

        @self.command("position")
        def position(
            file: str = record,
            as_json: bool = as_json,
            rulebook: str | None = house,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.position import run_position

            return run_position(file, rulebook, as_json, self.language)

    def _verify(self) -> None:
        record, house, as_json, lang = self._record(), self._house(), self.json, self.lang

        @self.command("verify")
        def verify(
            file: str = record,
            as_json: bool = as_json,
            rulebook: str | None = house,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.verify import run_verify

            return run_verify(file, rulebook, as_json, self.language)

    def _record(self) -> Any:
        return typer.Argument(..., metavar=self.say("metavar_file"), help=self.say("argument_record"))

    def _house(self) -> Any:
        return typer.Option(None, "--rulebook", metavar=self.say("metavar_file"), help=self.say("option_house"))

    def _simulate(self) -> None:
        rulebook, lang = self.rulebook(...), self.lang
        deals = typer.Option(..., "--deals", min=1, metavar="N", help=self.say("option_deals"))
        seed = typer.Option(None, "--seed", metavar="N", help=self.say("option_seed"))
        out = typer.Option(..., "--out", metavar=self.say("metavar_file"), help=self.say("option_out"))
        force = typer.Option(False, "--force", help=self.say("option_force"))

        @self.command("simulate")
        def simulate(
            rulebook: str = rulebook,
            deals: int = deals,
            out: Path = out,
            seed: int | None = seed,
            force: bool = force,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.simulate import Simulation, run_simulate

            return run_simulate(Simulation(rulebook, deals, seed, out, force), self.language)

    def _rules(self) -> None:
        ids = typer.Argument(
            None, metavar=self.say("metavar_rulebooks"), help=self.say("argument_ids"), autocompletion=_ids
        )
        as_json, lang = self.json, self.lang

        @self.command("rules")
        def rules(rulebooks: list[str] | None = ids, as_json: bool = as_json, lang: Language | None = lang) -> int:
            from canastra.cli.rules import run_rules

            return run_rules(rulebooks or [], as_json, self.language)

    def _score(self) -> None:
        """The longest list of options: one for each thing that lies on a real table."""
        cards, say = self.say("metavar_cards"), self.say
        options: dict[str, tuple[Any, Any]] = {
            "ctx": (typer.Context, Parameter.empty),
            "file": (Path | None, typer.Argument(None, metavar=say("metavar_file"), help=say("argument_table"))),
            "rulebook": (str | None, self.rulebook(None)),
            "melds": (list[str], typer.Option([], "--meld", "--melds", metavar=cards, help=say("option_meld"))),
            "hands": (list[str], typer.Option([], "--hand", "--hands", metavar=cards, help=say("option_hand"))),
            "red_threes": (str, typer.Option("", metavar=cards, help=say("option_reds"), show_default=False)),
            "morto": (bool, typer.Option(False, "--morto/--no-morto", help=say("option_morto"), show_default=False)),
            "unplayed_morto": (bool, typer.Option(False, "--unplayed-morto", help=say("option_unplayed"))),
            "went_out": (bool, typer.Option(False, "--went-out", help=say("option_out_self"))),
            "other_went_out": (bool, typer.Option(False, "--other-went-out", help=say("option_out_other"))),
            "as_json": (bool, self.json),
            "lang": (Language | None, self.lang),
        }

        def score(ctx: typer.Context, **given: Any) -> int:
            from canastra.cli.score import run_score, told_by

            told = told_by(given)
            if told is None:
                raise typer.BadParameter(say("score_usage"), ctx=ctx)
            return run_score(told, given["as_json"], self.language)

        self.command("score")(_with_parameters(score, options))

    def _play(self) -> None:
        rulebook, lang = self.rulebook("buraco", words="option_play_rulebook"), self.lang
        name = typer.Option(None, "--name", metavar=self.say("metavar_name"), help=self.say("option_name"))
        seed = typer.Option(None, "--seed", metavar="N", help=self.say("option_seed"))
        file = typer.Option(None, "--file", metavar=self.say("metavar_file"), help=self.say("option_play_file"))
        resume = typer.Option(None, "--resume", metavar=self.say("metavar_file"), help=self.say("option_resume"))

        @self.command("play")
        def play(
            rulebook: str = rulebook,
            name: str | None = name,
            seed: int | None = seed,
            file: Path | None = file,
            resume: Path | None = resume,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.play import PlayOptions, run_play

            options = PlayOptions(rulebook, name, seed, file, resume, str(self.language))
            return run_play(options)


def _guarded(function: Callable[..., int]) -> Callable[..., int]:
    """The function, its failures to write answered before Typer does, whose exit status would be a broken rule's."""

    @wraps(function)
    def guarded(*given: Any, **named: Any) -> int:
        try:
            return function(*given, **named)
        except OSError as error:
            return output_failed(error)

    return guarded


def _with_parameters(function: Callable[..., int], options: dict[str, tuple[Any, Any]]) -> Callable[..., int]:
    """A function that takes keywords, with the signature that Typer reads its options from."""
    kind = Parameter.KEYWORD_ONLY
    parameters = [
        Parameter(name, kind, default=default, annotation=annotation) for name, (annotation, default) in options.items()
    ]
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return function


def _ids(incomplete: str) -> list[str]:
    from canastra.rulebooks import OFFICIAL

    return [each for each in OFFICIAL if each.startswith(incomplete)]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"{PROGRAM} {version('canastra')}")
        raise typer.Exit
