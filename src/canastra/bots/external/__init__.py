"""Programs as bots: they play by lines of JSON on their standard input and output (docs/bot-protocol.md).

A program runs with the rights of whoever starts it, so that a command line may come from this machine's own command
line only, never from a server's clients: `canastra.bots.make` knows no programs, `canastra.bots.make_local` does.

- `command`: a command line, looked at before anything is started
- `classes`: Python classes as bots
- `process`: a program and its pipes, where nothing waits longer than it is told
- `messages`, `events`, `viewing`: what is said
- `program`: `ProgramBot`, the conversation and its consequences
- `driving`: a deal whose bots hear of everything that happens
- `checking`: a program exercised
"""

from canastra.bots.external.classes import CLASS, class_bot, class_file
from canastra.bots.external.command import PREFIX, CommandLine, read_command, split_unquoted
from canastra.bots.external.program import DECISION_MS, ProgramBot

__all__ = [
    "CLASS",
    "DECISION_MS",
    "PREFIX",
    "CommandLine",
    "ProgramBot",
    "class_bot",
    "class_file",
    "read_command",
    "split_unquoted",
]
