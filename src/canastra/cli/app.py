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

from canastra.arena import FaultPolicy, Kind
from canastra.cli.exits import EXIT_INPUT, EXIT_INTERRUPTED, output_failed
from canastra.cli.help import command_class, group_class, usage_message
from canastra.cli.language import Language, language_of
from canastra.messages import text

PROGRAM = "canastra"

Register = Callable[[Callable[..., int]], Callable[..., int]]


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing that a user does ends in a traceback."""
    language = language_of(arguments, os.environ)
    try:
        result = _Builder(language).app(args=list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        return _usage(error, arguments, language)
    except typer.Abort:
        return EXIT_INTERRUPTED
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
    return EXIT_INPUT


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
            context_settings={"help_option_names": ["-h", "--help"]},
            subcommand_metavar=self.say("metavar_command"),
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )
        self.lang = typer.Option(None, "--lang", help=self.say("option_lang"), metavar="pt|en")
        self.json = typer.Option(False, "--json", help=self.say("option_json"))
        self._callback()
        first = (self._play, self._replay, self._position, self._verify, self._simulate, self._rules)
        others = (
            self._score,
            self._rule,
            self._analyse,
            self._arena,
            self._check_bot,
            self._serve,
            self._database,
            self._admin,
        )
        for add in (*first, *others):
            add()

    def say(self, code: str) -> str:
        """Words of the catalogue."""
        return text(code, self.language)

    def command(self, name: str, group: typer.Typer | None = None) -> Register:
        """Register a function as a command, or as one of a group's."""
        key = name if group is None else f"{group.info.name}_{name.replace('-', '_')}"
        register = (group or self.app).command(name, cls=command_class(self.language), **self._page(key))
        return lambda function: register(_guarded(function))

    def _page(self, key: str) -> dict[str, Any]:
        """The words of a command's or a group's page."""
        first = self.say(f"short_{key}")
        return {
            "help": f"{first}\n\n{self.say(f'help_{key}')}",
            "short_help": first,
            "epilog": self.say(f"examples_{key}"),
            "options_metavar": self.say("metavar_options"),
        }

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
        house, as_json, lang = self._house(), self.json, self.lang
        records = typer.Argument(..., metavar=self.say("metavar_files"), help=self.say("argument_records"))

        @self.command("replay")
        def replay(
            files: list[str] = records,
            as_json: bool = as_json,
            rulebook: str | None = house,
            lang: Language | None = lang,
        ) -> int:
            from canastra.cli.replay import run_replay

            return max(run_replay(file, rulebook, as_json, self.language) for file in files)

    def _position(self) -> None:
        options: dict[str, tuple[Any, Any]] = {
            "file": (str, self._record()),
            **{
                name: (int | None, typer.Option(None, metavar="N", help=self.say(f"option_position_{name}")))
                for name in ("deal", "turn", "action")
            },
            "as_json": (bool, self.json),
            "house": (str | None, self._house()),
            "lang": (Language | None, self.lang),
        }

        def position(**given: Any) -> int:
            from canastra.cli.position import PositionOptions, run_position

            del given["lang"]
            return run_position(PositionOptions(**given), self.language)

        self.command("position")(_with_parameters(position, options))

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

    def _rule(self) -> None:
        from canastra.cli.rule_options import rule_command

        common = (self.json, self._house(), self.lang)
        self.command("rule")(_with_parameters(*rule_command(self.say, self.language, common)))

    def _analyse(self) -> None:
        say = self.say
        worlds = typer.Option(100, min=2, max=2048, metavar="N", help=say("option_analyse_worlds"), show_default=False)
        seed = typer.Option(0, metavar="N", help=say("option_analyse_seed"), show_default=False)
        options: dict[str, tuple[Any, Any]] = {
            "file": (str, self._record()),
            "seat": (int | None, typer.Option(None, metavar="N", help=say("option_analyse_seat"))),
            "deal": (int | None, typer.Option(None, metavar="N", help=say("option_analyse_deal"))),
            "worlds": (int, worlds),
            "seed": (int, seed),
            "as_json": (bool, self.json),
            "house": (str | None, self._house()),
            "lang": (Language | None, self.lang),
        }

        def analyse(**given: Any) -> int:
            from canastra.cli.analyse import AnalyseOptions, run_analyse

            del given["lang"]
            return run_analyse(AnalyseOptions(**given), self.language)

        self.command("analyse")(_with_parameters(analyse, options))

    def _arena(self) -> None:
        say = self.say
        folder = say("metavar_folder")
        options: dict[str, tuple[Any, Any]] = {
            "bots": (str, typer.Option(..., metavar=say("metavar_entrants"), help=say("option_arena_bots"))),
            "rulebook": (str, self.rulebook(...)),
            "pairs": (int, typer.Option(..., min=1, max=10**6, metavar="N", help=say("option_arena_pairs"))),
            "seed": (int | None, typer.Option(None, metavar="N", help=say("option_arena_seed"))),
            "out": (Path | None, typer.Option(None, metavar=folder, help=say("option_arena_out"))),
            "gauntlet": (bool, typer.Option(False, "--gauntlet", help=say("option_arena_gauntlet"))),
            "mixed": (bool, typer.Option(False, "--mixed", help=say("option_arena_mixed"))),
            "sprt": (str | None, typer.Option(None, metavar=say("metavar_bounds"), help=say("option_arena_sprt"))),
            "backend": (
                Kind | None,
                typer.Option(None, metavar="|".join(Kind), help=say("option_arena_backend")),
            ),
            "workers": (int | None, typer.Option(None, min=1, max=1024, metavar="N", help=say("option_arena_workers"))),
            "ray": (str | None, typer.Option(None, metavar=say("metavar_address"), help=say("option_arena_ray"))),
            "time": (int | None, typer.Option(None, min=1, metavar="MS", help=say("option_arena_time"))),
            "faults": (
                FaultPolicy,
                typer.Option(
                    FaultPolicy.STOP, metavar="|".join(FaultPolicy), help=say("option_arena_faults"), show_default=False
                ),
            ),
            "as_json": (bool, self.json),
            "lang": (Language | None, self.lang),
        }

        def arena(**given: Any) -> int:
            from canastra.cli.arena import ArenaOptions, run_arena

            del given["lang"]
            return run_arena(ArenaOptions(**given), self.language)

        self.command("arena")(_with_parameters(arena, options))

    def _check_bot(self) -> None:
        say = self.say
        deals, time = say("option_check_bot_deals"), say("option_check_bot_time")
        options: dict[str, tuple[Any, Any]] = {
            "command": (str, typer.Argument(..., metavar=say("metavar_line"), help=say("argument_check_bot"))),
            "rulebooks": (list[str], self.rulebook([], words="option_check_bot_rulebook")),
            "deals": (int, typer.Option(2, min=1, metavar="N", help=deals, show_default=False)),
            "seed": (int | None, typer.Option(None, metavar="N", help=say("option_check_bot_seed"))),
            "time": (int, typer.Option(1000, min=1, metavar="MS", help=time, show_default=False)),
            "as_json": (bool, self.json),
            "lang": (Language | None, self.lang),
        }

        def check_bot(**given: Any) -> int:
            from canastra.cli.check_bot import CheckOptions, run_check_bot

            del given["lang"]
            return run_check_bot(CheckOptions(**given), self.language)

        self.command("check-bot")(_with_parameters(check_bot, options))

    def _serve(self) -> None:
        """Everything that an operator may set, each by an option or by a variable of the environment."""
        kinds: dict[str, tuple[Any, str]] = {
            "host": (str | None, "metavar_host"),
            "port": (int | None, "N"),
            "root_path": (str | None, "metavar_path"),
            "database": (Path | None, "metavar_file"),
            "origins": (list[str], "metavar_origin"),
            "allowed_hosts": (list[str], "metavar_host"),
            "proxies": (list[str], "metavar_proxy"),
            "caps": (list[str], "metavar_cap"),
            "bot_processes": (int | None, "N"),
            "plain_bots": (bool, ""),
            "heartbeat": (float | None, "N"),
            "drain": (float | None, "N"),
            "exit_after": (float | None, "N"),
            "patience": (float | None, "N"),
            "metrics": (str | None, "local|all|off"),
            "web": (Path | None, "metavar_folder"),
            "appeals": (str | None, "metavar_text"),
            "log_level": (str | None, "debug|info|warning|error"),
            "log_json": (bool, ""),
            "workers": (int, "N"),
            "open": (bool, ""),
        }
        options = {name: (kind, self._setting(name, metavar)) for name, (kind, metavar) in kinds.items()}

        def serve(**given: Any) -> int:
            from canastra.cli.serve import ServeOptions, run_serve

            del given["lang"]
            return run_serve(ServeOptions(**given), self.language)

        self.command("serve")(_with_parameters(serve, {**options, "lang": (Language | None, self.lang)}))

    def _setting(self, name: str, metavar: str) -> Any:
        """An option of ``serve``, and the variable that stands in for it."""
        lists = {"origins": "origin", "allowed_hosts": "allowed-host", "proxies": "proxy", "caps": "cap"}
        others: dict[str, Any] = {"plain_bots": False, "log_json": False, "open": False, "workers": 1}
        default = [] if name in lists else others.get(name)
        return typer.Option(
            default,
            f"--{lists.get(name, name)}".replace("_", "-"),
            help=f"{self.say(f'option_serve_{name}')} [CANASTRA_{name.upper()}]",
            metavar=(self.say(metavar) if metavar.startswith("metavar_") else metavar) or None,
            envvar=f"CANASTRA_{name.upper()}",
            show_envvar=False,
            show_default=False,
        )

    def _database(self) -> None:
        """What is done with the server's file."""
        group = typer.Typer(
            name="database", cls=group_class(self.language), subcommand_metavar=self.say("metavar_command")
        )
        lang = self.lang

        @group.callback(invoke_without_command=True, **self._page("database"))
        def database(ctx: typer.Context, lang: Language | None = lang) -> int:
            if ctx.invoked_subcommand is None:
                typer.echo(ctx.get_help())
            return 0

        self._copies(group)
        self._looks(group)
        self.app.add_typer(group)

    def _admin(self) -> None:
        """What moderators do, from the server's machine."""
        from canastra.cli.admin_options import admin_commands

        group = typer.Typer(
            name="admin", cls=group_class(self.language), subcommand_metavar=self.say("metavar_command")
        )
        lang = self.lang

        @group.callback(invoke_without_command=True, **self._page("admin"))
        def admin(ctx: typer.Context, lang: Language | None = lang) -> int:
            if ctx.invoked_subcommand is None:
                typer.echo(ctx.get_help())
            return 0

        for name, run, options in admin_commands(self.say, self.language, self.json, self.lang):
            self.command(name, group)(_with_parameters(run, options))
        self.app.add_typer(group)

    def _file(self, words: str, metavar: str = "metavar_file") -> Any:
        return typer.Argument(..., metavar=self.say(metavar), help=self.say(words))

    def _copies(self, group: typer.Typer) -> None:
        database, copy = self._file("argument_database", "metavar_from"), self._file("argument_backup_to", "metavar_to")
        saved, place = self._file("argument_backup", "metavar_from"), self._file("argument_restore_to", "metavar_to")
        lang = self.lang

        @self.command("backup", group)
        def backup(source: Path = database, target: Path = copy, lang: Language | None = lang) -> int:
            from canastra.cli.database import run_backup

            return run_backup(source, target, self.language)

        @self.command("restore", group)
        def restore(source: Path = saved, target: Path = place, lang: Language | None = lang) -> int:
            from canastra.cli.database import run_restore

            return run_restore(source, target, self.language)

    def _looks(self, group: typer.Typer) -> None:
        database, as_json, lang = self._file("argument_database"), self.json, self.lang

        @self.command("check", group)
        def check(file: Path = database, as_json: bool = as_json, lang: Language | None = lang) -> int:
            from canastra.cli.database import run_check

            return run_check(file, as_json, self.language)

        done = typer.Option([], "--delete", metavar="N", help=self.say("option_delete"))

        @self.command("reports", group)
        def reports(
            file: Path = database, delete: list[int] = done, as_json: bool = as_json, lang: Language | None = lang
        ) -> int:
            from canastra.cli.database import run_delete, run_reports

            if delete:
                return run_delete(file, delete, as_json, self.language)
            return run_reports(file, as_json, self.language)

    def _play(self) -> None:
        """Against bots here, or with `--server` against whoever is there."""
        from canastra.cli.play_options import play_command

        rulebook = self.rulebook(None, words="option_play_rulebook")
        self.command("play")(_with_parameters(*play_command(self.say, self.language, rulebook, self.lang)))


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
