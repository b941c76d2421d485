"""Programs as bots: they speak lines of JSON on standard input and output (docs/bot-protocol.md).

A program has all rights of the user who starts it. So its command line may only come from this machine, never from a
server's clients: `canastra.bots.make` knows no programs, `canastra.bots.make_local` does.

- `command`: command lines, checked before anything starts
- `classes`: Python classes as bots
- `process`: a program and its pipes, with deadlines for everything
- `messages`, `events`: the messages
- `program`: `ProgramBot`, the protocol and the handling of faults
- `driver`: plays deals and passes every event to bots
- `check`: tests a program
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
