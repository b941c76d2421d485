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
from canastra.cli.local.screen import WIDTH, Scene, table
from canastra.cli.local.session import Session, new_session
from canastra.engine import LayOff, Phase
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


def moment() -> tuple[Session, str]:
    """A deal in the person's turn, with something to lay off, and what the person types next."""
    session, _ = new_session(official("buraco"), ("Ana", "Bruno", "Clara", "Davi"), SEED)
    session.deal(None)
    players = [bots.make("greedy", seed) for seed in session.seating.seeds]
    while session.moment.state.phase is not Phase.OVER:
        state = session.moment.state
        action = players[state.seat].choose(session.view(state.seat))
        if state.seat == session.person and state.turn >= FROM_TURN and isinstance(action, LayOff):
            return session, str(action)
        session.play(action)
    raise SystemExit("this seed has no such moment")


def svg() -> str:
    """The picture."""
    session, typed = moment()
    console = Console(width=WIDTH, record=True, highlight=False, file=io.StringIO(), force_terminal=True)
    seen = Scene(session.view(), session.seating.names, session.moment.log, session.fresh(), 1, "pt")
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
