"""Measures how plainly the project writes: ``python -m tools.prose`` prints the share of each room that its net
catches.

The net catches sentences to read again as a stranger would; not all of them are wrong. `tests/prose.toml` has the most
that each room may have; ``--shrink`` lowers it to what there is, ``--list ROOM`` prints what was caught there.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from tools.house import ROOT, docstrings, percent

CEILINGS = ROOT / "tests" / "prose.toml"
NET = re.compile(
    r"""\b(?:nobody|somebody|everybody|anybody|whoever|whom)\b
    | \b(?:for|of|by|to|from|with)\ who\b
    | \b(?:any|no)\ more\b(?!\ than) | \bby\ now\b | \b(?:is|are|has|have)\ none\b | \bso\ many\b
    | \b(?:told|said)\ of\b | \b(?:is|are)\ (?:said|told|heard)\b | \b(?:is|are)\ to\ be\b
    | \bthat\ one\b | \bthose\ that\b | \bcame\ of\b | \bof\ before\b
    | (?:^|[.:;]\ +)(?:What|Who|Whether)\b(?![^.]*\?)""",
    re.VERBOSE | re.IGNORECASE,
)
FENCED = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
GENERATED = {"docs/rulings.md", "docs/glossary.md", "docs/protocol.schema.json"}


class Piece(NamedTuple):
    """A docstring, a comment or a sentence of a page, and where it begins."""

    path: str
    text: str


def of_python(text: str) -> Iterator[str]:
    """The docstrings and comments of a module. Lines of comments that follow each other are one."""
    yield from (" ".join(docstring.split()) for docstring in docstrings(ast.parse(text)))
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = token.line.lstrip().startswith("#")
            if block and not (alone and token.start[0] == last + 1):
                yield " ".join(block)
                block = []
            block.append(token.string.lstrip("#! "))
            last = token.start[0] if alone else 0
    if block:
        yield " ".join(block)


def of_web(text: str) -> Iterator[str]:
    """The comments of a module or component of the web client."""
    for found in re.finditer(r"/\*.*?\*/|<!--.*?-->|(?<![:'\"`])//[^\n]*", text, re.DOTALL):
        yield " ".join(re.sub(r"^\s*\*+ ?|^/\*+|\*/$|^<!--|-->$|^//", "", found[0], flags=re.MULTILINE).split())


def of_page(text: str) -> Iterator[str]:
    """The sentences of a page, without code."""
    text = re.sub(r"`[^`\n]*`", "x", FENCED.sub("", text))
    for block in re.split(r"\n\s*\n|\n(?=[-|#*]|\d+\. )|\|", text):
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(block.split())):
            if len(sentence.split()) > 2:
                yield sentence.lstrip("-#* ")


def of_catalogue(text: str) -> Iterator[str]:
    """The messages of a catalogue."""
    for table in tomllib.loads(text).values():
        yield from (" ".join(value.split()) for value in table.values() if isinstance(value, str))


def of_script(text: str) -> Iterator[str]:
    """The comments of a Makefile, a shell script or a TOML file."""
    yield from (found.strip() for found in re.findall(r"(?:^|\s)#+ (.+)$", text, re.MULTILINE))


READERS: dict[str, Callable[[str], Iterator[str]]] = {
    ".py": of_python,
    ".ts": of_web,
    ".svelte": of_web,
    ".css": of_web,
    ".md": of_page,
    ".sh": of_script,
    ".toml": of_catalogue,
    "": of_script,
}


def suffix(path: str) -> str:
    """The kind of a file, as `READERS` has it."""
    return PurePosixPath(path).suffix


def room_of(path: str) -> str:
    """The room of a file: its package, the packages of the server each, the folders of the web client, the pages."""
    parts = PurePosixPath(path).parts[:-1]
    if parts[:2] == ("src", "canastra"):
        return "/".join(parts[2:4] if parts[2:3] == ("server",) else parts[2:3]) or "canastra"
    if parts[:1] == ("tests",):
        return "/".join(parts[:3] if parts[1:2] == ("server",) else parts[:2])
    return "/".join(parts[:3] if parts[:2] == ("web", "src") else parts[:2] if parts[:1] == ("docs",) else parts[:1])


def files() -> Iterator[str]:
    """The files to read: sources, tests, tools, pages; not generated or built ones."""
    for folder in ("src/canastra", "tests", "tools", "bench", "web/src", "web/plugins", "docs", "."):
        for path in sorted((ROOT / folder).glob("*" if folder == "." else "**/*")):
            name = path.relative_to(ROOT).as_posix()
            skipped = name.startswith(("src/canastra/web/", "docs/pt/")) or name in GENERATED
            read = path.suffix in READERS if path.suffix not in ("", ".toml") else path.name in ("Makefile", "en.toml")
            if path.is_file() and read and not skipped:
                yield name


def pieces() -> Iterator[Piece]:
    """Everything that the net is thrown over."""
    for name in files():
        reader = READERS[suffix(name)]
        yield from (Piece(name, text) for text in reader((ROOT / name).read_text("utf-8")) if text)


def is_caught(text: str) -> bool:
    """Return whether the net catches a text.

    >>> is_caught("Return the hash, None if the token is malformed."), is_caught("What is kept of a token.")
    (False, True)
    """
    return NET.search(text) is not None


def counted() -> dict[str, tuple[int, int]]:
    """For each room, the number of pieces caught and of all pieces."""
    found: dict[str, tuple[int, int]] = {}
    for piece in pieces():
        caught, whole = found.get(room_of(piece.path), (0, 0))
        found[room_of(piece.path)] = caught + is_caught(piece.text), whole + 1
    return dict(sorted(found.items()))


def ceilings() -> dict[str, int]:
    """The most that each room may have."""
    found: dict[str, int] = tomllib.loads(CEILINGS.read_text("utf-8"))
    return found


if __name__ == "__main__":
    rooms = counted()
    if "--list" in sys.argv:
        wanted = sys.argv[sys.argv.index("--list") + 1]
        for piece in pieces():
            if is_caught(piece.text) and (room_of(piece.path) == wanted or piece.path.startswith(wanted)):
                print(f"{piece.path}: {piece.text}")
    elif "--shrink" in sys.argv:
        CEILINGS.write_text("".join(f'"{room}" = {caught}\n' for room, (caught, _) in rooms.items()), "utf-8")
    else:
        for room, (caught, whole) in rooms.items():
            print(f"| {room} | {caught} of {whole} | {percent(caught, whole)} |")
        print(f"| all | {sum(c for c, _ in rooms.values())} of {sum(w for _, w in rooms.values())} |")
