"""``canastra play``: a match against bots in the terminal; with ``--server`` at a server's table."""

from __future__ import annotations

from canastra.cli.command import command
from canastra.cli.language import Language
from canastra.cli.play_options import PlayOptions, check_options


def run_play(options: PlayOptions, language: Language) -> int:
    """Play until the person stops. Returns the exit status."""
    check_options(options, language)
    if options.server is not None:
        from canastra.cli.online.run import run_online

        return run_online(options, language)
    from canastra.cli.local.run import run_local

    return run_local(options, language)


COMMAND = command(PlayOptions, run_play)
