"""The options of `canastra play`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import typer

from canastra.cli.command import option, rulebook_option
from canastra.cli.language import Language
from canastra.messages import text

NextDealers = Literal["next_seat", "loser", "draw"]
"""The values of `canastra.engine.NextDealer`, which `--help` need not load."""
Paces = Literal["slow", "normal", "fast", "none"]
"""The values of `canastra.cli.ui.pace.Pace`, likewise."""
RULEBOOK = "buraco"
"""The rulebook of a new match by default."""
_NOT_ONLINE = ("seed", "file", "resume")
"""Options that a server's table can't be given."""
_NEW_TABLE = ("best_of", "next_dealer", "lot", "undo")
"""Options of a server's table that is opened from here; an existing table has its own."""
_MOST_MATCHES = 99
"""Most matches of an encounter, as in a record."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayOptions:
    """Options of `canastra play`, for a match here or at a server's table."""

    rulebook: Annotated[str | None, rulebook_option("option_play_rulebook")] = None
    """An official id, or the path of a house rulebook for a match here; None for `RULEBOOK`."""
    name: Annotated[str | None, option(metavar="metavar_name", help="option_name")] = None
    """The person's name."""
    seed: Annotated[int | None, option(metavar="N", help="option_seed")] = None
    """Seed of the shuffles and the bots; None for the operating system's random numbers."""
    level: Annotated[str | None, option(metavar="metavar_level", help="option_level")] = None
    """The bots' level; None for the strongest that is ready at once."""
    file: Annotated[Path | None, option(metavar="metavar_file", help="option_play_file")] = None
    """The file of the match; None for a new name in the current folder."""
    resume: Annotated[Path | None, option(metavar="metavar_file", help="option_resume")] = None
    """A saved match to go on with."""
    best_of: Annotated[int | None, option(metavar="N", help="option_best_of")] = None
    """Matches of an encounter at most, odd; None for a match of its own."""
    next_dealer: Annotated[
        NextDealers | None, option(metavar="|".join(get_args(NextDealers)), help="option_next_dealer")
    ] = None
    """The dealer after a deal that counted; None for the next seat."""
    lot: Annotated[bool, option("--lot", help="option_lot")] = False
    """True if the seats are drawn by lot."""
    server: Annotated[str | None, option(metavar="URL", help="option_server")] = None
    """The server's address; None for a match here."""
    table: Annotated[str | None, option(metavar="ID", help="option_table")] = None
    """A table's id; None to choose."""
    invitation: Annotated[str | None, option(metavar="metavar_text", help="option_invitation")] = None
    new: Annotated[bool, option("--new", help="option_new")] = False
    """Open a table without asking."""
    private: Annotated[bool, option("--private", help="option_private")] = False
    bots: Annotated[str | None, option(metavar="metavar_level", help="option_bots")] = None
    """Level of bots on all other seats of a table that is opened."""
    watch: Annotated[bool, option("--watch", help="option_watch")] = False
    pace: Annotated[Paces | None, option(metavar="|".join(get_args(Paces)), help="option_pace")] = None
    """The pace of bots' actions; None for normal at a terminal, none elsewhere."""
    undo: Annotated[bool, option("--undo", help="option_undo")] = False
    """True if plays may be taken back where the rulebook says that they stand."""

    @property
    def terms(self) -> dict[str, Any]:
        """The terms of a table that is opened, as they were given: options of the command line and their values."""
        given = {"--best-of": self.best_of, "--next-dealer": self.next_dealer, "--lot": self.lot, "--undo": self.undo}
        return {option: value for option, value in given.items() if value}


def check_options(options: PlayOptions, language: Language) -> None:
    """Raises typer.BadParameter if the options don't go together."""
    matches = options.best_of
    if matches is not None and (matches % 2 == 0 or not 1 <= matches <= _MOST_MATCHES):
        raise typer.BadParameter(text("play_best_of", language, found=matches, most=_MOST_MATCHES))
    if options.server is None:
        return
    for code, names in (("play_not_online", _NOT_ONLINE), ("play_not_opened", _NEW_TABLE if options.table else ())):
        given = [name for name in names if getattr(options, name) is not None and getattr(options, name) is not False]
        refused = [f"--{name.replace('_', '-')}" for name in given]
        if refused:
            raise typer.BadParameter(text(code, language, options=", ".join(refused)))
