"""Translates Typer's help pages and usage errors, whose words are English only.

Only the words are replaced. Typer still defines and parses the options.
"""

from __future__ import annotations

import re
from typing import Any

import typer
from typer._click.shell_completion import CompletionItem
from typer.core import TyperCommand, TyperGroup

from canastra.cli.language import Language
from canastra.messages import text

_OWN_OPTIONS = {"help": "option_help", "install_completion": "option_install", "show_completion": "option_show"}
"""Options that Typer adds by itself, and the message that explains each."""
_PIECE = re.compile(r"[{}]|(?<=\[)\[|\](?=\])")
"""The brackets that Typer puts round the name of an argument."""
_NEGATIVE_SCORE = re.compile(r"^-(?=\d+(?:[.,]\d{3})*[x\u00d7:\u2013-][-\u2212]?\d)")
_EXTRA = re.compile(
    r"(?:(?<!\s)\s+)?\[(?:(?P<low>\d+)<=x<=(?P<high>\d+)|x>=(?P<least>\d+))?(?:; )?(?P<required>required)?\]$"
)
"""The notes that Typer appends to an option's help: the limits of a number, "required"."""


class _Pages:
    """Help pages in a language; `params`, `get_params` and the rest are those of Typer's classes."""

    language = Language.EN

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        for param in self.params:  # type: ignore[attr-defined]
            self._translate(param)

    def _translate(self, param: Any) -> None:
        """Put the words of an option, which are keys of the catalogue, into the language."""
        param.help = text(param.help, self.language)
        if param.envvar:
            param.help += f" [{param.envvar}]"
        if param.metavar and param.metavar.startswith("metavar_"):
            param.metavar = text(param.metavar, self.language)

    def get_params(self, ctx: Any) -> list[Any]:
        """All options and arguments, Typer's own ones explained in our words."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in found:
            if param.name in _OWN_OPTIONS:
                param.help = text(_OWN_OPTIONS[param.name], self.language)
        return found

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line of a page."""
        pieces = " ".join(_PIECE.sub("", piece) for piece in self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{text('help_usage', self.language)} ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, options and, of a group, commands."""
        rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                name, words = record
                if param.param_type_name == "argument":
                    name = param.metavar  # without the type that Typer adds
                rows[param.param_type_name].append((name, _EXTRA.sub(self._extra, words)))
        for kind, some in rows.items():
            self._section(formatter, f"help_{kind}s", some)
        if isinstance(self, _Group):
            self._section(formatter, "help_commands", self.short_pages())

    def _extra(self, found: re.Match[str]) -> str:
        parts = []
        if found["high"]:
            parts.append(text("help_range", self.language, low=found["low"], high=found["high"]))
        if found["least"]:
            parts.append(text("help_least", self.language, low=found["least"]))
        if found["required"]:
            parts.append(text("help_required", self.language))
        return f" ({'; '.join(parts)})"

    def _section(self, formatter: Any, heading: str, rows: list[tuple[str, str]]) -> None:
        if rows:
            with formatter.section(text(heading, self.language)):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """The examples, line by line as they stand in the catalogue."""
        epilog = self.epilog  # type: ignore[attr-defined]
        if epilog:
            with formatter.section(text("help_examples", self.language)):
                for line in epilog.splitlines():
                    formatter.write(f"  {line}".rstrip() + "\n")


class _Command(_Pages, TyperCommand):
    """A command whose help is in a language. It takes negative scores as arguments."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse a command line. No option is a digit, so ``-50:1200`` is a score."""
        return super().parse_args(ctx, [_NEGATIVE_SCORE.sub("\u2212", arg) for arg in args])


class _Group(_Pages, TyperGroup):
    """A group of commands. It lists them without loading their modules."""

    prefix = ""
    """The prefix of the message keys of its commands' pages."""

    def short_pages(self) -> list[tuple[str, str]]:
        """Each command and what it does, in a line."""
        return [(name, text(f"short_{page_key(name, self.prefix)}", self.language)) for name in self.commands]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The completions of a word: commands and options."""
        found = [CompletionItem(name, help=short) for name, short in self.short_pages() if name.startswith(incomplete)]
        return [*found, *TyperCommand.shell_complete(self, ctx, incomplete)]


def page_key(name: str, prefix: str) -> str:
    """The key of the messages of a command's page.

    >>> page_key("check-bot", ""), page_key("close-table", "admin_")
    ('check-bot', 'admin_close_table')
    """
    return prefix + name.replace("-", "_") if prefix else name


def command_class(language: Language) -> type[TyperCommand]:
    """The class of a command whose help page is in a language."""
    return type("Command", (_Command,), {"language": language})


def group_class(language: Language, prefix: str = "") -> type[TyperGroup]:
    """The class of a group whose help page is in a language; the keys of its commands' pages begin with `prefix`."""
    return type("Group", (_Group,), {"language": language, "prefix": prefix})


def usage_message(error: typer.TyperException, language: Language) -> str:
    """The message for an invalid command line, in one line; Typer's own words without a message of ours."""
    param: Any = getattr(error, "param", None)
    kind = type(error).__name__
    if param is not None:
        words = param.help or ""
        if kind == "MissingParameter":
            return text("usage_missing", language, name=_name(param), help=words)
        allowed = _allowed(error, param, language)
        return text("usage_bad_value", language, name=_name(param), allowed=allowed, help=words)
    if kind == "BadParameter":
        return error.message
    if kind == "NoSuchOption":
        options: list[str] = sorted(getattr(error, "possibilities", None) or [])
        return text(
            "usage_no_option", language, option=str(getattr(error, "option_name", "")), near=_near(options, language)
        )
    if kind == "BadOptionUsage":
        return text("usage_bad_option", language, option=str(getattr(error, "option_name", "")))
    command = re.match(r"No such command '([^']*)'\.?(?: Did you mean (.*)\?)?", error.format_message())
    if command:
        near = re.findall(r"'([^']*)'", command[2] or "")
        return text("usage_no_command", language, command=command[1], near=_near(near, language))
    extra = re.match(r"Got unexpected extra argument\S* \((.*)\)$", error.format_message())
    if extra:
        return text("usage_extra", language, words=extra[1])
    return error.format_message()


def _allowed(error: typer.TyperException, param: Any, language: Language) -> str:
    """The values that an option takes: its choices, its type or the limit of a number; otherwise its metavar."""
    said = error.format_message()
    choices = re.search(r"is not one of (.*?)\.?$", said)
    if choices:
        return choices[1].replace("'", "")
    limit = re.search(r"(greater|less) than or equal to (\d+)", said)
    if limit:
        code = "help_least" if limit[1] == "greater" else "help_most"
        return text(code, language, **{"low" if limit[1] == "greater" else "high": limit[2]})
    kind = re.search(r"valid (integer|number)", said)
    if kind:
        return text(f"usage_{kind[1]}", language)
    return str(param.metavar or param.name)


def _name(param: Any) -> str:
    """An option as it is typed, an argument as its page calls it."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return str(param.metavar or param.name)


def _near(names: list[str], language: Language) -> str:
    return f" ({text('usage_near', language, names=', '.join(names))})" if names else ""
