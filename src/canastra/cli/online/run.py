"""``canastra play --server``: everything from the command line to its exit status."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import signal
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace

from canastra.cli.exits import EXIT_BROKEN_PIPE, EXIT_BROKEN_RULE, EXIT_HUNG_UP, EXIT_INPUT, EXIT_INTERRUPTED, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.online.lines import TypedLines
from canastra.cli.online.lobby import LobbyScreen
from canastra.cli.online.room import Context, TableScreen
from canastra.cli.output import write_error
from canastra.cli.play_options import PlayOptions
from canastra.cli.ui.pace import Pace
from canastra.cli.ui.terminal import ClosedError, StopError, Terminal, mute
from canastra.client import Client, ClientError, server_url
from canastra.errors import CanastraError, InputError, RulebookError
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.tables import TableCard
from canastra.rulebooks import OFFICIAL, Rulebook, house, official


def run_online(options: PlayOptions, language: Language) -> int:
    """Play until the person leaves. Returns the exit status (0; 1 the server said no or is not there, 2 malformed
    input, 130).
    """
    terminal = Terminal()
    if options.pace is not None:
        terminal.pace = Pace(options.pace)
    signals: list[int] = []
    try:
        server = server_url(options.server or "")
        return asyncio.run(_play(replace(options, server=server), language, terminal, signals))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except asyncio.CancelledError:
        return 128 + signals[0] if signals else EXIT_INTERRUPTED
    except InputError as error:
        write_error(error.message(language))
        return EXIT_INPUT
    except CanastraError as error:
        write_error(error.message(language))
        return EXIT_INPUT if error.code == "client_server_url" else EXIT_BROKEN_RULE
    except BrokenPipeError:
        mute()
        return EXIT_BROKEN_PIPE
    except OSError:
        # The terminal is gone, without a signal: no output would be seen.
        mute()
        return EXIT_HUNG_UP


async def _play(options: PlayOptions, language: Language, terminal: Terminal, signals: list[int]) -> int:
    with _ending(signals):
        lines = TypedLines()
        async with Client(options.server or "") as client:
            try:
                lobby = LobbyScreen(client, terminal, lines, options, language)
                await lobby.come_in()
                await _tables(lobby, client, terminal, lines, options, language)
            except (StopError, ClosedError):
                pass
    return EXIT_OK


async def _tables(
    lobby: LobbyScreen, client: Client, terminal: Terminal, lines: TypedLines, options: PlayOptions, language: Language
) -> None:
    """Play one table after the other, as long as rematches are agreed."""
    card = await lobby.choose()
    while True:
        seated = await lobby.sit(card)
        command = _command(client.server, card, options)
        invitation = card.invitation or options.invitation
        context = Context(client, terminal, lines, language, command, invitation, options.level)
        try:
            async with client.table(card.table, watch=not seated, invitation=invitation) as table:
                room = TableScreen(context, table, await _rulebook(client, table.state))
                following = await room.stay()
        except (StopError, ClosedError, asyncio.CancelledError):
            _farewell(terminal, language, command)
            raise
        assert following is not None
        card = await client.tables.card(following, invitation)


def _farewell(terminal: Terminal, lang: str, command: str) -> None:
    terminal.say("")
    terminal.say(text("online_farewell", lang), "bold")
    terminal.copyable(f"  {command}")


def _command(server: str, card: TableCard, options: PlayOptions) -> str:
    """The command to come to a table, with its invitation if it is private."""
    words = ["canastra", "play", "--server", server, "--table", card.table]
    invitation = card.invitation or options.invitation
    if invitation and card.private:
        words += ["--invitation", invitation]
    return shlex.join(words)


async def _rulebook(client: Client, state: State) -> Rulebook:
    """The rulebook of a table: the package's or, for a house rulebook, the server's, checked by its digest."""
    name = state["rulebook"]
    try:
        if name in OFFICIAL:
            found = official(name)
        else:
            found = house(tomllib.loads(await client.rulebooks.house_file(name)), name)
    except (RulebookError, tomllib.TOMLDecodeError):
        raise ClientError("online_other_rules", rulebook=name[:60]) from None
    if found.sha256 != state["sha256"]:
        raise ClientError("online_other_rules", rulebook=name[:60])
    return found


@contextlib.contextmanager
def _ending(signals: list[int]) -> Iterator[None]:
    """Turn the signals that end a process into an orderly end of the conversation."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    watched = [each for name in ("SIGHUP", "SIGTERM") if (each := getattr(signal, name, None)) is not None]

    def end(number: int) -> None:
        signals.append(number)
        task.cancel()

    if sys.platform != "win32":  # Windows has no such way.
        for number in watched:
            loop.add_signal_handler(number, end, int(number))
    yield
