"""Programs to be played with: the page's own bot, and some that do one thing wrong."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from shlex import quote

PAGE = Path(__file__).parents[3] / "docs" / "bot-protocol.md"

LOOP = """\
import json, os, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def answer(n, action):
    say(type="act", n=n, action=action)

seen = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", v=1)
    elif m["type"] == "ask":
        n, legal, seen = m["n"], m["legal"], seen + 1
        {each}
    elif m["type"] == "bye":
        {bye}
"""


def page_bot() -> str:
    """The source of the whole bot on the page."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(source)


def looping(each: str, bye: str = "pass") -> str:
    """A program that answers the hello and does something at each ask, of which ``n`` and ``legal`` are known."""
    return LOOP.format(each=each, bye=bye)


def command(folder: Path, source: str, name: str = "bot.py") -> str:
    """A command line that runs a source."""
    path = folder / name
    path.write_text(source, "utf-8")
    return f"{quote(sys.executable)} -S {quote(str(path))}"
