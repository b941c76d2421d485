"""Take the README's picture of `canastra play`: a deal of Buraco as a person sees it, as SVG.

Run as ``python -m tools.picture``. The same every time: seed and moves are fixed, the person's chosen by the greedy
bot. The picture asks for no font from anywhere.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from canastra import bots
from canastra.cli.local.match import LocalMatch, new_match
from canastra.cli.ui.screen import WIDTH, Scene, table
from canastra.engine import LayOff
from canastra.rulebooks import official

PICTURE = Path(__file__).parents[1] / "docs" / "play.svg"
SEED = 4
FROM_TURN = 30
"""The first turn late enough for canastas to lie on the table."""
THEME = TerminalTheme(
    (22, 33, 31),
    (226, 232, 228),
    [
        (22, 33, 31),
        (248, 113, 113),
        (134, 239, 172),
        (251, 191, 36),
        (125, 176, 255),
        (216, 180, 254),
        (94, 234, 212),
        (226, 232, 228),
    ],
)
"""The project's dark table: hearts red, diamonds blue, clubs green."""


def moment() -> tuple[LocalMatch, str]:
    """A deal in the person's turn, with something to lay off, and what the person types next."""
    match = new_match(official("buraco"), ("Ana", "Bruno", "Clara", "Davi"), SEED)
    match.deal(None)
    players = [bots.make("greedy", seed) for seed in match.seats.seeds]
    while match.table.state is not None:
        state = match.table.state
        action = players[state.seat].choose(match.view(state.seat))
        if state.seat == match.seats.person and state.turn >= FROM_TURN and isinstance(action, LayOff):
            return match, str(action)
        match.play(action)
    raise SystemExit("this seed has no such moment")


def svg() -> str:
    """The picture."""
    match, typed = moment()
    console = Console(width=WIDTH, record=True, highlight=False, file=io.StringIO(), force_terminal=True)
    fresh = match.narrator.fresh(match.state)
    seen = Scene(match.view(), match.names, match.narrator.log, fresh, 1, "pt")
    for line in table(seen):
        console.print(line)
    console.print(Text(f"> {typed.replace('lay', 'e')}"))
    drawn = console.export_svg(title="canastra play", theme=THEME, unique_id="play")
    drawn = re.sub(r" *@font-face \{.*?\}\n", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<!--.*?-->\n *", "", drawn)
    return drawn.replace("Fira Code, ", "").replace("font-family: arial;", "font-family: sans-serif;")


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(svg() + "\n", "utf-8")
    print(f"wrote {PICTURE.name}")


if __name__ == "__main__":
    main()
